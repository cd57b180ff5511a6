// What one task wrote to and read from shuffles. Owned by the task; only its thread changes it.
#pragma once

#include <cstdint>

namespace ferro {

struct ShuffleMetrics {
  int64_t bytesWritten = 0;  // of committed outputs, as they lie in memory or on disk
  int64_t recordsWritten = 0;
  int64_t memoryBytesSpilled = 0;  // what spilling took out of memory
  int64_t diskBytesSpilled = 0;    // what it wrote to disk
  int64_t bytesRead = 0;           // counted like bytesWritten
  int64_t recordsRead = 0;
  int64_t segmentsRead = 0;        // map outputs that had something for the reducer
  int64_t writeNanos = 0;          // time spent writing files
  int64_t readNanos = 0;           // time spent waiting for data from files
  int64_t remoteBytesRead = 0;     // what came from other executors, as it was sent
  int64_t remoteSegmentsRead = 0;  // how many segments that were
  int64_t fetchWaitNanos = 0;      // time spent waiting for them

  bool operator==(const ShuffleMetrics&) const = default;
};

}  // namespace ferro
