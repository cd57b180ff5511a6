// One hash for every element type, the same in every process and on every machine, and for text however it is held.
// Decides which partition a key belongs to. Pure functions; any thread may call them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "ferro/common/codec.h"

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

template <class Word>
uint64_t wordAt(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof(word));
  return word;
}

uint64_t hashLongText(std::string_view text);

// Keys are mostly short: up to 16 bytes are read as two words that overlap where there are fewer, without a loop or
// call.
inline uint64_t hashText(std::string_view text) {
  const char* bytes = text.data();
  const size_t size = text.size();
  uint64_t first = 0;
  uint64_t second = 0;
  if (size > 16) return hashLongText(text);
  if (size >= 8) {
    first = wordAt<uint64_t>(bytes);
    second = wordAt<uint64_t>(bytes + size - 8);
  } else if (size >= 4) {
    first = wordAt<uint32_t>(bytes);
    second = wordAt<uint32_t>(bytes + size - 4);
  } else if (size > 0) {
    first = wordAt<uint8_t>(bytes) << 16 | wordAt<uint8_t>(bytes + size / 2) << 8 | wordAt<uint8_t>(bytes + size - 1);
  }
  const uint64_t folded = multiplyAndFold(first ^ 0xa0761d6478bd642f, second ^ 0xe7037ed1a0b428db);
  return mixBits(folded ^ (size * 0x9e3779b97f4a7c15));
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
