// Rows picked out of columns by number: how operators reorder, repeat and scatter rows, a column at a time. Pure
// functions; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/common/column_arrow.h"

namespace ferro {

// In place of a row's number: the row comes out null.
inline constexpr uint32_t kNoRow = ~uint32_t{0};

// A row of one of several batches.
struct RowRef {
  uint32_t chunk = 0;
  uint32_t row = 0;  // kNoRow: comes out null
};

// A dictionary stays one.
ArrayPointer takeColumn(const ArrayPointer& column, std::span<const uint32_t> rows, arrow::MemoryPool* pool);
std::shared_ptr<arrow::RecordBatch> takeRows(const arrow::RecordBatch& batch, std::span<const uint32_t> rows,
                                             arrow::MemoryPool* pool);

// The chunks are the same column of several batches. A dictionary stays one where all chunks share it.
ArrayPointer gatherColumn(std::span<const ArrayPointer> chunks, std::span<const RowRef> rows, arrow::MemoryPool* pool);

}  // namespace ferro
