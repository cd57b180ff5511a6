#include "ferro/engine/exec/counted_rows.h"

#include <utility>

#include <arrow/record_batch.h>

#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/session_core.h"

namespace ferro {
namespace {

using PartitionCounts = Accumulator<RowsByPartition, KeepLastCount>;

class CountedBatches final : public BatchIterator {
 public:
  CountedBatches(BatchIteratorPtr batches, int partition, const PartitionCounts& counts)
      : batches_(std::move(batches)), partition_(partition), counts_(counts) {
    counts_.add({{partition_, 0}});
  }

  std::shared_ptr<arrow::RecordBatch> next() override {
    auto batch = batches_->next();
    if (batch == nullptr) return nullptr;
    rows_ += batch->num_rows();
    counts_.add({{partition_, rows_}});
    return batch;
  }

 private:
  BatchIteratorPtr batches_;
  const int partition_;
  const PartitionCounts counts_;
  int64_t rows_ = 0;
};

class CountedRowsNode final : public BatchNodeWith<CountedRowsNode, PartitionCounts> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int partition, PartitionInputs& inputs) const override {
    return std::make_unique<CountedBatches>(takeBatches(inputs, 0), partition, argument<0>());
  }
};

}  // namespace

RowCounter::RowCounter(const SessionPtr& session) : counts_(*session, {}) {}

BatchNodePtr RowCounter::count(const SessionPtr& session, const BatchNodePtr& rows) const {
  return detail::deriveBatchNode<CountedRowsNode>(session, rows->name(), rows, rows->schema(), counts_);
}

std::optional<int64_t> RowCounter::rows() const {
  const RowsByPartition counts = counts_.value();
  if (counts.empty()) return std::nullopt;
  int64_t sum = 0;
  for (const auto& [partition, rows] : counts) sum += rows;
  return sum;
}

}  // namespace ferro
