// The inner loops of arithmetic: two columns, or a column and a constant, of one type of number. They compute every
// row, also those without a value, and remember whether anything went wrong anywhere, so that nothing branches in the
// loop; only then is it worth looking for a row with a value that did. Pure functions; any thread. Private to the
// arithmetic functions.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace ferro {

template <class T>
using UnsignedOf = std::make_unsigned_t<T>;

// An operation gives the value and adds to `wrong` something other than 0 (negative, for whole numbers) when there is
// no right one.
struct AddOperation {
  template <class T>
  static T apply(T a, T b, T& wrong) {
    if constexpr (std::is_integral_v<T>) {
      const T sum = static_cast<T>(static_cast<UnsignedOf<T>>(a) + static_cast<UnsignedOf<T>>(b));
      wrong = static_cast<T>(wrong | ((a ^ sum) & (b ^ sum)));
      return sum;
    } else {
      return a + b;
    }
  }
};

struct SubtractOperation {
  template <class T>
  static T apply(T a, T b, T& wrong) {
    if constexpr (std::is_integral_v<T>) {
      const T difference = static_cast<T>(static_cast<UnsignedOf<T>>(a) - static_cast<UnsignedOf<T>>(b));
      wrong = static_cast<T>(wrong | ((a ^ b) & (a ^ difference)));
      return difference;
    } else {
      return a - b;
    }
  }
};

struct MultiplyOperation {
  template <class T>
  static T apply(T a, T b, T& wrong) {
    if constexpr (std::is_floating_point_v<T>) {
      return a * b;
    } else if constexpr (sizeof(T) < 8) {
      const int64_t product = static_cast<int64_t>(a) * b;
      const T narrow = static_cast<T>(product);
      wrong = static_cast<T>(wrong | (narrow != product ? -1 : 0));
      return narrow;
    } else {
      T product;
      wrong |= __builtin_mul_overflow(a, b, &product) ? T{-1} : T{0};
      return product;
    }
  }
};

// Of floating-point numbers; a divisor of 0 is an error for them too.
struct DivideOperation {
  template <class T>
  static T apply(T a, T b, T& wrong) {
    wrong = b == T{0} ? T{-1} : wrong;
    return a / b;
  }
};

template <class T>
bool isWrong(T wrong) {
  return wrong < T{0};
}

// step is 1 for a column and 0 for a constant.
template <class Operation, class T>
bool arithmeticLoop(const T* a, int64_t stepA, const T* b, int64_t stepB, int64_t length, T* out) {
  T wrong{};
  if (stepA == 1 && stepB == 1) {
    for (int64_t row = 0; row < length; ++row) out[row] = Operation::template apply<T>(a[row], b[row], wrong);
  } else if (stepA == 1) {
    const T constant = *b;
    for (int64_t row = 0; row < length; ++row) out[row] = Operation::template apply<T>(a[row], constant, wrong);
  } else {
    const T constant = *a;
    for (int64_t row = 0; row < length; ++row) {
      out[row] = Operation::template apply<T>(constant, b[row * stepB], wrong);
    }
  }
  return isWrong(wrong);
}

// The same of one row, where an error is nothing.
template <class Operation, class T>
std::optional<T> arithmeticOrNull(T a, T b) {
  T wrong{};
  const T value = Operation::template apply<T>(a, b, wrong);
  if (isWrong(wrong)) return std::nullopt;
  return value;
}

// What is left of a division that rounds towards zero; the divisor is not 0.
template <class T>
T remainderOf(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(a, b);
  } else {
    return b == T{-1} ? T{0} : static_cast<T>(a % b);
  }
}

// The remainder that has the divisor's sign, or is 0 or more for a divisor above 0.
template <class T>
T positiveRemainderOf(T a, T b) {
  const T left = remainderOf(a, b);
  if (!(left < T{0})) return left;
  if constexpr (sizeof(T) < 4) {
    return static_cast<T>((int32_t{left} + int32_t{b}) % int32_t{b});  // Java adds small numbers as ints
  } else if constexpr (std::is_integral_v<T>) {
    // The sum can leave the type for a divisor near its end; Java's comes round, and so does this.
    return remainderOf<T>(static_cast<T>(static_cast<UnsignedOf<T>>(left) + static_cast<UnsignedOf<T>>(b)), b);
  } else {
    return std::fmod(left + b, b);
  }
}

}  // namespace ferro
