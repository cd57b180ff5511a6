// The hashes that Spark computes of rows: hash() and xxhash64(). The same bits as Spark's, so that partitions and
// samples come out alike. Pure functions; any thread. For .cc files: it parses Arrow headers.
#pragma once

#include <cstdint>
#include <string_view>

#include <arrow/type_fwd.h>

namespace ferro {

// Murmur3, 32 bits, with Spark's own way to take the last bytes.
uint32_t murmurInt(int32_t value, uint32_t seed);
uint32_t murmurLong(int64_t value, uint32_t seed);
uint32_t murmurBytes(std::string_view bytes, uint32_t seed);
// The same as scala.util.hashing has it, which differs in the last bytes.
uint32_t murmurStandard(std::string_view bytes, uint32_t seed);

// A value of any column goes into the hash of the values before it; a null leaves it as it is.
int32_t murmurValue(const arrow::Array& column, int64_t row, int32_t seed);
int64_t xxhashValue(const arrow::Array& column, int64_t row, int64_t seed);

inline constexpr int32_t kSparkHashSeed = 42;

}  // namespace ferro
