#include "ferro/shuffle/memory_map_output.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ferro {
namespace {

struct ByReducer {
  bool operator()(const ReducerBatch& a, const ReducerBatch& b) const { return a.reducer < b.reducer; }
  bool operator()(const ReducerBatch& a, int reducer) const { return a.reducer < reducer; }
  bool operator()(int reducer, const ReducerBatch& b) const { return reducer < b.reducer; }
};

}  // namespace

void sortByReducer(std::vector<ReducerBatch>& batches) {
  if (std::is_sorted(batches.begin(), batches.end(), ByReducer())) return;
  const int last = std::max_element(batches.begin(), batches.end(), ByReducer())->reducer;
  std::vector<size_t> places(static_cast<size_t>(last) + 2);  // where the next batch of each reducer goes
  for (const auto& part : batches) ++places[static_cast<size_t>(part.reducer) + 1];
  std::partial_sum(places.begin(), places.end(), places.begin());
  std::vector<ReducerBatch> sorted(batches.size());
  for (auto& part : batches) sorted[places[static_cast<size_t>(part.reducer)]++] = std::move(part);
  batches = std::move(sorted);
}

std::span<const ReducerBatch> MemoryMapOutput::batchesFor(int reducer) const {
  const auto [first, last] = std::equal_range(batches_.begin(), batches_.end(), reducer, ByReducer());
  return {first, last};
}

}  // namespace ferro
