// One hash of some columns of each row: decides which reducer and which spilled part a row belongs to, so it is the
// same in every process, for text however it is coded, and for equal numbers of different width. Null is a value like
// others, all NaNs are one, and -0.0 is 0.0. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/common/column_arrow.h"

namespace ferro {

// hashes has one place for each row.
void hashRows(std::span<const ArrayPointer> columns, std::span<uint64_t> hashes);

// Of one column alone, for sketches.
void hashColumn(const arrow::ArrayData& column, std::span<uint64_t> hashes);

// Reducers differ in the hash's upper half, so that all of one reducer's rows still differ in the lower.
inline uint32_t reducerOf(uint64_t hash, uint32_t numReducers) {
  return static_cast<uint32_t>((hash >> 32) * numReducers >> 32);
}

// Spilled parts take four bits of the lower half for each level of recursion.
inline constexpr uint32_t kSpillParts = 16;
inline constexpr int kMostSpillLevels = 6;
inline uint32_t spillPartOf(uint64_t hash, int level) {
  return static_cast<uint32_t>(hash >> (28 - 4 * level)) & (kSpillParts - 1);
}

}  // namespace ferro
