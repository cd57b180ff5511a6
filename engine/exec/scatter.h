// Row numbers sorted by where the rows go, with a counting sort: how batches are cut for reducers and for spilled
// parts. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ferro {

// Row numbers in `rows`, those of destination d from starts[d] to starts[d + 1], in their order.
struct Scattered {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> starts;

  std::span<const uint32_t> of(uint32_t destination) const {
    return std::span(rows).subspan(starts[destination], starts[destination + 1] - starts[destination]);
  }
};

inline void scatterRows(std::span<const uint32_t> destinations, uint32_t numDestinations, Scattered& scattered) {
  auto& starts = scattered.starts;
  starts.assign(numDestinations + 1, 0);
  for (uint32_t destination : destinations) ++starts[destination + 1];
  for (uint32_t i = 0; i < numDestinations; ++i) starts[i + 1] += starts[i];
  scattered.rows.resize(destinations.size());
  std::vector<uint32_t> next(starts.begin(), starts.end() - 1);
  for (size_t i = 0; i < destinations.size(); ++i) {
    scattered.rows[next[destinations[i]]++] = static_cast<uint32_t>(i);
  }
}

}  // namespace ferro
