// The driver's register of which map outputs exist. Owned by the driver; any thread may call it.
#pragma once

#include <cstdint>
#include <map>
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
  // Forgets all outputs that an executor served; returns the shuffles that lost something.
  std::vector<int> unregisterOutputsOf(const std::string& executorId);

  std::vector<int> missingMaps(int shuffleId) const;
  bool isComplete(int shuffleId) const;
  std::optional<MapStatus> mapStatus(int shuffleId, int mapId) const;
  // For each reducer the bytes that all maps registered so far have for it; empty while there is no output.
  std::vector<int64_t> reducerSizes(int shuffleId) const;

  // Grows whenever outputs are forgotten, so that what was read before can be told from what was read after.
  int64_t epoch() const;

 private:
  struct Shuffle {
    std::vector<std::optional<MapStatus>> outputs;
    int numRegistered = 0;
  };

  const Shuffle& find(int shuffleId) const;

  mutable std::mutex mutex_;
  std::map<int, Shuffle> shuffles_;
  int64_t epoch_ = 0;
};

}  // namespace ferro
