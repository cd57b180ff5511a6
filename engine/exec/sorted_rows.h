// The rows of one side of a merge join, which come in the order of their keys, cut where keys change. Belongs to one
// task.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ferro/common/column_arrow.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/sort_key.h"

namespace ferro {

// The key of a row.
struct KeyPlace {
  std::vector<ArrayPointer> columns;
  int64_t row = 0;
};

class SortedRows {
 public:
  using Batch = std::shared_ptr<arrow::RecordBatch>;

  SortedRows(BatchIteratorPtr rows, const std::vector<int>& keys);

  // Some thousands of the next rows, with all rows of each key among them. Empty when there are no more.
  std::vector<Batch> takeWindow();
  // The first key that comes after what was taken; none at the end.
  const std::optional<KeyPlace>& nextKey() const { return nextKey_; }
  // The next rows whose keys come before `end`, all that are left where there is none; null when no row does.
  Batch takeBefore(const std::optional<KeyPlace>& end);

 private:
  Batch read();  // the next rows of a window at most
  std::vector<ArrayPointer> keysOf(const arrow::RecordBatch& batch) const;
  // The first row of the batch whose key is not before that.
  int64_t lowerBound(const std::vector<ArrayPointer>& columns, int64_t rows, const KeyPlace& key) const;

  BatchIteratorPtr rows_;
  std::vector<int> keys_;
  std::vector<SortKey> order_;
  Batch unread_;   // the rest of a batch
  Batch pending_;  // read, but not taken yet
  std::optional<KeyPlace> nextKey_;
};

}  // namespace ferro
