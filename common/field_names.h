// The names of a plain struct's fields. C++20 has no way to ask for them, but a compiler spells them out in the name of
// a function whose template argument points at a field. Compile-time code; any thread may use it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ferro/common/reflect.h"

namespace ferro {
namespace detail {

// An object that nobody makes: only the addresses of its fields are looked at.
template <class T>
struct Unborn {
  T value;
};
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <class T>
extern const Unborn<T> unborn;

template <class Field>
struct PlaceOf {
  const Field* field;
};

template <class T>
constexpr auto placesOfFields() {
  return withFields(unborn<T>.value, [](const auto&... field) {
    return std::tuple(PlaceOf<std::remove_cvref_t<decltype(field)>>{&field}...);
  });
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

template <auto place>
constexpr const char* spelledOut() {
  return __PRETTY_FUNCTION__;
}

// What stands last behind a dot or colon: "... unborn<Person>.value.Person::name)}]".
constexpr std::string_view lastNameIn(std::string_view text) {
  const size_t end = text.find_last_not_of(")}; ]");
  const size_t begin = text.find_last_of(".:", end) + 1;
  return text.substr(begin, end + 1 - begin);
}

}  // namespace detail

template <Aggregate T>
consteval auto fieldNames() {
  return []<size_t... Index>(std::index_sequence<Index...>) {
    constexpr auto places = detail::placesOfFields<T>();
    return std::array<std::string_view, sizeof...(Index)>{
        detail::lastNameIn(detail::spelledOut<std::get<Index>(places)>())...};
  }(std::make_index_sequence<fieldCount<T>()>{});
}

}  // namespace ferro
