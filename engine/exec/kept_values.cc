#include "ferro/engine/exec/kept_values.h"

#include <arrow/util/byte_size.h>

#include "ferro/engine/exec/columns.h"

namespace ferro {

uint32_t KeptValues::add(const ArrayPointer& column, std::span<const uint32_t> rows) {
  arrow::MemoryPool* pool = arrow::default_memory_pool();
  chunks_.push_back(plainColumn(takeColumn(column, rows, pool), pool));
  numRows_ += static_cast<int64_t>(rows.size());
  bytes_ += arrow::util::TotalBufferSize(*chunks_.back());
  return static_cast<uint32_t>(chunks_.size() - 1);
}

ArrayPointer KeptValues::gather(std::span<const RowRef> rows, arrow::MemoryPool* pool) const {
  if (!chunks_.empty()) return gatherColumn(chunks_, rows, pool);
  return nullColumn(type_, static_cast<int64_t>(rows.size()), pool);
}

void KeptValues::compact(std::span<RowRef> rows) {
  ArrayPointer all = gather(rows, arrow::default_memory_pool());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].row != kNoRow) rows[i] = {0, static_cast<uint32_t>(i)};
  }
  chunks_ = {std::move(all)};
  numRows_ = static_cast<int64_t>(rows.size());
  bytes_ = arrow::util::TotalBufferSize(*chunks_[0]);
}

}  // namespace ferro
