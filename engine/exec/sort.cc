#include "ferro/engine/exec/sort.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/spill_file.h"
#include "ferro/common/error.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/key_order.h"
#include "ferro/engine/exec/make_node.h"
#include "ferro/engine/exec/row_sorter.h"
#include "ferro/engine/exec/run_merger.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

// Batches are kept while they fit and sorted by reference; when memory is refused they go to disk as a sorted run, and
// runs are merged as they are read.
class SortedBatches final : public BatchIterator {
 public:
  SortedBatches(TaskContext& context, const std::vector<SortKey>& keys, std::shared_ptr<arrow::Schema> schema,
                BatchIteratorPtr rows)
      : context_(context),
        keys_(keys),
        schema_(schema),
        rows_(std::move(rows)),
        claim_(context, "sorting"),
        kept_(std::move(schema)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (rows_ != nullptr) readAll();
    if (merger_) return merger_->next();
    const size_t count = std::min(static_cast<size_t>(kBatchRows), order_.size() - position_);
    if (count == 0) return nullptr;
    position_ += count;
    return kept_.gather(std::span(order_).subspan(position_ - count, count), uncountedPool(context_));
  }

 private:
  static constexpr int64_t kRunBatchBytes = 256 << 10;

  void readAll() {
    while (auto batch = rows_->next()) add(batch);
    rows_.reset();
    if (runs_.empty()) {
      order_ = sortedRows(kept_, keys_);
      return;
    }
    if (kept_.numChunks() > 0) spill();
    merger_.emplace(context_, runs_, keys_, schema_);
  }

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) {
    context_.throwIfCancelled();
    const int64_t needed = batchBytes(*batch) + batch->num_rows() * kSortBytesPerRow;
    bool fits = claim_.tryGrow(needed);
    if (!fits && kept_.numChunks() > 0) {
      spill();
      fits = claim_.tryGrow(needed);
    }
    kept_.add(batch);
    keptBytes_ += needed;
    // Other tasks may hold what this one needs: then the batch, which is in memory anyway, becomes a run of its own.
    if (!fits) spill();
  }

  void spill() {
    const std::vector<RowRef> order = sortedRows(kept_, keys_);
    const auto rows = static_cast<int64_t>(order.size());
    const int64_t rowBytes = std::max<int64_t>(1, keptBytes_ / std::max<int64_t>(1, rows));
    const auto step = static_cast<size_t>(std::clamp<int64_t>(kRunBatchBytes / rowBytes, 16, kBatchRows));
    SpillFile run = makeSpillFile(context_, schema_);
    for (size_t begin = 0; begin < order.size(); begin += step) {
      const auto part = std::span(order).subspan(begin, std::min(step, order.size() - begin));
      run.write(*plainBatch(kept_.gather(part, claim_.pool()), schema_, claim_.pool()));
    }
    run.finishWriting();
    runs_.push_back(std::move(run));
    kept_.clear();
    keptBytes_ = 0;
    claim_.releaseSpilled();
  }

  TaskContext& context_;
  std::vector<SortKey> keys_;
  std::shared_ptr<arrow::Schema> schema_;
  BatchIteratorPtr rows_;
  MemoryClaim claim_;
  GatherSource kept_;
  int64_t keptBytes_ = 0;
  std::vector<RowRef> order_;
  size_t position_ = 0;
  std::vector<SpillFile> runs_;
  std::optional<RunMerger> merger_;
};

// Keeps about twice as many rows as wanted, and once the best are known, only rows that may be among them.
class TopBatches final : public BatchIterator {
 public:
  TopBatches(TaskContext& context, const std::vector<SortKey>& keys, int64_t n, std::shared_ptr<arrow::Schema> schema,
             BatchIteratorPtr rows)
      : context_(context),
        keys_(keys),
        wanted_(static_cast<size_t>(n)),
        rows_(std::move(rows)),
        claim_(context, "the first rows in order"),
        kept_(std::move(schema)) {}

  std::shared_ptr<arrow::RecordBatch> next() override {
    if (rows_ != nullptr) readAll();
    if (best_ == nullptr || position_ == best_->num_rows()) return nullptr;
    const int64_t count = std::min(kBatchRows, best_->num_rows() - position_);
    position_ += count;
    return best_->Slice(position_ - count, count);
  }

