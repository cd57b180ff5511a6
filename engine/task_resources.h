// How typed operators reach their executor's memory, spill files and shuffle data without including those rooms' heavy
// headers into user programs. Everything here belongs to one task and its thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "arrow/type_fwd.h"
#include "ferro/blockmanager/batch_source.h"
#include "ferro/common/owned.h"
#include "ferro/shuffle/map_status.h"

namespace ferro {

class MemoryConsumer;
class ShuffleWriter;
class SpillFile;
class TaskContext;

// A named claim on the executor's memory for one growing structure of a task.
class MemoryClaim {
 public:
  MemoryClaim(TaskContext& context, std::string name);
  ~MemoryClaim();

  bool tryGrow(int64_t bytes);  // false: spill
  void grow(int64_t bytes);     // or Error kOutOfMemory: for what cannot be spilled
  void shrink(int64_t bytes);
  void release() { shrink(held()); }
  void releaseSpilled();  // after what it covered went to disk
  int64_t held() const;
  int64_t executorLimit() const;    // what all claims of the executor share
  arrow::MemoryPool* pool() const;  // for buffers that this claim covers

 private:
  TaskContext& context_;
  Owned<MemoryConsumer> consumer_;
};

// What a reader needs to know of a shuffle, wherever it runs.
struct ShuffleHandle {
  int shuffleId = 0;
  int numMaps = 0;
  int numReducers = 0;
};

arrow::MemoryPool* uncountedPool(TaskContext& context);
SpillFile makeSpillFile(TaskContext& context, std::shared_ptr<arrow::Schema> schema);
int64_t batchBytes(const arrow::RecordBatch& batch);
std::unique_ptr<BatchSource> readSpill(TaskContext& context, const SpillFile& file);
std::unique_ptr<ShuffleWriter> openShuffleWriter(TaskContext& context, int shuffleId, int numReducers,
                                                 std::shared_ptr<arrow::Schema> schema);
std::unique_ptr<BatchSource> openShuffleReader(TaskContext& context, const ShuffleHandle& shuffle, int reducer,
                                               std::shared_ptr<arrow::Schema> schema);

}  // namespace ferro
