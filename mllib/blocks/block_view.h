// One block of training data as plain arrays: row-major dense values or compressed sparse rows, with labels and weights
// beside them. A view: whoever holds the record batch keeps it alive. Immutable; any thread may read it.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>

namespace ferro::ml {

struct BlockView {
  int64_t numRows = 0;
  int64_t numColumns = 0;
  bool isDense = true;
  bool isFloat = false;              // values are float, which is done only where no digit is lost
  bool isNarrow = false;             // indices are uint16_t, not int32_t
  const double* labels = nullptr;    // one for each row
  const double* weights = nullptr;   // one for each row; null: all are 1
  const int32_t* offsets = nullptr;  // sparse: where each row starts, and the end
  const void* indices = nullptr;     // sparse: the column of each value
  const void* values = nullptr;      // dense: numRows * numColumns

  double weightOf(int64_t row) const { return weights == nullptr ? 1.0 : weights[row]; }
  int64_t numStored() const { return isDense ? numRows * numColumns : offsets[numRows]; }
};

// A batch of this schema has one row, which is one block: it rests in the block manager, spills and travels as any
// batch.
std::shared_ptr<arrow::Schema> blockSchema();

// Error kInternal when the batch's arrays do not fit each other.
BlockView viewOf(const arrow::RecordBatch& batch);

}  // namespace ferro::ml
