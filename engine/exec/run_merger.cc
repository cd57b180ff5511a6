#include "ferro/engine/exec/run_merger.h"

#include <algorithm>
#include <utility>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/columns.h"
#include "ferro/engine/exec/key_order.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

RunMerger::RunMerger(TaskContext& context, const std::vector<SpillFile>& runs, std::vector<SortKey> keys,
                     std::shared_ptr<arrow::Schema> schema)
    : context_(context), keys_(std::move(keys)), source_(std::move(schema)), heads_(runs.size()) {
  const auto later = [this](size_t a, size_t b) { return after(a, b); };
  for (size_t i = 0; i < runs.size(); ++i) {
    heads_[i].source = readSpill(context, runs[i]);
    advance(heads_[i]);
    if (heads_[i].batch != nullptr) heap_.push_back(i);
  }
  std::make_heap(heap_.begin(), heap_.end(), later);
}

RunMerger::~RunMerger() = default;

// To the next row, which may be the first of another batch. Without a batch at the end.
void RunMerger::advance(Head& head) {
  if (head.batch != nullptr && ++head.row < head.batch->num_rows()) return;
  do {
    head.batch = head.source->next();
  } while (head.batch != nullptr && head.batch->num_rows() == 0);
  if (head.batch == nullptr) return;
  head.row = 0;
  head.chunk = static_cast<uint32_t>(source_.numChunks());
  source_.add(head.batch);
  head.keys.clear();
  for (const SortKey& key : keys_) head.keys.push_back(head.batch->column_data(key.column));
  head.words.clear();
  if (!KeyWords::hasWords(*head.keys[0]->type) || head.keys[0]->GetNullCount() > 0) return;
  head.words.resize(static_cast<size_t>(head.batch->num_rows()));
  firstWords(*head.keys[0], keys_[0].descending, head.words);
}

bool RunMerger::before(size_t a, size_t b) const {
  const Head& left = heads_[a];
  const Head& right = heads_[b];
  if (!left.words.empty() && !right.words.empty() && left.words[left.row] != right.words[right.row]) {
    return left.words[left.row] < right.words[right.row];
  }
  const int order = compareKeys(keys_, left.keys, left.row, right.keys, right.row);
  return order != 0 ? order < 0 : a < b;
}

std::shared_ptr<arrow::RecordBatch> RunMerger::next() {
  context_.throwIfCancelled();
  const auto later = [this](size_t a, size_t b) { return after(a, b); };
  while (!heap_.empty() && static_cast<int64_t>(wanted_.size()) < kBatchRows) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    Head& head = heads_[heap_.back()];
    wanted_.push_back({head.chunk, head.row});
    advance(head);
    if (head.batch != nullptr) {
      std::push_heap(heap_.begin(), heap_.end(), later);
    } else {
      heap_.pop_back();
    }
  }
  return wanted_.empty() ? nullptr : gatherWanted();
}

// Lets go of the batches that were read to their end.
std::shared_ptr<arrow::RecordBatch> RunMerger::gatherWanted() {
  auto batch = source_.gather(wanted_, uncountedPool(context_));
  wanted_.clear();
  source_.clear();
  for (size_t run : heap_) {
    heads_[run].chunk = static_cast<uint32_t>(source_.numChunks());
    source_.add(heads_[run].batch);
  }
  return batch;
}

}  // namespace ferro
