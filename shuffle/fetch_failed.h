// Thrown by a reduce task that finds a map output missing or damaged. It is no failure of the task: the scheduler has
// the map computed again and the reader runs once more. Immutable, like every Error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/shuffle/map_output_place.h"

namespace ferro {

struct FetchFailed : Error {
  FetchFailed(int shuffle, int map, int forReducer, std::optional<int64_t> ofAttempt, const std::string& cause,
              const MapOutputPlace& from = {}, bool isUnreachable = false)
      : Error(ErrorCode::kIo, "map output " + std::to_string(map) + " of shuffle " + std::to_string(shuffle) +
                                  " cannot be read for reducer " + std::to_string(forReducer) + ": " + cause),
        shuffleId(shuffle),
        mapId(map),
        reducer(forReducer),
        attempt(ofAttempt),
        executorId(from.executor.executorId),
        host(from.executor.host),
        atService(from.atService),
        unreachable(isUnreachable) {}

  int shuffleId;
  int mapId;
  int reducer;
  std::optional<int64_t> attempt;  // the map attempt whose output is lost; none when nobody knows of an output
  std::string executorId;          // who wrote it; empty when it was this process or nobody
  std::string host;                // where it was asked for
  bool atService;                  // a shuffle service was asked, not the executor
  bool unreachable;                // nobody answered there: whatever else lies there is lost as well
  struct Other {
    int mapId;
    std::optional<int64_t> attempt;  // as above
  };
  std::vector<Other> others{};  // outputs of the same shuffle that were found lost when all were checked
};

}  // namespace ferro
