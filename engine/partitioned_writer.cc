#include "ferro/engine/partitioned_writer.h"

#include <algorithm>
#include <string>

#include "ferro/scheduler/task_context.h"
#include "ferro/shuffle/shuffle_writer.h"

namespace ferro {
namespace {

// Open batches of all reducers together take a small part of the memory, at most 32 MB: what combines rows before they
// get here needs the rest.
int64_t batchBytesFor(int numReducers, MemoryClaim& claim) {
  constexpr int64_t kMost = 512 << 10;
  constexpr int64_t kLeast = 2 << 10;
  const int64_t together = std::min<int64_t>(32 << 20, claim.executorLimit() / 16);
  int64_t bytes = std::clamp(together / numReducers, kLeast, kMost);
  while (bytes > kLeast && !claim.tryGrow(bytes * numReducers)) bytes /= 2;
  return bytes;
}

}  // namespace

PartitionedOutput::PartitionedOutput(TaskContext& context, int shuffleId, int numReducers,
                                     std::shared_ptr<arrow::Schema> schema)
    : context_(context),
      output_(openShuffleWriter(context, shuffleId, numReducers, std::move(schema))),
      claim_(context, "batches of shuffle " + std::to_string(shuffleId)),
      batchBytes_(batchBytesFor(numReducers, claim_)) {}

PartitionedOutput::~PartitionedOutput() = default;

arrow::MemoryPool* PartitionedOutput::pool() const { return output_->pool(); }

void PartitionedOutput::append(int reducer, std::shared_ptr<arrow::RecordBatch> batch) {
  output_->append(reducer, std::move(batch));
}

MapStatus PartitionedOutput::commit() {
  // Nobody would remove what a task leaves after its job was cancelled.
  context_.throwIfCancelled();
  return output_->commit();
}

}  // namespace ferro
