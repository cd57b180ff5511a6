// The driver's register of which map outputs exist. Owned by the driver; any thread may call it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ferro/shuffle/map_status.h"

namespace ferro {

class MapOutputTracker {
 public:
  // Registering the same shuffle again with as many maps keeps what it has: stages ask for it each time they start.
  void registerShuffle(int shuffleId, int numMaps);
  void unregisterShuffle(int shuffleId);
  bool contains(int shuffleId) const;
  int numMaps(int shuffleId) const;

  // A later output of the same map replaces the earlier one. False when the shuffle is gone: a task ended too late.
  bool registerMapOutput(int shuffleId, MapStatus status);

  // Forgets an output that turned out lost. With an attempt, only if the output is still that attempt's: news of a loss
  // may arrive after the rerun. Returns whether something was forgotten.
  bool unregisterMapOutput(int shuffleId, int mapId, std::optional<int64_t> attempt = std::nullopt);
  void unregisterAllOutputs(int shuffleId);
  // An executor is lost with all its outputs, but for those that a shuffle service serves. Returns the shuffles that
  // lost something.
  std::vector<int> unregisterOutputsOf(const std::string& executorId);
  // A host is lost with all that was served there, by executors or its shuffle service.
  std::vector<int> unregisterOutputsOfHost(const std::string& host);

  // Whether there are outputs that would go with this executor.
  bool servesAny(const std::string& executorId) const;

  std::vector<int> missingMaps(int shuffleId) const;
  bool isComplete(int shuffleId) const;
  std::optional<MapStatus> mapStatus(int shuffleId, int mapId) const;
  // For each reducer the bytes that all maps registered so far have for it; empty while there is no output.
  std::vector<int64_t> reducerSizes(int shuffleId) const;

  // What MapOutputLocations::decode reads. Made once for each change and shared, because every executor asks for it.
  std::shared_ptr<const std::string> locations(int shuffleId) const;

  // Grows whenever outputs are forgotten or replaced, so that what was read before can be told from what was read
  // after.
  int64_t epoch() const;

 private:
  struct Shuffle {
    std::vector<std::optional<MapStatus>> outputs;
    int numRegistered = 0;
    // Null after a change; of the epoch below.
    mutable std::shared_ptr<const std::string> encoded;
    mutable int64_t encodedEpoch = 0;
  };

  const Shuffle& find(int shuffleId) const;
  std::vector<int> unregisterWhere(const std::function<bool(const MapStatus&)>& isLost);

  mutable std::mutex mutex_;
  std::map<int, Shuffle> shuffles_;
  int64_t epoch_ = 0;
};

}  // namespace ferro
