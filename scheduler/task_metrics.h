// What one task cost. Filled in by the thread that runs the task, then handed to the driver with its end; a plain value
// that travels.
#pragma once

#include <cstdint>

#include "ferro/shuffle/shuffle_metrics.h"

namespace ferro {

struct TaskMetrics {
  int64_t runNanos = 0;            // from the first line of the body to its last
  int64_t decodeNanos = 0;         // making the body from bytes, where there are bytes
  int64_t resultBytes = 0;         // of the encoded result, where there is one
  int64_t memoryBytesSpilled = 0;  // by operators; what shuffle writers spilled is in `shuffle`
  int64_t diskBytesSpilled = 0;
  int64_t peakMemoryBytes = 0;
  int64_t inputRows = 0;
  int64_t inputBytes = 0;
  int64_t outputRows = 0;
  int64_t outputBytes = 0;
  ShuffleMetrics shuffle;

  bool operator==(const TaskMetrics&) const = default;
};

}  // namespace ferro
