#include "ferro/scheduler/shuffle_places.h"

#include <algorithm>

namespace ferro {

namespace {

constexpr double kMuch = 0.2;
constexpr int kManyMaps = 1000;
constexpr int kManyReducers = 1000;

}  // namespace

ShufflePlaces::ShufflePlaces(const ShuffleDependency& shuffle, const MapOutputTracker& outputs) {
  const int id = shuffle.shuffleId();
  if (!outputs.contains(id)) return;
  const int numMaps = outputs.numMaps(id);
  if (numMaps > kManyMaps || shuffle.numReducers() > kManyReducers) return;
  totals_.resize(static_cast<size_t>(shuffle.numReducers()));
  for (int map = 0; map < numMaps; ++map) {
    if (const auto status = outputs.mapStatus(id, map)) add(*status);
  }
}

void ShufflePlaces::add(const MapStatus& status) {
  const size_t numReducers = std::min(status.sizes.size(), totals_.size());
  for (size_t reducer = 0; reducer < numReducers; ++reducer) totals_[reducer] += status.sizes[reducer];
  if (status.place.executorId.empty()) return;
  auto share = std::find_if(shares_.begin(), shares_.end(), [&](const Share& s) { return s.place == status.place; });
  if (share == shares_.end()) {
    shares_.push_back({status.place, std::vector<int64_t>(totals_.size())});
    share = shares_.end() - 1;
  }
  for (size_t reducer = 0; reducer < numReducers; ++reducer) share->bytes[reducer] += status.sizes[reducer];
}

TaskPreference ShufflePlaces::of(int reducer) const {
  TaskPreference preference;
  const auto index = static_cast<size_t>(reducer);
  if (index >= totals_.size() || totals_[index] == 0) return preference;
  for (const Share& share : shares_) {
    if (static_cast<double>(share.bytes[index]) < kMuch * static_cast<double>(totals_[index])) continue;
    preference.executors.push_back(share.place.executorId);
    preference.hosts.push_back(share.place.host);
  }
  return preference;
}

}  // namespace ferro
