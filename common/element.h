// Which kinds of types rows and arguments may be made of, and one way to reach the parts of pairs, tuples and structs.
// Everything that treats element types by their shape (codec, columns, hash, footprint) asks here. Any thread may use
// it.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ferro/common/reflect.h"

namespace ferro {

template <class... Types>
struct TypeList {
  static constexpr size_t kSize = sizeof...(Types);
};

namespace detail {

template <class T>
struct IsPair : std::false_type {};
template <class First, class Second>
struct IsPair<std::pair<First, Second>> : std::true_type {};

template <class T>
struct IsPairOrTuple : IsPair<T> {};
template <class... Fields>
struct IsPairOrTuple<std::tuple<Fields...>> : std::true_type {};

template <class T>
struct IsVector : std::false_type {};
template <class T, class Allocator>
struct IsVector<std::vector<T, Allocator>> : std::true_type {};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
struct IsMap : std::false_type {};
template <class Key, class Value, class Compare, class Allocator>
struct IsMap<std::map<Key, Value, Compare, Allocator>> : std::true_type {};
template <class Key, class Value, class Hash, class Equal, class Allocator>
struct IsMap<std::unordered_map<Key, Value, Hash, Equal, Allocator>> : std::true_type {};

template <class T>
struct PhysicalType {
  using Type = T;
};
template <class T>
  requires std::is_enum_v<T>
struct PhysicalType<T> {
  using Type = std::underlying_type_t<T>;
};

struct ToTypeList {
  template <class... Fields>
  TypeList<std::remove_cv_t<Fields>...> operator()(Fields&...) const;
};

template <class T>
struct FieldTypes {
  using Type = decltype(withFields(std::declval<T&>(), ToTypeList{}));
};
template <class First, class Second>
struct FieldTypes<std::pair<First, Second>> {
  using Type = TypeList<std::remove_cv_t<First>, std::remove_cv_t<Second>>;
};
template <class... Fields>
struct FieldTypes<std::tuple<Fields...>> {
  using Type = TypeList<std::remove_cv_t<Fields>...>;
};

}  // namespace detail

// Numbers, bool, characters and enums.
template <class T>
concept ScalarElement =
    (std::is_arithmetic_v<T> || std::is_enum_v<T>) && !std::is_same_v<T, long double> && !HasCodec<T>;

// What a scalar is made of: the underlying type of an enum, else the type itself.
template <class T>
using Physical = typename detail::PhysicalType<T>::Type;

template <class T>
concept BoolElement = ScalarElement<T> && std::is_same_v<Physical<T>, bool>;

// Scalars that lie side by side in memory exactly as they do in a column.
template <class T>
concept FixedElement = ScalarElement<T> && !BoolElement<T>;

template <class T>
concept TextElement =
    std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view> || std::is_same_v<T, const char*>;

template <class T>
concept VectorElement = detail::IsVector<T>::value && !HasCodec<T>;

template <class T>
concept ArrayElement = detail::IsStdArray<T>::value && !HasCodec<T>;

template <class T>
concept OptionalElement = detail::IsOptional<T>::value && !HasCodec<T>;

template <class T>
concept MapElement = detail::IsMap<T>::value && !HasCodec<T>;

// Pairs, tuples and plain structs: a fixed row of fields.
template <class T>
concept ProductElement = (detail::IsPairOrTuple<T>::value && !HasCodec<T>) || Aggregate<T>;

// Calls visit(field1, field2, ...) with references to the fields of a pair, tuple or plain struct.
template <class T, class Visit>
constexpr decltype(auto) visitFields(T&& value, Visit&& visit) {
  if constexpr (detail::IsPair<std::remove_cvref_t<T>>::value) {
    return visit(value.first, value.second);
  } else if constexpr (detail::IsPairOrTuple<std::remove_cvref_t<T>>::value) {
    return std::apply(static_cast<Visit&&>(visit), value);
  } else {
    return withFields(value, visit);
  }
}

// The types of those fields, as a TypeList.
template <class T>
using FieldsOf = typename detail::FieldTypes<T>::Type;

namespace detail {

enum class Views { kAllowed, kForbidden };

template <class T, Views views>
constexpr bool isElement();

template <Views views, class... Fields>
constexpr bool areElements(TypeList<Fields...>) {
  return (isElement<Fields, views>() && ...);
}

template <class T, Views views>
constexpr bool isElement() {
  if constexpr (HasCodec<T> || ScalarElement<T> || std::is_same_v<T, std::string>) {
    return true;
  } else if constexpr (TextElement<T>) {
    return views == Views::kAllowed;
  } else if constexpr (ProductElement<T>) {
    return areElements<views>(FieldsOf<T>{});
  } else if constexpr (VectorElement<T> || ArrayElement<T> || OptionalElement<T>) {
    return isElement<typename T::value_type, views>();
  } else if constexpr (MapElement<T>) {
    return isElement<typename T::key_type, views>() && isElement<typename T::mapped_type, views>();
  } else {
    return false;
  }
}

}  // namespace detail

// What a row or a result of a user's function may be; texts may be views.
template <class T>
concept Element = detail::isElement<T, detail::Views::kAllowed>();

// What can be encoded here and decoded elsewhere: an Element without views. Stored<T> of a view travels.
template <class T>
concept Travels = detail::isElement<T, detail::Views::kForbidden>();

// For the static_assert of a last else branch.
template <class>
inline constexpr bool kAlwaysFalse = false;

}  // namespace ferro