 private:
  static constexpr size_t kLeastKept = 64 << 10;

  void readAll() {
    while (auto batch = rows_->next()) {
      context_.throwIfCancelled();
      if (wanted_ > 0) add(withoutLate(batch));
    }
    rows_.reset();
    keepBest();
  }

  void add(const std::shared_ptr<arrow::RecordBatch>& batch) {
    if (batch == nullptr) return;
    claim_.grow(batchBytes(*batch) + batch->num_rows() * kSortBytesPerRow);
    kept_.add(batch);
    numKept_ += static_cast<size_t>(batch->num_rows());
    if (numKept_ >= std::max(kLeastKept, 2 * wanted_)) keepBest();
  }

  // Without the rows that come after the last of the best by the first word of their first key; null when none is left.
  std::shared_ptr<arrow::RecordBatch> withoutLate(const std::shared_ptr<arrow::RecordBatch>& batch) {
    const auto& key = batch->column_data(keys_[0].column);
    if (!lastWord_ || key->GetNullCount() > 0 || isDictionary(*key->type)) return batch;
    std::vector<uint64_t> words(static_cast<size_t>(batch->num_rows()));
    firstWords(*key, keys_[0].descending, words);
    std::vector<uint32_t> early;
    for (size_t i = 0; i < words.size(); ++i) {
      if (words[i] <= *lastWord_) early.push_back(static_cast<uint32_t>(i));
    }
    if (early.empty()) return nullptr;
    if (early.size() == words.size()) return batch;
    return takeRows(*batch, early, claim_.pool());
  }

  void keepBest() {
    if (numKept_ == 0) return;
    std::vector<RowRef> order = sortedRows(kept_, keys_);
    if (order.size() > wanted_) order.resize(wanted_);
    best_ = kept_.gather(order, claim_.pool());
    kept_.clear();
    kept_.add(best_);
    numKept_ = order.size();
    claim_.release();
    claim_.grow(batchBytes(*best_) + best_->num_rows() * kSortBytesPerRow);
    const auto& key = best_->column_data(keys_[0].column);
    const bool last =
        numKept_ == wanted_ && KeyWords::hasWords(*key->type) && !isDictionary(*key->type) && key->GetNullCount() == 0;
    lastWord_.reset();
    if (!last) return;
    std::vector<uint64_t> words(1);
    firstWords(*key->Slice(key->length - 1, 1), keys_[0].descending, words);
    lastWord_ = words[0];
  }

  TaskContext& context_;
  std::vector<SortKey> keys_;
  size_t wanted_;
  BatchIteratorPtr rows_;
  MemoryClaim claim_;
  GatherSource kept_;
  size_t numKept_ = 0;
  std::optional<uint64_t> lastWord_;
  std::shared_ptr<arrow::RecordBatch> best_;
  int64_t position_ = 0;
};

class SortNode final : public BatchNodeWith<SortNode, std::vector<SortKey>> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return std::make_unique<SortedBatches>(context, argument<0>(), schema(), takeBatches(inputs, 0));
  }
};

class TopRowsNode final : public BatchNodeWith<TopRowsNode, std::vector<SortKey>, int64_t> {
 public:
  using BatchNodeWith::BatchNodeWith;

  std::unique_ptr<UntypedIterator> open(TaskContext& context, int, PartitionInputs& inputs) const override {
    return std::make_unique<TopBatches>(context, argument<0>(), argument<1>(), schema(), takeBatches(inputs, 0));
  }
};

}  // namespace

BatchNodePtr sortBatches(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys) {
  return detail::deriveBatchNode<SortNode>(session, "sort", rows, rows->schema(), keys);
}

BatchNodePtr topRows(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys, int64_t n) {
  if (n < 0) throw Error(ErrorCode::kInvalidArgument, "limit: a number of rows is not " + std::to_string(n));
  return detail::deriveBatchNode<TopRowsNode>(session, "topRows", rows, rows->schema(), keys, n);
}

}  // namespace ferro
