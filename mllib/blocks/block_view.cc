#include "ferro/mllib/blocks/block_view.h"

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/blocks/block_columns.h"

namespace ferro::ml {
namespace {

int64_t numberAt(const arrow::RecordBatch& batch, BlockColumn column) {
  return static_cast<const arrow::Int64Array&>(*batch.column(static_cast<int>(column))).Value(0);
}

template <class T>
const T* arrayAt(const arrow::RecordBatch& batch, BlockColumn column, int64_t count) {
  const auto& array = static_cast<const arrow::BinaryArray&>(*batch.column(static_cast<int>(column)));
  const auto bytes = array.GetView(0);
  if (static_cast<int64_t>(bytes.size()) != count * static_cast<int64_t>(sizeof(T))) {
    throwInternal("an array of a training block has another length than its block says");
  }
  return count == 0 ? nullptr : reinterpret_cast<const T*>(bytes.data());
}

}  // namespace

std::shared_ptr<arrow::Schema> blockSchema() {
  return arrow::schema({arrow::field("rows", arrow::int64(), false), arrow::field("columns", arrow::int64(), false),
                        arrow::field("stored", arrow::int64(), false), arrow::field("form", arrow::int64(), false),
                        arrow::field("labels", arrow::binary(), false), arrow::field("weights", arrow::binary(), false),
                        arrow::field("offsets", arrow::binary(), false),
                        arrow::field("indices", arrow::binary(), false),
                        arrow::field("values", arrow::binary(), false)});
}

BlockView viewOf(const arrow::RecordBatch& batch) {
  if (batch.num_rows() != 1) throwInternal("a batch of training data is not one block");
  const int64_t form = numberAt(batch, BlockColumn::kForm);
  const int64_t stored = numberAt(batch, BlockColumn::kStored);
  BlockView view;
  view.numRows = numberAt(batch, BlockColumn::kRows);
  view.numColumns = numberAt(batch, BlockColumn::kColumns);
  view.isDense = (form & kDenseForm) != 0;
  view.isFloat = (form & kFloatForm) != 0;
  view.isNarrow = (form & kNarrowForm) != 0;
  view.labels = arrayAt<double>(batch, BlockColumn::kLabels, view.numRows);
  view.weights = arrayAt<double>(batch, BlockColumn::kWeights, (form & kWeightedForm) != 0 ? view.numRows : 0);
  view.offsets = arrayAt<int32_t>(batch, BlockColumn::kOffsets, view.isDense ? 0 : view.numRows + 1);
  const int64_t numIndices = view.isDense ? 0 : stored;
  view.indices = view.isNarrow ? static_cast<const void*>(arrayAt<uint16_t>(batch, BlockColumn::kIndices, numIndices))
                               : arrayAt<int32_t>(batch, BlockColumn::kIndices, numIndices);
  view.values = view.isFloat ? static_cast<const void*>(arrayAt<float>(batch, BlockColumn::kValues, stored))
                             : arrayAt<double>(batch, BlockColumn::kValues, stored);
  if (view.numStored() != stored) throwInternal("a training block stores another number of values than its rows have");
  return view;
}

}  // namespace ferro::ml
