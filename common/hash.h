// One hash for every element type, the same in every process and on every machine, and for text however it is held.
// Decides which partition a key belongs to. Pure functions; any thread may call them.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "ferro/common/codec.h"
#include "ferro/common/short_text.h"

namespace ferro {

namespace detail {

// A bijection in which every bit of the input moves every bit of the output (the finaliser of SplitMix64).
inline uint64_t mixBits(uint64_t bits) {
  bits ^= bits >> 30;
  bits *= 0xbf58476d1ce4e5b9;
  bits ^= bits >> 27;
  bits *= 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

inline uint64_t combineHashes(uint64_t first, uint64_t second) { return mixBits(first * 0x9e3779b97f4a7c15 + second); }

// The 128-bit product of two words, folded to one.
inline uint64_t multiplyAndFold(uint64_t first, uint64_t second) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(first) * second;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

uint64_t hashLongText(std::string_view text);

// Keys are mostly short, and their lengths differ from row to row.
[[gnu::always_inline]] inline uint64_t hashText(std::string_view text) {
  if (text.size() > ShortText::kMostBytes) return hashLongText(text);
  const ShortText words(text);
  const uint64_t folded = multiplyAndFold(words.first ^ 0xa0761d6478bd642f, words.second ^ 0xe7037ed1a0b428db);
  return multiplyAndFold(folded ^ 0x8ebc6af09c88c6e3, text.size() ^ 0x589965cc75374cc3);
}

// -0.0 and 0.0 are equal, and so are all NaNs as keys.
inline uint64_t hashNumber(double value) {
  constexpr uint64_t kNan = 0x7ff8000000000000;
  if (value != value) return mixBits(kNan);
  value += 0.0;
  return mixBits(std::bit_cast<uint64_t>(value));
}

}  // namespace detail

// Equal values hash alike whatever holds them: string or string_view, int or long. A type with a Codec is hashed by its
// encoding, so equal values must encode to the same bytes.
template <class T>
uint64_t hashValue(const T& value) {
  if constexpr (HasCodec<T>) {
    Encoder encoder;
    encoder.write(value);
    return detail::hashText(encoder.view());
  } else if constexpr (ScalarElement<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      return detail::hashNumber(value);
    } else {
      return detail::mixBits(static_cast<uint64_t>(static_cast<Physical<T>>(value)));
    }
  } else if constexpr (TextElement<T>) {
    return detail::hashText(value);
  } else if constexpr (ProductElement<T>) {
    uint64_t hash = FieldsOf<T>::kSize;
    visitFields(value,
                [&hash](const auto&... fields) { ((hash = detail::combineHashes(hash, hashValue(fields))), ...); });
    return hash;
  } else if constexpr (VectorElement<T> || ArrayElement<T>) {
    uint64_t hash = value.size();
    for (const typename T::value_type& element : value) hash = detail::combineHashes(hash, hashValue(element));
    return hash;
  } else if constexpr (OptionalElement<T>) {
    return value ? detail::combineHashes(1, hashValue(*value)) : 0;
  } else if constexpr (MapElement<T>) {
    uint64_t sum = value.size();  // the order of entries must not matter
    for (const auto& [key, mapped] : value) sum += detail::combineHashes(hashValue(key), hashValue(mapped));
    return detail::mixBits(sum);
  } else {
    static_assert(kAlwaysFalse<T>,
                  "this type cannot be hashed as a key: use numbers, bool, enums, std::string, pair, tuple, array, "
                  "vector, optional, map or a plain struct of these, or specialise ferro::Codec<T>");
  }
}

}  // namespace ferro
