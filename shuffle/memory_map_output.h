// A map output that stays in memory: the very batches that the map task made, by reducer. Immutable; any thread may
// read it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <arrow/type_fwd.h>

namespace ferro {

struct ReducerBatch {
  int reducer = 0;
  std::shared_ptr<arrow::RecordBatch> batch;
};

// Brings batches into the order of their reducers; those of one reducer keep theirs.
void sortByReducer(std::vector<ReducerBatch>& batches);

class MemoryMapOutput {
 public:
  // The batches are in the order of their reducers.
  MemoryMapOutput(std::vector<ReducerBatch> batches, int64_t bytes) : batches_(std::move(batches)), bytes_(bytes) {}

  int64_t bytes() const { return bytes_; }
  std::span<const ReducerBatch> batchesFor(int reducer) const;

 private:
  std::vector<ReducerBatch> batches_;
  int64_t bytes_;
};

}  // namespace ferro
