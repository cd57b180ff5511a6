// Equality and order of every element type, plain structs included, which have no operators of their own. All NaNs are
// equal to each other and greater than any number, as Spark orders them. Pure functions; any thread may call them.
#pragma once

#include <algorithm>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ferro/common/codec.h"
#include "ferro/common/element.h"
#include "ferro/common/short_text.h"

namespace ferro {

namespace detail {

template <class T>
std::string encodingOf(const T& value) {
  Encoder encoder;
  encoder.write(value);
  return encoder.take();
}

}  // namespace detail

// A and B differ at most in how they hold text.
template <class A, class B>
bool equalValues(const A& a, const B& b) {
  if constexpr (HasCodec<A>) {
    return detail::encodingOf(a) == detail::encodingOf(b);
  } else if constexpr (std::is_floating_point_v<A>) {
    return a == b || (a != a && b != b);
  } else if constexpr (ScalarElement<A>) {
    return a == b;
  } else if constexpr (TextElement<A>) {
    return equalTexts(a, b);
  } else if constexpr (OptionalElement<A>) {
    return a.has_value() == b.has_value() && (!a || equalValues(*a, *b));
  } else if constexpr (VectorElement<A> || ArrayElement<A>) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return equalValues(x, y); });
  } else if constexpr (MapElement<A>) {
    if (a.size() != b.size()) return false;
    return std::all_of(a.begin(), a.end(), [&](const auto& entry) {
      auto found = b.find(entry.first);
      return found != b.end() && equalValues(entry.second, found->second);
    });
  } else if constexpr (ProductElement<A>) {
    return visitFields(a, [&](const auto&... left) {
      return visitFields(b, [&](const auto&... right) { return (equalValues(left, right) && ...); });
    });
  } else {
    static_assert(kAlwaysFalse<A>, "values of this type cannot be compared: specialise ferro::Codec<T>");
  }
}

// Negative, zero or positive as a comes before, with or after b: field by field, element by element.
template <class A, class B>
int compareValues(const A& a, const B& b) {
  if constexpr (std::is_floating_point_v<A>) {
    if (a != a || b != b) return static_cast<int>(a != a) - static_cast<int>(b != b);
    return static_cast<int>(b < a) - static_cast<int>(a < b);
  } else if constexpr (ScalarElement<A>) {
    return static_cast<int>(b < a) - static_cast<int>(a < b);
  } else if constexpr (TextElement<A>) {
    return std::string_view(a).compare(std::string_view(b));
  } else if constexpr (OptionalElement<A>) {
    if (!a || !b) return static_cast<int>(a.has_value()) - static_cast<int>(b.has_value());
    return compareValues(*a, *b);
  } else if constexpr (VectorElement<A> || ArrayElement<A>) {
    auto right = b.begin();
    for (auto left = a.begin(); left != a.end(); ++left, ++right) {
      if (right == b.end()) return 1;
      if (int order = compareValues(*left, *right); order != 0) return order;
    }
    return right == b.end() ? 0 : -1;
  } else if constexpr (ProductElement<A>) {
    return visitFields(a, [&](const auto&... left) {
      return visitFields(b, [&](const auto&... right) {
        int order = 0;
        static_cast<void>(((order = compareValues(left, right), order == 0) && ...));
        return order;
      });
    });
  } else {
    static_assert(kAlwaysFalse<A>,
                  "values of this type have no order: sort by a key made of numbers, strings, pairs, tuples, "
                  "vectors, optionals or plain structs of these");
  }
}

struct ValueLess {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    if constexpr (std::is_integral_v<A>) {
      return a < b;
    } else {
      return compareValues(a, b) < 0;
    }
  }
};

struct ValueGreater {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return ValueLess{}(b, a);
  }
};

}  // namespace ferro
