// The cheapest type that the rows of a batch can be read as: strings become views into the batch, which must be kept
// while they are used. The opposite of Stored<T>, as far as fixed rows of fields go.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace ferro {

namespace detail {

template <class T>
struct ViewType {
  using Type = T;
};
template <>
struct ViewType<std::string> {
  using Type = std::string_view;
};
template <class First, class Second>
struct ViewType<std::pair<First, Second>> {
  using Type = std::pair<typename ViewType<First>::Type, typename ViewType<Second>::Type>;
};
template <class... Fields>
struct ViewType<std::tuple<Fields...>> {
  using Type = std::tuple<typename ViewType<Fields>::Type...>;
};
template <class T>
struct ViewType<std::optional<T>> {
  using Type = std::optional<typename ViewType<T>::Type>;
};

}  // namespace detail

template <class T>
using ViewOf = typename detail::ViewType<T>::Type;

}  // namespace ferro
