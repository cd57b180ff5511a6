#include "ferro/shuffle/memory_map_output.h"

#include <algorithm>

namespace ferro {
namespace {

struct ByReducer {
  bool operator()(const ReducerBatch& a, const ReducerBatch& b) const { return a.reducer < b.reducer; }
  bool operator()(const ReducerBatch& a, int reducer) const { return a.reducer < reducer; }
  bool operator()(int reducer, const ReducerBatch& b) const { return reducer < b.reducer; }
};

}  // namespace

void sortByReducer(std::vector<ReducerBatch>& batches) {
  std::stable_sort(batches.begin(), batches.end(), ByReducer());
}

std::span<const ReducerBatch> MemoryMapOutput::batchesFor(int reducer) const {
  const auto [first, last] = std::equal_range(batches_.begin(), batches_.end(), reducer, ByReducer());
  return {first, last};
}

}  // namespace ferro
