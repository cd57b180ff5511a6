// Rows to batches and back, as caches, checkpoints, spills and files want them. Used by the thread of one task.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/common/columns.h"
#include "ferro/engine/iterator.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

// Blocks of an Rdd are cut into batches of about this size: large enough that a batch's own cost vanishes, small enough
// that one does not matter to the memory limit.
inline constexpr int64_t kBlockBatchBytes = 1 << 20;

// Calls give(batch) for all rows that Source::next() has, cut into batches of about kBlockBatchBytes from the pool.
template <class T, class Source, class Give>
void forEachBatch(const TaskContext& context, Source& rows, arrow::MemoryPool* pool, Give give) {
  RowWriter<T> writer(pool);
  while (const T* row = rows.next()) {
    writer.append(*row);
    if (writer.bytes() < kBlockBatchBytes) continue;
    context.throwIfCancelled();
    give(writer.finish());
  }
  if (writer.rows() > 0) give(writer.finish());
}

// The rows of a run of batches, one by one.
template <class T>
class BatchRows final : public Iterator<T> {
 public:
  BatchRows(const TaskContext* context, std::unique_ptr<BatchSource> source)
      : context_(context), source_(std::move(source)) {}

  const T* next() override {
    while (row_ == reader_.rows()) {
      if (context_ != nullptr) context_->throwIfCancelled();
      auto batch = source_->next();
      if (batch == nullptr) return nullptr;
      reader_ = RowReader<T>(std::move(batch));
      row_ = 0;
    }
    reader_.read(row_++, slot_);
    return &slot_;
  }

 private:
  const TaskContext* context_;
  std::unique_ptr<BatchSource> source_;
  RowReader<T> reader_;
  int64_t row_ = 0;
  T slot_{};
};

}  // namespace ferro
