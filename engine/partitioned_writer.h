// The map side of a shuffle: rows are gathered in column batches, one for each reducer, and handed to the shuffle when
// full. Belongs to one map task.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ferro/common/columns.h"
#include "ferro/common/owned.h"
#include "ferro/engine/task_resources.h"

namespace ferro {

// What takes the batches, whatever their rows are.
class PartitionedOutput {
 public:
  PartitionedOutput(TaskContext& context, int shuffleId, int numReducers, std::shared_ptr<arrow::Schema> schema);
  ~PartitionedOutput();

  arrow::MemoryPool* pool() const;
  // How large the batch of a reducer should become.
  int64_t batchBytes() const { return batchBytes_; }
  void append(int reducer, std::shared_ptr<arrow::RecordBatch> batch);
  MapStatus commit();

 private:
  const TaskContext& context_;
  Owned<ShuffleWriter> output_;
  MemoryClaim claim_;
  int64_t batchBytes_;
};

template <class Row>
class PartitionedWriter {
 public:
  PartitionedWriter(TaskContext& context, int shuffleId, int numReducers)
      : output_(context, shuffleId, numReducers, schemaOf<Row>()) {
    writers_.reserve(static_cast<size_t>(numReducers));
    for (int i = 0; i < numReducers; ++i) writers_.emplace_back(output_.pool());
  }

  void append(int reducer, const Row& row) {
    auto& writer = writers_[static_cast<size_t>(reducer)];
    writer.append(row);
    if (writer.bytes() >= output_.batchBytes()) output_.append(reducer, writer.finish());
  }

  MapStatus commit() {
    for (size_t i = 0; i < writers_.size(); ++i) {
      if (writers_[i].rows() > 0) output_.append(static_cast<int>(i), writers_[i].finish());
    }
    return output_.commit();
  }

 private:
  PartitionedOutput output_;
  std::vector<RowWriter<Row>> writers_;
};

}  // namespace ferro
