// The inner loops of comparisons: two columns, or a column and a constant, of one type of value, to a bitmap. Rows
// without a value get a bit that means nothing. NaN equals NaN and is larger than any other number. Pure functions; any
// thread. Private to the comparison functions.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ferro {

// Bits are used instead of && and ||, so that the loops have no branches. Each operation says what it is when the right
// side is known not to be NaN, and what it is with its sides swapped.
template <class Operation>
struct Negated;
struct GreaterThan;

struct EqualTo {
  using Swapped = EqualTo;

  template <class T>
  static bool apply(const T& a, const T& b) {
    if constexpr (std::is_floating_point_v<T>) {
      return (a == b) | ((a != a) & (b != b));
    } else {
      return a == b;
    }
  }
  template <class T>
  static bool applyToNumber(const T& a, const T& b) {
    return a == b;
  }
};

struct LessThan {
  using Swapped = GreaterThan;

  template <class T>
  static bool apply(const T& a, const T& b) {
    if constexpr (std::is_floating_point_v<T>) {
      return !(a >= b) & (a == a);
    } else {
      return a < b;
    }
  }
  template <class T>
  static bool applyToNumber(const T& a, const T& b) {
    return a < b;
  }
};

struct GreaterThan {
  using Swapped = LessThan;

  template <class T>
  static bool apply(const T& a, const T& b) {
    return LessThan::apply<T>(b, a);
  }
  template <class T>
  static bool applyToNumber(const T& a, const T& b) {
    return !(a <= b);
  }
};

template <class Operation>
struct Negated {
  using Swapped = Negated<typename Operation::Swapped>;

  template <class T>
  static bool apply(const T& a, const T& b) {
    return !Operation::template apply<T>(a, b);
  }
  template <class T>
  static bool applyToNumber(const T& a, const T& b) {
    return !Operation::template applyToNumber<T>(a, b);
  }
};

using NotEqualTo = Negated<EqualTo>;
using LessOrEqual = Negated<GreaterThan>;
using GreaterOrEqual = Negated<LessThan>;

// Which bit of a word stands for which row of its block.
template <class Word>
inline constexpr auto kBitOf = [] {
  std::array<Word, sizeof(Word) * 8> bits{};
  for (size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<Word>(Word{1} << i);
  return bits;
}();

// bits[row] = predicate(row); the bitmap has room for whole bytes. A word should be as wide as the values that the
// predicate looks at: compilers then compare and mask several rows at once.
template <class Word, class Predicate>
void writeBits(int64_t length, uint8_t* bits, const Predicate& predicate) {
  constexpr int64_t kBlock = sizeof(Word) * 8;
  int64_t row = 0;
  for (; row + kBlock <= length; row += kBlock) {
    Word word = 0;
    for (int64_t i = 0; i < kBlock; ++i) {
      word |= static_cast<Word>(Word{0} - static_cast<Word>(predicate(row + i))) & kBitOf<Word>[static_cast<size_t>(i)];
    }
    std::memcpy(bits + row / 8, &word, sizeof word);
  }
  for (int64_t i = row; i < length; i += 8) {
    uint8_t byte = 0;
    for (int64_t bit = 0; bit < 8 && i + bit < length; ++bit) {
      byte = static_cast<uint8_t>(byte | (predicate(i + bit) ? 1U << bit : 0U));
    }
    bits[i / 8] = byte;
  }
}

template <class T>
using WordFor = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

// A column and a constant.
template <class Operation, class T>
void compareWithConstant(const T* a, T constant, int64_t length, uint8_t* bits) {
  if (constant != constant) {
    writeBits<WordFor<T>>(length, bits,
                          [a, constant](int64_t row) { return Operation::template apply<T>(a[row], constant); });
  } else {
    writeBits<WordFor<T>>(
        length, bits, [a, constant](int64_t row) { return Operation::template applyToNumber<T>(a[row], constant); });
  }
}

// step is 1 for a column and 0 for a constant; at least one is a column.
template <class Operation, class T>
void compareLoop(const T* a, int64_t stepA, const T* b, int64_t stepB, int64_t length, uint8_t* bits) {
  if (stepA == 1 && stepB == 1) {
    writeBits<WordFor<T>>(length, bits, [a, b](int64_t row) { return Operation::template apply<T>(a[row], b[row]); });
  } else if (stepA == 1) {
    compareWithConstant<Operation, T>(a, *b, length, bits);
  } else {
    compareWithConstant<typename Operation::Swapped, T>(b, *a, length, bits);
  }
}

}  // namespace ferro
