// What a map task tells the driver about the output it committed. A plain value that travels; any thread may read one.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/blockmanager/executor_place.h"

namespace ferro {

struct MapStatus {
  int mapId = 0;
  int64_t attempt = 0;         // the task attempt whose output this is
  int64_t rows = 0;            // of all reducers together
  std::vector<int64_t> sizes;  // bytes for each reducer, as they lie in memory or on disk
  // Who wrote it, and the address that serves it. The driver fills it in unless atService; empty in local mode.
  ExecutorPlace place{};
  bool atService = false;  // a shuffle service serves it, so it outlives its executor

  bool operator==(const MapStatus&) const = default;
};

}  // namespace ferro
