#include "ferro/shuffle/map_output_tracker.h"

#include <string>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/shuffle/map_output_locations.h"

namespace ferro {

void MapOutputTracker::registerShuffle(int shuffleId, int numMaps) {
  std::lock_guard lock(mutex_);
  const auto [shuffle, isNew] = shuffles_.try_emplace(shuffleId);
  if (isNew) {
    shuffle->second.outputs.resize(static_cast<size_t>(numMaps));
  } else if (shuffle->second.outputs.size() != static_cast<size_t>(numMaps)) {
    throwInternal("shuffle " + std::to_string(shuffleId) + " was registered with another number of maps");
  }
}

void MapOutputTracker::unregisterShuffle(int shuffleId) {
  std::lock_guard lock(mutex_);
  if (shuffles_.erase(shuffleId) > 0) ++epoch_;
}

bool MapOutputTracker::contains(int shuffleId) const {
  std::lock_guard lock(mutex_);
  return shuffles_.contains(shuffleId);
}

int MapOutputTracker::numMaps(int shuffleId) const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(find(shuffleId).outputs.size());
}

bool MapOutputTracker::registerMapOutput(int shuffleId, MapStatus status) {
  std::lock_guard lock(mutex_);
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end()) return false;
  std::optional<MapStatus>& output = shuffle->second.outputs.at(static_cast<size_t>(status.mapId));
  if (!output) ++shuffle->second.numRegistered;
  else if (*output != status) ++epoch_;  // a complete table that an executor keeps may name the one before
  output = std::move(status);
  shuffle->second.encoded.reset();
  return true;
}

bool MapOutputTracker::unregisterMapOutput(int shuffleId, int mapId, std::optional<int64_t> attempt) {
  std::lock_guard lock(mutex_);
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end()) return false;
  std::optional<MapStatus>& output = shuffle->second.outputs.at(static_cast<size_t>(mapId));
  if (!output || (attempt && output->attempt != *attempt)) return false;
  output.reset();
  shuffle->second.encoded.reset();
  --shuffle->second.numRegistered;
  ++epoch_;
  return true;
}

void MapOutputTracker::unregisterAllOutputs(int shuffleId) {
  std::lock_guard lock(mutex_);
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end()) return;
  for (auto& output : shuffle->second.outputs) output.reset();
  shuffle->second.numRegistered = 0;
  shuffle->second.encoded.reset();
  ++epoch_;
}

std::vector<int> MapOutputTracker::unregisterOutputsOf(const std::string& executorId) {
  return unregisterWhere(
      [&](const MapStatus& status) { return !status.atService && status.place.executorId == executorId; });
}

std::vector<int> MapOutputTracker::unregisterOutputsOfHost(const std::string& host) {
  return unregisterWhere([&](const MapStatus& status) { return status.place.host == host; });
}

std::vector<int> MapOutputTracker::unregisterWhere(const std::function<bool(const MapStatus&)>& isLost) {
  std::lock_guard lock(mutex_);
  std::vector<int> losers;
  for (auto& [shuffleId, shuffle] : shuffles_) {
    const int before = shuffle.numRegistered;
    for (auto& output : shuffle.outputs) {
      if (!output || !isLost(*output)) continue;
      output.reset();
      --shuffle.numRegistered;
    }
    if (shuffle.numRegistered == before) continue;
    shuffle.encoded.reset();
    losers.push_back(shuffleId);
  }
  if (!losers.empty()) ++epoch_;
  return losers;
}

bool MapOutputTracker::servesAny(const std::string& executorId) const {
  std::lock_guard lock(mutex_);
  for (const auto& [shuffleId, shuffle] : shuffles_) {
    for (const auto& output : shuffle.outputs) {
      if (output && !output->atService && output->place.executorId == executorId) return true;
    }
  }
  return false;
}

std::vector<int> MapOutputTracker::missingMaps(int shuffleId) const {
  std::lock_guard lock(mutex_);
  const auto& outputs = find(shuffleId).outputs;
  std::vector<int> missing;
  for (size_t map = 0; map < outputs.size(); ++map) {
    if (!outputs[map]) missing.push_back(static_cast<int>(map));
  }
  return missing;
}

bool MapOutputTracker::isComplete(int shuffleId) const {
  std::lock_guard lock(mutex_);
  const Shuffle& shuffle = find(shuffleId);
  return static_cast<size_t>(shuffle.numRegistered) == shuffle.outputs.size();
}

std::optional<MapStatus> MapOutputTracker::mapStatus(int shuffleId, int mapId) const {
  std::lock_guard lock(mutex_);
  return find(shuffleId).outputs.at(static_cast<size_t>(mapId));
}

std::vector<int64_t> MapOutputTracker::reducerSizes(int shuffleId) const {
  std::lock_guard lock(mutex_);
  std::vector<int64_t> sizes;
  for (const auto& output : find(shuffleId).outputs) {
    if (!output) continue;
    if (sizes.size() < output->sizes.size()) sizes.resize(output->sizes.size());
    for (size_t reducer = 0; reducer < output->sizes.size(); ++reducer) sizes[reducer] += output->sizes[reducer];
  }
  return sizes;
}

std::shared_ptr<const std::string> MapOutputTracker::locations(int shuffleId) const {
  std::lock_guard lock(mutex_);
  const Shuffle& shuffle = find(shuffleId);
  if (shuffle.encoded == nullptr) {
    shuffle.encoded = std::make_shared<const std::string>(MapOutputLocations::encode(epoch_, shuffle.outputs));
  } else if (shuffle.encodedEpoch != epoch_) {
    auto bytes = std::make_shared<std::string>(*shuffle.encoded);
    MapOutputLocations::setEpoch(*bytes, epoch_);
    shuffle.encoded = std::move(bytes);
  }
  shuffle.encodedEpoch = epoch_;
  return shuffle.encoded;
}

int64_t MapOutputTracker::epoch() const {
  std::lock_guard lock(mutex_);
  return epoch_;
}

const MapOutputTracker::Shuffle& MapOutputTracker::find(int shuffleId) const {
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end()) throwInternal("shuffle " + std::to_string(shuffleId) + " is not registered");
  return shuffle->second;
}

}  // namespace ferro
