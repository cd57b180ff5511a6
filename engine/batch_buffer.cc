#include "ferro/engine/batch_buffer.h"

#include <arrow/record_batch.h>

#include <utility>

namespace ferro {
namespace {

class VectorSource final : public BatchSource {
 public:
  explicit VectorSource(std::vector<std::shared_ptr<arrow::RecordBatch>> batches) : batches_(std::move(batches)) {}
  std::shared_ptr<arrow::RecordBatch> next() override {
    return next_ == batches_.size() ? nullptr : std::move(batches_[next_++]);
  }

 private:
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  size_t next_ = 0;
};

}  // namespace

std::unique_ptr<BatchSource> sourceOf(std::vector<std::shared_ptr<arrow::RecordBatch>> batches) {
  return std::make_unique<VectorSource>(std::move(batches));
}

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
  spill_.emplace(makeSpillFile(context_, schema_));
  for (const auto& batch : batches_) spill_->write(*batch);
  batches_.clear();
  claim_.release();
}

std::unique_ptr<BatchSource> BatchBuffer::read() {
  if (!spill_) return sourceOf(batches_);
  if (!std::exchange(written_, true)) spill_->finishWriting();
  return readSpill(context_, *spill_);
}

std::vector<std::shared_ptr<arrow::RecordBatch>> BatchBuffer::takeBatches() {
  claim_.release();
  return std::exchange(batches_, {});
}

}  // namespace ferro
