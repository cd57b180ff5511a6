// What a value becomes when it is kept or sent: views turn into strings, at any depth, and everything else stays as it
// is. Pure functions over values of the caller's; any thread may use them.
#pragma once

#include <type_traits>
#include <utility>

#include "ferro/common/element.h"

namespace ferro {

namespace detail {

template <class T>
struct StoredType {
  using Type = T;
};

}  // namespace detail

template <class T>
using Stored = typename detail::StoredType<std::decay_t<T>>::Type;

namespace detail {

template <>
struct StoredType<std::string_view> {
  using Type = std::string;
};
template <>
struct StoredType<const char*> {
  using Type = std::string;
};
template <>
struct StoredType<char*> {
  using Type = std::string;
};
template <class First, class Second>
struct StoredType<std::pair<First, Second>> {
  using Type = std::pair<Stored<First>, Stored<Second>>;
};
template <class... Fields>
struct StoredType<std::tuple<Fields...>> {
  using Type = std::tuple<Stored<Fields>...>;
};
template <class T>
struct StoredType<std::optional<T>> {
  using Type = std::optional<Stored<T>>;
};
template <class T>
struct StoredType<std::vector<T>> {
  using Type = std::vector<Stored<T>>;
};
template <class T, size_t N>
struct StoredType<std::array<T, N>> {
  using Type = std::array<Stored<T>, N>;
};

// The default order, hash or equality of one key type becomes that of the other; a user's own stays.
template <class Function, class Key>
struct StoredFunction {
  using Type = Function;
};
template <template <class> class Function, class Key>
struct StoredFunction<Function<Key>, Key> {
  using Type = Function<Stored<Key>>;
};

template <class Key, class Value, class Compare>
struct StoredType<std::map<Key, Value, Compare>> {
  using Type = std::map<Stored<Key>, Stored<Value>, typename StoredFunction<Compare, Key>::Type>;
};
template <class Key, class Value, class Hash, class Equal>
struct StoredType<std::unordered_map<Key, Value, Hash, Equal>> {
  using Type = std::unordered_map<Stored<Key>, Stored<Value>, typename StoredFunction<Hash, Key>::Type,
                                  typename StoredFunction<Equal, Key>::Type>;
};

}  // namespace detail

template <class T>
Stored<T> toStored(const T& value) {
  using Result = Stored<T>;
  if constexpr (std::is_same_v<Result, T>) {
    return value;
  } else if constexpr (detail::IsPairOrTuple<T>::value) {
    return std::apply([](const auto&... fields) { return Result(toStored(fields)...); }, value);
  } else if constexpr (detail::IsOptional<T>::value) {
    return value ? Result(toStored(*value)) : Result();
  } else if constexpr (detail::IsVector<T>::value) {
    Result result;
    result.reserve(value.size());
    for (const auto& element : value) result.push_back(toStored(element));
    return result;
  } else if constexpr (detail::IsStdArray<T>::value) {
    return std::apply([](const auto&... elements) { return Result{toStored(elements)...}; }, value);
  } else if constexpr (detail::IsMap<T>::value) {
    Result result;
    for (const auto& [key, mapped] : value) result.emplace(toStored(key), toStored(mapped));
    return result;
  } else {
    return Result(value);
  }
}

// What owns everything already is moved, not copied.
template <class T>
  requires(!std::is_reference_v<T> && !std::is_const_v<T>)
Stored<T> toStored(T&& value) {
  if constexpr (std::is_same_v<Stored<T>, T>) {
    return static_cast<T&&>(value);
  } else {
    return toStored(static_cast<const T&>(value));
  }
}

}  // namespace ferro
