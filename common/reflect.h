// The fields of a plain struct, without macros: how many there are, and all of them as the arguments of one call.
// Pure compile-time code over values of the caller's; any thread may use it.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace ferro {

// Bytes for a type that Ferro does not know by itself; users specialise it (see common/codec.h).
template <class T>
struct Codec;

// True when somebody specialised Codec<T>; that choice then wins over what T looks like.
template <class T>
concept HasCodec = requires { sizeof(Codec<T>); };

// A plain struct may have this many fields. A structured binding needs its names spelled out, hence a limit at all.
inline constexpr size_t kMaxFields = 24;

namespace detail {

struct AnyField {
  template <class T>
  operator T() const;
};

template <class Derived>
struct AnyBase {
  template <class T>
    requires(std::is_base_of_v<T, Derived> && !std::is_same_v<T, Derived>)
  operator T() const;
};

template <class T>
struct IsStdArray : std::false_type {};
template <class T, size_t N>
struct IsStdArray<std::array<T, N>> : std::true_type {};

template <class T>
concept PlainStruct = std::is_aggregate_v<T> && std::is_class_v<T> && !IsStdArray<T>::value;

template <class T, size_t... Index>
constexpr bool takesFields(std::index_sequence<Index...>) {
  return requires { T{(static_cast<void>(Index), AnyField{})...}; };
}

// Counted from above: a member without a default constructor makes too few initialisers invalid as well as too many.
template <class T, size_t Candidate = kMaxFields + 1>
constexpr size_t countFields() {
  if constexpr (Candidate == 0 || takesFields<T>(std::make_index_sequence<Candidate>{})) {
    return Candidate;
  } else {
    return countFields<T, Candidate - 1>();
  }
}

template <class T>
constexpr bool hasBase() {
  return requires { T{AnyBase<T>{}}; };
}

}  // namespace detail

// How many fields a plain struct has; kMaxFields + 1 stands for "too many". Members that are C arrays do not work.
template <class T>
constexpr size_t fieldCount() {
  return detail::countFields<std::remove_cv_t<T>>();
}

// A struct that Ferro takes apart by itself: no constructors, no bases, no private members, no references, at most
// kMaxFields fields. One with references or const fields shows in that it cannot be assigned.
template <class T>
concept Aggregate = detail::PlainStruct<T> && !HasCodec<T> && std::is_move_assignable_v<T> && !detail::hasBase<T>() &&
                    (fieldCount<T>() <= kMaxFields);

// Calls visit(field1, field2, ...) with references to the fields of value, const if value is.
template <class T, class Visit>
constexpr decltype(auto) withFields(T&& value, Visit&& visit) {
  constexpr size_t kCount = fieldCount<std::remove_reference_t<T>>();
  static_assert(kCount <= kMaxFields,
                "this struct has more than 24 fields: group some of them in a struct of their own");
  if constexpr (kCount == 0) {
    return visit();
  } else if constexpr (kCount == 1) {
    auto& [a] = value;
    return visit(a);
  } else if constexpr (kCount == 2) {
    auto& [a, b] = value;
    return visit(a, b);
  } else if constexpr (kCount == 3) {
    auto& [a, b, c] = value;
    return visit(a, b, c);
  } else if constexpr (kCount == 4) {
    auto& [a, b, c, d] = value;
    return visit(a, b, c, d);
  } else if constexpr (kCount == 5) {
    auto& [a, b, c, d, e] = value;
    return visit(a, b, c, d, e);
  } else if constexpr (kCount == 6) {
    auto& [a, b, c, d, e, f] = value;
    return visit(a, b, c, d, e, f);
  } else if constexpr (kCount == 7) {
    auto& [a, b, c, d, e, f, g] = value;
    return visit(a, b, c, d, e, f, g);
  } else if constexpr (kCount == 8) {
    auto& [a, b, c, d, e, f, g, h] = value;
    return visit(a, b, c, d, e, f, g, h);
  } else if constexpr (kCount == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = value;
    return visit(a, b, c, d, e, f, g, h, i);
  } else if constexpr (kCount == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = value;
    return visit(a, b, c, d, e, f, g, h, i, j);
  } else if constexpr (kCount == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k);
  } else if constexpr (kCount == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l);
  } else if constexpr (kCount == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m);
  } else if constexpr (kCount == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
  } else if constexpr (kCount == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  } else if constexpr (kCount == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
  } else if constexpr (kCount == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q);
  } else if constexpr (kCount == 18) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
  } else if constexpr (kCount == 19) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s);
  } else if constexpr (kCount == 20) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
  } else if constexpr (kCount == 21) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
  } else if constexpr (kCount == 22) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v);
  } else if constexpr (kCount == 23) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w);
  } else if constexpr (kCount == 24) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = value;
    return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
  }
}

}  // namespace ferro
