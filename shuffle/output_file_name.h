// How the files of a map output are called, without their endings. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace ferro {

// The number tells runs of one map apart: one that is unique in the executor, or, for files that the shuffle service
// must find by name, the attempt.
inline std::string outputFileName(int shuffleId, int mapId, int64_t number) {
  return "shuffle_" + std::to_string(shuffleId) + "_" + std::to_string(mapId) + "_" + std::to_string(number);
}

}  // namespace ferro
