#include "ferro/mllib/blocks/block_node.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <arrow/array.h>
#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/task_resources.h"
#include "ferro/mllib/blocks/block_builder.h"
#include "ferro/mllib/blocks/block_view.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

enum InputColumn { kLabel, kFeatures, kWeight };

// A number that is not finite, times zero, is no number.
bool allFinite(std::span<const double> values) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t i = 0; i < values.size(); ++i) sum += values[i] * 0.0;
  return sum == 0;
}

// The columns of one batch of rows.
struct InputBatch {
  InputBatch(const std::shared_ptr<arrow::RecordBatch>& rows, const BlockOptions& options)
      : batch(rows),
        labels(static_cast<const arrow::DoubleArray&>(*rows->column(kLabel))),
        weights(options.weightCol.empty() ? nullptr
                                          : static_cast<const arrow::DoubleArray*>(rows->column(kWeight).get())),
        features(rows->column(kFeatures), options.featuresCol),
        width(weights == nullptr && labels.null_count() == 0 ? features.denseWidth() : std::nullopt) {}

  std::shared_ptr<arrow::RecordBatch> batch;
  const arrow::DoubleArray& labels;
  const arrow::DoubleArray* weights;
  VectorColumn features;
  std::optional<int32_t> width;  // of rows that can be taken many at a time
  int64_t next = 0;
};

class Blocks final : public BatchIterator {
 public:
  Blocks(BatchIteratorPtr rows, const BlockOptions& options, int partition, arrow::MemoryPool* pool)
      : rows_(std::move(rows)), options_(options), partition_(partition), pool_(pool), builder_(options.maxBytes) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (!builder_.isFull() && openRow()) {
      if (auto block = wholeBlock()) return block;
      if (!addManyRows()) addRow();
    }
    return builder_.numRows() > 0 ? builder_.finish(pool_) : nullptr;
  }

 private:
  // False when there are no more rows.
  bool openRow() {
    while (!input_ || input_->next == input_->batch->num_rows()) {
      auto batch = rows_ == nullptr ? nullptr : rows_->next();
      if (batch == nullptr) {
        rows_.reset();
        input_.reset();
        return false;
      }
      input_.emplace(batch, options_);
    }
    return true;
  }

  // Rows that can be taken many at a time, and what they are: as many as the builder has room for.
  struct ManyRows {
    std::span<const double> labels;
    std::span<const double> values;
  };
  std::optional<ManyRows> manyRows() const {
    if (!input_->width || (size_ >= 0 && size_ != *input_->width)) return std::nullopt;
    const int64_t size = *input_->width;
    const int64_t count = std::min(input_->batch->num_rows() - input_->next, builder_.rowsUntilFull(size));
    return ManyRows{
        {input_->labels.raw_values() + input_->next, static_cast<size_t>(count)},
        input_->features.values().subspan(static_cast<size_t>(input_->next * size), static_cast<size_t>(count * size))};
  }

  void took(const ManyRows& rows) {
    size_ = *input_->width;
    input_->next += static_cast<int64_t>(rows.labels.size());
    row_ += static_cast<int64_t>(rows.labels.size());
  }

  // The next rows as a block, where they fill one and need not be gathered; else null.
  std::shared_ptr<arrow::RecordBatch> wholeBlock() {
    const auto rows = builder_.numRows() == 0 ? manyRows() : std::nullopt;
    if (!rows || static_cast<int64_t>(rows->labels.size()) < builder_.rowsUntilFull(*input_->width)) return nullptr;
    auto block = allFinite(rows->labels) ? denseBlock(rows->labels, rows->values, pool_) : nullptr;
    if (block != nullptr) took(*rows);
    return block;
  }

  // False when rows must be looked at one by one: they are no matrix, or one of them will be refused.
  bool addManyRows() {
    const auto rows = manyRows();
    if (!rows) return false;
    if (!allFinite(rows->labels) || !allFinite(rows->values)) {
      input_->width.reset();
      return false;
    }
    builder_.addDenseRows(rows->labels.data(), rows->values.data(), static_cast<int64_t>(rows->labels.size()),
                          *input_->width);
    took(*rows);
    return true;
  }

  void addRow() {
    const int64_t row = input_->next++;
    const double label = number(input_->labels, row, options_.labelCol);
    const double weight = input_->weights == nullptr ? 1.0 : number(*input_->weights, row, options_.weightCol);
    if (weight < 0) refuse(options_.weightCol, "a negative weight, " + numberText(weight), "make weights 0 or more");
    if (input_->features.isNull(row)) refuse(options_.featuresCol, "a null", "drop or fill such rows");
    const VectorView vector = input_->features[row];
    checkVector(vector);
    if (vector.isDense) {
      builder_.addDense(label, weight, vector.values.data(), vector.size);
    } else {
      builder_.addSparse(label, weight, vector.size, vector.indices.data(), vector.values.data(),
                         static_cast<int64_t>(vector.values.size()));
    }
    ++row_;
  }

  double number(const arrow::DoubleArray& column, int64_t row, const std::string& name) const {
    if (column.IsNull(row)) refuse(name, "a null", "drop such rows with na().drop() or fill them with na().fill()");
    const double value = column.Value(row);
    if (!std::isfinite(value)) refuse(name, numberText(value), "drop such rows or replace the value");
    return value;
  }

  void checkVector(const VectorView& vector) {
    if (size_ < 0) size_ = vector.size;
    if (vector.size != size_) {
      refuse(options_.featuresCol,
             "a vector of size " + std::to_string(vector.size) + " after vectors of size " + std::to_string(size_),
             "make all vectors the same size");
    }
    if (allFinite(vector.values)) return;
    vector.forEachActive([&](int32_t index, double value) {
      if (std::isfinite(value)) return;
      refuse(options_.featuresCol, numberText(value) + " at index " + std::to_string(index),
             "drop such rows, or put an Imputer before");
    });
  }

  [[noreturn]] void refuse(const std::string& column, const std::string& what, const std::string& remedy) const {
    throw Error(ErrorCode::kInvalidArgument, "column `" + column + "` has " + what + " in row " + std::to_string(row_) +
                                                 " of partition " + std::to_string(partition_) +
                                                 ", which nothing can be trained on; " + remedy);
  }

  BatchIteratorPtr rows_;
  const BlockOptions& options_;
  const int partition_;
  arrow::MemoryPool* const pool_;
  BlockBuilder builder_;
  std::optional<InputBatch> input_;
  int64_t row_ = 0;
  int64_t size_ = -1;
};

class BlockNode final : public BatchNodeWith<BlockNode, BlockOptions> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    return std::make_unique<Blocks>(takeBatches(inputs, 0), argument<0>(), partition, uncountedPool(context));
  }
};

}  // namespace

BatchNodePtr blocksOf(const SessionPtr& session, const BatchNodePtr& rows, const BlockOptions& options) {
  return ferro::detail::deriveBatchNode<BlockNode>(session, "training blocks", rows, blockSchema(), options);
}

}  // namespace ferro::ml
