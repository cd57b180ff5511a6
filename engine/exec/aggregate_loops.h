// The loops that aggregate states share: over rows that have a value, and over numbers of any width. For .cc files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/engine/exec/aggregate_state.h"
#include "ferro/engine/exec/columns.h"

namespace ferro {

// visit(row, group) for each row of the column that is not null.
template <class Visit>
void forEachValid(const arrow::ArrayData& column, std::span<const uint32_t> groups, Visit visit) {
  const ColumnCursor cursor(column);
  if (!cursor.mayHaveNulls()) {
    for (size_t i = 0; i < groups.size(); ++i) visit(i, groups[i]);
    return;
  }
  for (size_t i = 0; i < groups.size(); ++i) {
    if (cursor.isValid(static_cast<int64_t>(i))) visit(i, groups[i]);
  }
}

// visit(values) with a pointer of the column's own number type.
template <class Visit>
void withNumbers(const arrow::ArrayData& column, Visit visit) {
  const ColumnCursor cursor(column);
  switch (column.type->id()) {
    case arrow::Type::INT8: return visit(cursor.values<int8_t>());
    case arrow::Type::INT16: return visit(cursor.values<int16_t>());
    case arrow::Type::INT32: return visit(cursor.values<int32_t>());
    case arrow::Type::INT64: return visit(cursor.values<int64_t>());
    case arrow::Type::FLOAT: return visit(cursor.values<float>());
    case arrow::Type::DOUBLE: return visit(cursor.values<double>());
    default: throwInternal("an aggregate of numbers was given " + column.type->ToString());
  }
}

// A column of count values, where isNull(index) says which are missing.
template <class T, class IsNull>
ArrayPointer stateColumn(DataTypePtr type, const std::vector<T>& values, uint32_t first, uint32_t count, IsNull isNull,
                         arrow::MemoryPool* pool) {
  ValidityWriter validity(count, pool);
  for (uint32_t i = 0; i < count; ++i) {
    if (isNull(first + i)) validity.setNull(i);
  }
  return fixedColumn<T>(std::move(type), std::span<const T>(values).subspan(first, count), validity.finish(), pool);
}

template <class T>
ArrayPointer stateColumn(DataTypePtr type, const std::vector<T>& values, uint32_t first, uint32_t count,
                         arrow::MemoryPool* pool) {
  return fixedColumn<T>(std::move(type), std::span<const T>(values).subspan(first, count), {}, pool);
}

template <class T>
int64_t vectorBytes(const std::vector<T>& values) {
  return static_cast<int64_t>(values.capacity() * sizeof(T));
}

}  // namespace ferro
