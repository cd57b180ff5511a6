#include "ferro/engine/exec/narrow.h"

#include <algorithm>
#include <utility>

#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/engine/exec/gather.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/expr/xorshift_random.h"
#include "ferro/engine/random.h"
#include "ferro/engine/task_resources.h"

namespace ferro {
namespace {

class LimitedBatches final : public BatchIterator {
 public:
  LimitedBatches(BatchIteratorPtr rows, int64_t n, int64_t offset) : rows_(std::move(rows)), left_(n), skip_(offset) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (left_ > 0) {
      auto batch = rows_->next();
      if (batch == nullptr) return nullptr;
      const int64_t skipped = std::min(skip_, batch->num_rows());
      skip_ -= skipped;
      const int64_t count = std::min(left_, batch->num_rows() - skipped);
      if (count == 0) continue;
      left_ -= count;
      return count == batch->num_rows() ? batch : batch->Slice(skipped, count);
    }
    return nullptr;
  }

 private:
  BatchIteratorPtr rows_;
  int64_t left_;
  int64_t skip_;
};

// Arguments: how many rows, and how many before them.
class LocalLimitNode final : public BatchNodeWith<LocalLimitNode, int64_t, int64_t> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return std::make_unique<LimitedBatches>(takeBatches(inputs, 0), argument<0>(), argument<1>());
  }
};

// Batches under another schema with the same types.
class RenamedBatches final : public BatchIterator {
 public:
  RenamedBatches(BatchIteratorPtr rows, std::shared_ptr<arrow::Schema> schema)
      : rows_(std::move(rows)), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    auto batch = rows_->next();
    if (batch == nullptr) return nullptr;
    return arrow::RecordBatch::Make(schema_, batch->num_rows(), batch->column_data());
  }

 private:
  BatchIteratorPtr rows_;
  std::shared_ptr<arrow::Schema> schema_;
};

// The argument holds the number of the first partition that comes from each parent.
class UnionBatchNode final : public BatchNodeWith<UnionBatchNode, std::vector<int>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    const auto& starts = argument<0>();
    const auto next = std::upper_bound(starts.begin(), starts.end(), partition);
    const int parent = static_cast<int>(next - starts.begin()) - 1;
    inputs.push_back({parent, partition - starts[static_cast<size_t>(parent)]});
  }

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return std::make_unique<RenamedBatches>(takeBatches(inputs, 0), schema());
  }
};

class ConcatenatedBatches final : public BatchIterator {
 public:
  explicit ConcatenatedBatches(std::unique_ptr<PartitionInputs> inputs) : inputs_(std::move(inputs)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (true) {
      if (rows_ != nullptr) {
        if (auto batch = rows_->next()) return batch;
        rows_.reset();
      }
      if (input_ == inputs_->size()) return nullptr;
      rows_ = takeBatches(*inputs_, input_++);
    }
  }

 private:
  std::unique_ptr<PartitionInputs> inputs_;
  size_t input_ = 0;
  BatchIteratorPtr rows_;
};

// The argument is the parent's number of partitions.
class CoalesceBatchNode final : public BatchNodeWith<CoalesceBatchNode, int> {
 public:
  using BatchNodeWith::BatchNodeWith;

  bool opensInputsOnDemand() const override { return true; }

  void narrowInputs(int partition, int, std::vector<NarrowInput>& inputs) const override {
    const int64_t before = argument<0>();
    const int64_t after = numPartitions();
    for (int64_t i = partition * before / after; i < (partition + 1) * before / after; ++i) {
      inputs.push_back({0, static_cast<int>(i)});
    }
  }

  std::unique_ptr<UntypedIterator> open(TaskContext&, int, PartitionInputs& inputs) const override {
    return std::make_unique<ConcatenatedBatches>(inputs.keep());
  }
};

class SampledBatches final : public BatchIterator {
 public:
  SampledBatches(TaskContext& context, BatchIteratorPtr rows, const BatchSample& sample, int partition)
      : context_(context),
        rows_(std::move(rows)),
        sample_(sample),
        random_(sample.seed + partition),
        repeated_(seedFor(static_cast<uint64_t>(sample.seed), partition)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    while (auto batch = rows_->next()) {
      drawn_.clear();
      for (uint32_t row = 0; row < batch->num_rows(); ++row) draw(row);
      if (drawn_.empty()) continue;
      return takeRows(*batch, drawn_, uncountedPool(context_));
    }
    return nullptr;
  }

 private:
  void draw(uint32_t row) {
    if (sample_.withReplacement) {
      drawn_.insert(drawn_.end(), static_cast<size_t>(poisson(repeated_, sample_.upper)), row);
    } else if (sample_.upper > sample_.lower) {
      const double x = random_.nextDouble();
      if (x >= sample_.lower && x < sample_.upper) drawn_.push_back(row);
    }
  }

  TaskContext& context_;
  BatchIteratorPtr rows_;
  BatchSample sample_;
  XorShiftRandom random_;
  SplitMix64 repeated_;
  std::vector<uint32_t> drawn_;
};

class SampleBatchNode final : public BatchNodeWith<SampleBatchNode, BatchSample> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int partition, PartitionInputs& inputs) const override {
    return std::make_unique<SampledBatches>(context, takeBatches(inputs, 0), argument<0>(), partition);
  }
};

}  // namespace

BatchNodePtr localLimit(const SessionPtr& session, const BatchNodePtr& rows, int64_t n, int64_t offset) {
  return detail::deriveBatchNode<LocalLimitNode>(session, "limit", rows, rows->schema(), n, offset);
}

BatchNodePtr unionBatches(const SessionPtr& session, const std::vector<BatchNodePtr>& nodes) {
  if (nodes.empty()) throwInternal("a union of no nodes");
  LineageParents parents;
  std::vector<int> starts;
  int numPartitions = 0;
  for (const BatchNodePtr& node : nodes) {
    parents.narrow.push_back(node);
    starts.push_back(numPartitions);
    numPartitions += node->numPartitions();
  }
  return detail::makeBatchNode<UnionBatchNode>(session, "union", numPartitions, std::move(parents), nodes[0]->schema(),
                                               std::move(starts));
}

BatchNodePtr coalesceBatches(const SessionPtr& session, const BatchNodePtr& rows, int numPartitions) {
  const int before = rows->numPartitions();
  if (numPartitions < 1) {
    throw Error(ErrorCode::kInvalidArgument,
                "coalesce: a table has at least 1 partition, not " + std::to_string(numPartitions));
  }
  if (numPartitions >= before) return rows;
  return detail::makeBatchNode<CoalesceBatchNode>(session, "coalesce", numPartitions, LineageParents{{rows}, {}},
                                                  rows->schema(), before);
}

BatchNodePtr sampleBatches(const SessionPtr& session, const BatchNodePtr& rows, const BatchSample& sample) {
  return detail::deriveBatchNode<SampleBatchNode>(session, "sample", rows, rows->schema(), sample);
}

}  // namespace ferro
