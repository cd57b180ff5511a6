// What the writers and readers of one executor share. Owned by its ShuffleManager; the members are thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/shuffle/shuffle_network.h"
#include "ferro/shuffle/shuffle_options.h"
#include "ferro/shuffle/shuffle_store.h"

namespace ferro {

// The attempt of a map task that a writer writes for.
struct MapTask {
  int shuffleId = 0;
  int mapId = 0;
  int numReducers = 0;
  int64_t attempt = 0;
};

// Where the shuffle service serves this executor's outputs, while there is one. Any thread may call it.
class ServicePlace {
 public:
  std::optional<ExecutorPlace> get() const {
    std::lock_guard lock(mutex_);
    return place_;
  }
  void set(std::optional<ExecutorPlace> place) {
    std::lock_guard lock(mutex_);
    place_ = std::move(place);
  }

 private:
  mutable std::mutex mutex_;
  std::optional<ExecutorPlace> place_;
};

struct ShuffleContext {
  ShuffleContext(const ShuffleOptions& shuffleOptions, MemoryArbiter& arbiter, const LocalDirs& dirs)
      : options(shuffleOptions), memory(arbiter), localDirs(dirs), store(shuffleOptions, arbiter, dirs) {}

  const ShuffleOptions options;
  MemoryArbiter& memory;
  const LocalDirs& localDirs;
  ShuffleStore store;
  // Where outputs are written: elsewhere than spills when a shuffle service serves them, at this place.
  const LocalDirs* outputDirs = &localDirs;
  bool forService = false;  // every output goes to disk, under a name that a service finds; set before the first task
  ServicePlace servicePlace;
  std::optional<ShuffleNetwork> network;  // none: all outputs are in the store
};

}  // namespace ferro
