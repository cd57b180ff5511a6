#include "ferro/engine/batch_buffer.h"

#include <utility>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/block_source.h"
#include "ferro/blockmanager/spill_file.h"

namespace ferro {

BatchBuffer::BatchBuffer(TaskContext& context, std::shared_ptr<arrow::Schema> schema, std::string name)
    : context_(context), schema_(std::move(schema)), claim_(context, std::move(name)) {}

BatchBuffer::~BatchBuffer() = default;

void BatchBuffer::add(std::shared_ptr<arrow::RecordBatch> batch) {
  if (!spill_ && claim_.tryGrow(batchBytes(*batch))) {
    batches_.push_back(std::move(batch));
    return;
  }
  if (!spill_) spillAll();
  spill_->write(*batch);
}

void BatchBuffer::spillAll() {
  spill_ = Owned<SpillFile>(std::make_unique<SpillFile>(makeSpillFile(context_, schema_)));
  for (const auto& batch : batches_) spill_->write(*batch);
  batches_.clear();
  claim_.releaseSpilled();
}

std::unique_ptr<BatchSource> BatchBuffer::read() {
  if (!spill_) return sourceOf(std::make_shared<const Block>(batches_));
  if (!std::exchange(written_, true)) spill_->finishWriting();
  return readSpill(context_, *spill_);
}

}  // namespace ferro
