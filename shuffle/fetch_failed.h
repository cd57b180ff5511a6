// Thrown by a reduce task that finds a map output missing or damaged. It is no failure of the task: the scheduler has
// the map computed again and the reader runs once more. Immutable, like every Error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ferro/common/error.h"

namespace ferro {

struct FetchFailed : Error {
  FetchFailed(int shuffle, int map, int forReducer, std::optional<int64_t> ofAttempt, const std::string& cause)
      : Error(ErrorCode::kIo, "map output " + std::to_string(map) + " of shuffle " + std::to_string(shuffle) +
                                  " cannot be read for reducer " + std::to_string(forReducer) + ": " + cause),
        shuffleId(shuffle),
        mapId(map),
        reducer(forReducer),
        attempt(ofAttempt) {}

  int shuffleId;
  int mapId;
  int reducer;
  std::optional<int64_t> attempt;  // the map attempt whose output is damaged; none when there is no output at all
};

}  // namespace ferro
