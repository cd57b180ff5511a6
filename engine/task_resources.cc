#include "ferro/engine/task_resources.h"

#include <arrow/util/byte_size.h>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/blockmanager/spill_file.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_context.h"
#include "ferro/shuffle/shuffle_writer.h"

namespace ferro {
namespace {

// Counts what a task writes to spill files before they are read back, which is when they are complete.
void countSpill(TaskContext& context, const SpillFile& file) { context.metrics().diskBytesSpilled += file.bytes(); }

}  // namespace

MemoryClaim::MemoryClaim(TaskContext& context, std::string name)
    : context_(context), consumer_(std::make_unique<MemoryConsumer>(context.environment().memory(), std::move(name))) {}

MemoryClaim::~MemoryClaim() = default;

bool MemoryClaim::tryGrow(int64_t bytes) {
  if (!consumer_->tryGrow(bytes)) return false;
  auto& peak = context_.metrics().peakMemoryBytes;
  if (consumer_->held() > peak) peak = consumer_->held();
  return true;
}

void MemoryClaim::grow(int64_t bytes) { consumer_->grow(bytes); }

void MemoryClaim::shrink(int64_t bytes) { consumer_->shrink(bytes); }

void MemoryClaim::releaseSpilled() {
  context_.metrics().memoryBytesSpilled += held();
  release();
}

int64_t MemoryClaim::held() const { return consumer_->held(); }

int64_t MemoryClaim::executorLimit() const { return context_.environment().memory().limit(); }

arrow::MemoryPool* MemoryClaim::pool() const { return consumer_->uncounted(); }

arrow::MemoryPool* uncountedPool(TaskContext& context) { return context.environment().memory().uncounted(); }

SpillFile makeSpillFile(TaskContext& context, std::shared_ptr<arrow::Schema> schema) {
  return SpillFile(context.environment().localDirs(), std::move(schema));
}

int64_t batchBytes(const arrow::RecordBatch& batch) { return arrow::util::TotalBufferSize(batch); }

std::unique_ptr<BatchSource> readSpill(TaskContext& context, const SpillFile& file) {
  countSpill(context, file);
  return file.read();
}

std::unique_ptr<ShuffleWriter> openShuffleWriter(TaskContext& context, int shuffleId, int numReducers,
                                                 std::shared_ptr<arrow::Schema> schema) {
  return context.environment().shuffles().openWriter(shuffleId, context.partitionId(), numReducers, std::move(schema),
                                                     context.metrics().shuffle, context.taskAttemptId());
}

std::unique_ptr<BatchSource> openShuffleReader(TaskContext& context, const ShuffleHandle& shuffle, int reducer,
                                               std::shared_ptr<arrow::Schema> schema) {
  return context.environment().shuffles().openReader(
      shuffle.shuffleId, reducer, std::move(schema), shuffle.numMaps, context.metrics().shuffle,
      {.epoch = context.identity().mapOutputEpoch, .isCancelled = [&context] { return context.cancelled(); }});
}

}  // namespace ferro
