// Batches kept in memory for gathering rows from them: what sorts and joins hold. Belongs to one owner while it is
// filled; from then on any thread may read it.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ferro/engine/exec/gather.h"

namespace ferro {

class GatherSource {
 public:
  explicit GatherSource(std::shared_ptr<arrow::Schema> schema);
  // At most 2^32 - 1 rows in a batch.
  void add(const std::shared_ptr<arrow::RecordBatch>& batch);
  void clear();

  size_t numChunks() const { return numRows_.size(); }
  int64_t numRows(size_t chunk) const { return numRows_[chunk]; }
  // One array for each chunk.
  const std::vector<ArrayPointer>& column(size_t column) const { return columns_[column]; }
  const std::shared_ptr<arrow::Schema>& schema() const { return schema_; }

  ArrayPointer gatherColumn(int column, std::span<const RowRef> rows, arrow::MemoryPool* pool) const;
  std::shared_ptr<arrow::RecordBatch> gather(std::span<const RowRef> rows, arrow::MemoryPool* pool) const;

 private:
  void addColumn(std::vector<ArrayPointer>& chunks, ArrayPointer column);

  std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::vector<ArrayPointer>> columns_;
  std::vector<int64_t> numRows_;
};

}  // namespace ferro
