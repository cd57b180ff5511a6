#include "ferro/engine/expr/spark_hash.h"

#include <bit>
#include <cstring>

#define XXH_INLINE_ALL
#include <arrow/array.h>
#include <arrow/util/decimal.h>
#include <xxhash.h>

#include "ferro/common/error.h"

namespace ferro {

namespace {

uint32_t mixWord(uint32_t word) {
  word *= 0xcc9e2d51;
  word = std::rotl(word, 15);
  return word * 0x1b873593;
}

uint32_t mixHash(uint32_t hash, uint32_t word) {
  hash ^= mixWord(word);
  hash = std::rotl(hash, 13);
  return hash * 5 + 0xe6546b64;
}

uint32_t finish(uint32_t hash, uint32_t length) {
  hash ^= length;
  hash ^= hash >> 16;
  hash *= 0x85ebca6b;
  hash ^= hash >> 13;
  hash *= 0xc2b2ae35;
  return hash ^ (hash >> 16);
}

uint32_t wordAt(std::string_view bytes, size_t at) {
  uint32_t word;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

// How a kind of hash takes numbers and bytes.
struct Murmur {
  using Hash = int32_t;
  static Hash ofInt(int32_t value, Hash seed) {
    return static_cast<Hash>(murmurInt(value, static_cast<uint32_t>(seed)));
  }
  static Hash ofLong(int64_t value, Hash seed) {
    return static_cast<Hash>(murmurLong(value, static_cast<uint32_t>(seed)));
  }
  static Hash ofBytes(std::string_view bytes, Hash seed) {
    return static_cast<Hash>(murmurBytes(bytes, static_cast<uint32_t>(seed)));
  }
};

struct Xxhash {
  using Hash = int64_t;
  static Hash ofInt(int32_t value, Hash seed) {
    return static_cast<Hash>(XXH64(&value, sizeof value, static_cast<uint64_t>(seed)));
  }
  static Hash ofLong(int64_t value, Hash seed) {
    return static_cast<Hash>(XXH64(&value, sizeof value, static_cast<uint64_t>(seed)));
  }
  static Hash ofBytes(std::string_view bytes, Hash seed) {
    return static_cast<Hash>(XXH64(bytes.data(), bytes.size(), static_cast<uint64_t>(seed)));
  }
};

// The bytes of a big-endian number without those in front that say nothing, as Java's BigInteger has them.
std::string_view significantBytes(const arrow::Decimal128& value, char (&bytes)[16]) {
  const auto raw = value.ToBytes();
  for (size_t i = 0; i < 16; ++i) bytes[i] = static_cast<char>(raw[15 - i]);
  size_t first = 0;
  const char filler = value.IsNegative() ? '\xff' : '\0';
  while (first < 15 && bytes[first] == filler && ((bytes[first + 1] ^ filler) & 0x80) == 0) ++first;
  return {bytes + first, 16 - first};
}

template <class Kind>
typename Kind::Hash hashOf(const arrow::Array& column, int64_t row, typename Kind::Hash seed);

template <class Kind>
typename Kind::Hash hashDecimal(const arrow::Decimal128Array& column, int64_t row, typename Kind::Hash seed) {
  const arrow::Decimal128 value(column.GetValue(row));
  if (static_cast<const arrow::Decimal128Type&>(*column.type()).precision() <= 18) {
    return Kind::ofLong(static_cast<int64_t>(value.low_bits()), seed);
  }
  char bytes[16];
  return Kind::ofBytes(significantBytes(value, bytes), seed);
}

template <class Kind>
typename Kind::Hash hashList(const arrow::ListArray& column, int64_t row, typename Kind::Hash seed) {
  for (int64_t i = column.value_offset(row); i < column.value_offset(row + 1); ++i) {
    seed = hashOf<Kind>(*column.values(), i, seed);
  }
  return seed;
}

template <class Kind>
typename Kind::Hash hashStruct(const arrow::StructArray& column, int64_t row, typename Kind::Hash seed) {
  for (int i = 0; i < column.num_fields(); ++i) seed = hashOf<Kind>(*column.field(i), row, seed);
  return seed;
}

template <class ArrayType>
auto valueAt(const arrow::Array& column, int64_t row) {
  return static_cast<const ArrayType&>(column).GetView(row);
}

// -0.0 counts as 0.0, and every NaN as the same.
int32_t floatBits(float value) {
  if (value != value) return 0x7fc00000;
  return std::bit_cast<int32_t>(value == 0 ? 0.0F : value);
}

int64_t doubleBits(double value) {
  if (value != value) return 0x7ff8000000000000;
  return std::bit_cast<int64_t>(value == 0 ? 0.0 : value);
}

template <class Kind>
typename Kind::Hash hashOf(const arrow::Array& column, int64_t row, typename Kind::Hash seed) {
  if (column.IsNull(row)) return seed;
  switch (column.type_id()) {
    case arrow::Type::BOOL: return Kind::ofInt(valueAt<arrow::BooleanArray>(column, row) ? 1 : 0, seed);
    case arrow::Type::INT8: return Kind::ofInt(valueAt<arrow::Int8Array>(column, row), seed);
    case arrow::Type::INT16: return Kind::ofInt(valueAt<arrow::Int16Array>(column, row), seed);
    case arrow::Type::INT32: return Kind::ofInt(valueAt<arrow::Int32Array>(column, row), seed);
    case arrow::Type::DATE32: return Kind::ofInt(valueAt<arrow::Date32Array>(column, row), seed);
    case arrow::Type::INT64: return Kind::ofLong(valueAt<arrow::Int64Array>(column, row), seed);
    case arrow::Type::TIMESTAMP: return Kind::ofLong(valueAt<arrow::TimestampArray>(column, row), seed);
    case arrow::Type::FLOAT: return Kind::ofInt(floatBits(valueAt<arrow::FloatArray>(column, row)), seed);
    case arrow::Type::DOUBLE: return Kind::ofLong(doubleBits(valueAt<arrow::DoubleArray>(column, row)), seed);
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return Kind::ofBytes(valueAt<arrow::BinaryArray>(column, row), seed);
    case arrow::Type::DECIMAL128:
      return hashDecimal<Kind>(static_cast<const arrow::Decimal128Array&>(column), row, seed);
    case arrow::Type::LIST: return hashList<Kind>(static_cast<const arrow::ListArray&>(column), row, seed);
    case arrow::Type::STRUCT: return hashStruct<Kind>(static_cast<const arrow::StructArray&>(column), row, seed);
    case arrow::Type::DICTIONARY: {
      const auto& dictionary = static_cast<const arrow::DictionaryArray&>(column);
      return hashOf<Kind>(*dictionary.dictionary(), dictionary.GetValueIndex(row), seed);
    }
    default: throwInternal("the hash of a column of " + column.type()->ToString());
  }
}

}  // namespace

uint32_t murmurInt(int32_t value, uint32_t seed) { return finish(mixHash(seed, static_cast<uint32_t>(value)), 4); }

uint32_t murmurLong(int64_t value, uint32_t seed) {
  const auto bits = static_cast<uint64_t>(value);
  return finish(mixHash(mixHash(seed, static_cast<uint32_t>(bits)), static_cast<uint32_t>(bits >> 32)), 8);
}

uint32_t murmurBytes(std::string_view bytes, uint32_t seed) {
  uint32_t hash = seed;
  size_t at = 0;
  for (; at + 4 <= bytes.size(); at += 4) hash = mixHash(hash, wordAt(bytes, at));
  for (; at < bytes.size(); ++at) {
    hash = mixHash(hash, static_cast<uint32_t>(static_cast<int32_t>(static_cast<signed char>(bytes[at]))));
  }
  return finish(hash, static_cast<uint32_t>(bytes.size()));
}

uint32_t murmurStandard(std::string_view bytes, uint32_t seed) {
  uint32_t hash = seed;
  size_t at = 0;
  for (; at + 4 <= bytes.size(); at += 4) hash = mixHash(hash, wordAt(bytes, at));
  uint32_t last = 0;
  for (size_t i = bytes.size(); i > at; --i) last = last << 8 | static_cast<unsigned char>(bytes[i - 1]);
  if (at < bytes.size()) hash ^= mixWord(last);
  return finish(hash, static_cast<uint32_t>(bytes.size()));
}

int32_t murmurValue(const arrow::Array& column, int64_t row, int32_t seed) { return hashOf<Murmur>(column, row, seed); }
int64_t xxhashValue(const arrow::Array& column, int64_t row, int64_t seed) { return hashOf<Xxhash>(column, row, seed); }

}  // namespace ferro
