// What an executor's shuffle needs to reach other executors. A plain value; what it points to is the executor's and
// outlives its readers.
#pragma once

#include <chrono>
#include <cstdint>

#include "ferro/blockmanager/executor_place.h"

namespace ferro {

class Conf;
class ConnectionPool;
class LostExecutors;
class MapOutputLocator;

struct ShuffleFetchOptions {
  int64_t maxBytesInFlight = 48 << 20;                 // ferro.reducer.maxSizeInFlight
  int maxRetries = 3;                                  // ferro.shuffle.io.maxRetries
  std::chrono::milliseconds retryWait{5'000};          // ferro.shuffle.io.retryWait
  std::chrono::milliseconds requestDeadline{120'000};  // ferro.network.timeout

  static ShuffleFetchOptions from(const Conf& conf);
};

struct ShuffleNetwork {
  ConnectionPool* peers = nullptr;
  MapOutputLocator* locator = nullptr;
  ExecutorPlace self;
  ShuffleFetchOptions options;
  const LostExecutors* lost = nullptr;  // may be null: then nobody says who is lost
};

}  // namespace ferro
