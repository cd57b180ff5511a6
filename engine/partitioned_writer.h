// The map side of a shuffle: rows are gathered in column batches, one for each reducer, and handed to the shuffle when
// full. Belongs to one map task.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "ferro/common/columns.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

template <class Row>
class PartitionedWriter {
 public:
  PartitionedWriter(TaskContext& context, int shuffleId, int numReducers)
      : context_(context),
        output_(openShuffleWriter(context, shuffleId, numReducers, schemaOf<Row>())),
        claim_(context, "batches of shuffle " + std::to_string(shuffleId)),
        batchBytes_(batchBytesFor(numReducers, claim_)) {
    writers_.reserve(static_cast<size_t>(numReducers));
    for (int i = 0; i < numReducers; ++i) writers_.emplace_back(output_->pool());
  }

  void append(int reducer, const Row& row) {
    auto& writer = writers_[static_cast<size_t>(reducer)];
    writer.append(row);
    if (writer.bytes() >= batchBytes_) output_->append(reducer, writer.finish());
  }

  MapStatus commit() {
    for (size_t i = 0; i < writers_.size(); ++i) {
      if (writers_[i].rows() > 0) output_->append(static_cast<int>(i), writers_[i].finish());
    }
    // Nobody would remove what a task leaves after its job was cancelled.
    context_.throwIfCancelled();
    return output_->commit();
  }

 private:
  // Open batches of all reducers together take a small part of the memory, at most 32 MB: what combines rows before
  // they get here needs the rest.
  static int64_t batchBytesFor(int numReducers, MemoryClaim& claim) {
    constexpr int64_t kMost = 512 << 10;
    constexpr int64_t kLeast = 2 << 10;
    const int64_t together = std::min<int64_t>(32 << 20, claim.executorLimit() / 16);
    int64_t bytes = std::clamp(together / numReducers, kLeast, kMost);
    while (bytes > kLeast && !claim.tryGrow(bytes * numReducers)) bytes /= 2;
    return bytes;
  }

  const TaskContext& context_;
  std::unique_ptr<ShuffleWriter> output_;
  MemoryClaim claim_;
  int64_t batchBytes_;
  std::vector<RowWriter<Row>> writers_;
};

}  // namespace ferro
