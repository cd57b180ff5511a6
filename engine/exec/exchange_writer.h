// The map side of an exchange: batches wait until enough rows for each reducer are there, and are then cut and handed
// to the shuffle. Belongs to one map task.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ferro/engine/exec/gather_source.h"
#include "ferro/engine/task_resources.h"
#include "ferro/shuffle/shuffle_writer.h"

namespace ferro {

class ExchangeWriter {
 public:
  ExchangeWriter(TaskContext& context, int shuffleId, int numReducers, std::shared_ptr<arrow::Schema> schema);

  void add(const std::shared_ptr<arrow::RecordBatch>& batch, std::span<const uint32_t> reducers);
  MapStatus commit();

 private:
  void appendWhole(uint32_t reducer, const std::shared_ptr<arrow::RecordBatch>& batch);
  void flush();

  TaskContext& context_;
  uint32_t numReducers_;
  std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<ShuffleWriter> output_;
  MemoryClaim claim_;
  GatherSource waiting_;
  std::vector<uint32_t> reducers_;  // of the rows that wait
};

}  // namespace ferro
