// Batches kept for reading more than once, in memory while the limit allows it and on disk from then on. Belongs to one
// task and its thread; a source that reads from it must not outlive it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ferro/common/owned.h"
#include "ferro/engine/node.h"
#include "ferro/engine/task_resources.h"

namespace ferro {

class BatchBuffer final : public BatchSink {
 public:
  BatchBuffer(TaskContext& context, std::shared_ptr<arrow::Schema> schema, std::string name);
  ~BatchBuffer() override;

  void add(std::shared_ptr<arrow::RecordBatch> batch) override;
  // After the last add; as often as wanted.
  std::unique_ptr<BatchSource> read();

  arrow::MemoryPool* pool() const { return claim_.pool(); }

 private:
  void spillAll();

  TaskContext& context_;
  std::shared_ptr<arrow::Schema> schema_;
  MemoryClaim claim_;
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  Owned<SpillFile> spill_;
  bool written_ = false;
};

}  // namespace ferro
