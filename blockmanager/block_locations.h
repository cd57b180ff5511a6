// The driver's map of which executors hold which block. Executors are made known when they register and forgotten when
// they are lost; what a forgotten one still reports changes nothing. Owned by the driver; any thread may call it, and
// readers do not wait for each other.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/executor_place.h"

namespace ferro {

// What is different after an executor is gone.
struct LostBlocks {
  std::vector<BlockId> gone;             // it held the only copy
  std::vector<BlockId> missingReplicas;  // held elsewhere too, but by fewer executors than asked for
};

class BlockLocations {
 public:
  // How many executors should hold a block whose level asks for two (ferro.storage.replication).
  explicit BlockLocations(int replicasOfTwo = 2) : replicasOfTwo_(replicasOfTwo) {}

  void addExecutor(const ExecutorPlace& place);
  LostBlocks removeExecutor(const std::string& executorId);
  // By id.
  std::vector<ExecutorPlace> executors() const;
  std::optional<ExecutorPlace> executor(const std::string& executorId) const;

  // What an executor's BlockListener heard. False, and ignored, when it is not known (any more).
  bool update(const std::string& executorId, const BlockStatus& status);

  std::vector<ExecutorPlace> places(const BlockId& id) const;
  bool contains(const BlockId& id) const;
  bool containsPartition(int rdd, int partition) const;
  // One of the holders' statuses; their sizes may differ.
  std::optional<BlockStatus> status(const BlockId& id) const;
  // By partition; only those that somebody holds.
  std::map<int, std::vector<ExecutorPlace>> placesOfRdd(int rdd) const;
  // Forgets the Rdd's blocks and returns who held any of them, to be told to drop them.
  std::vector<ExecutorPlace> removeRdd(int rdd);

  // Whether the executor holds a partition of an Rdd.
  bool holdsAny(const std::string& executorId) const;

  size_t numBlocks() const;
  // How many executors should hold a block of this level.
  int copiesOf(const StorageLevel& level) const;

 private:
  struct Holder {
    std::string executorId;
    BlockStatus status;
  };
  using Holders = std::vector<Holder>;
  using Partitions = std::unordered_map<int, Holders>;

  // These need the lock.
  const Holders* find(const BlockId& id) const;
  Holders& findOrAdd(const BlockId& id);
  void eraseIfEmpty(const BlockId& id);
  std::vector<ExecutorPlace> placesOf(const Holders& holders) const;
  void loseHolder(Holders& holders, const std::string& executorId, LostBlocks& lost) const;

  const int replicasOfTwo_;
  mutable std::shared_mutex mutex_;
  std::map<std::string, ExecutorPlace> executors_;
  std::unordered_map<int, Partitions> rdds_;
  std::unordered_map<BlockId, Holders> others_;
};

}  // namespace ferro
