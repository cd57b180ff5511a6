// The order of rows by several keys, for two rows of any batches, and the words by which many rows are ordered at once.
// Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ferro/common/column_arrow.h"
#include "ferro/engine/exec/sort_key.h"

namespace ferro {

// One column for each key, the rows of which are compared. Below 0, 0 or above 0.
int compareKeys(std::span<const SortKey> keys, std::span<const ArrayPointer> columnsOfA, int64_t rowOfA,
                std::span<const ArrayPointer> columnsOfB, int64_t rowOfB);

// 64 bits of a value of a column that are ordered as the values are, ascending, as far as they go. Rows that are null
// get anything.
class KeyWords {
 public:
  explicit KeyWords(const arrow::ArrayData& column);

  // `level` counts the words of long values from 0.
  uint64_t word(int64_t row, uint32_t level) const;
  // Whether the words of a value go on after those up to this level.
  bool isLonger(int64_t row, uint32_t level) const;
  bool isNull(int64_t row) const;
  // Of a text, in bytes; 0 for other values.
  uint64_t length(int64_t row) const;

  // Whether one word says all of every value.
  static bool isExact(const arrow::DataType& type);
  // Whether values of this type have words at all.
  static bool hasWords(const arrow::DataType& type);

 private:
  enum class Kind : uint8_t { kBool, kInt8, kInt16, kInt32, kInt64, kFloat, kDouble, kDecimal, kText, kCoded, kNone };
  std::string_view textAt(int64_t row) const;

  Kind kind_;
  ColumnView rows_;
  ColumnView texts_;  // of a dictionary
};

// The first word of each row of a key column as the whole order has it: descending is turned around.
void firstWords(const arrow::ArrayData& column, bool descending, std::span<uint64_t> words);

}  // namespace ferro
