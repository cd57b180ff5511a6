// The map outputs of one executor, in memory or on disk. When memory is short it writes the oldest ones in memory to
// disk; who reads at that moment keeps the batches it has. Owned by the ShuffleManager; any thread may call it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/shuffle/disk_map_output.h"
#include "ferro/shuffle/map_status.h"
#include "ferro/shuffle/memory_map_output.h"
#include "ferro/shuffle/shuffle_options.h"

namespace ferro {

class LocalDirs;

// One of the two is set.
struct MapOutput {
  MapStatus status;  // without sizes in the store when the output is on disk, where the index has them
  std::shared_ptr<const MemoryMapOutput> memory;
  std::shared_ptr<const DiskMapOutput> disk;
};

class ShuffleStore final : public Reclaimable {
 public:
  ShuffleStore(const ShuffleOptions& options, MemoryArbiter& memory, const LocalDirs& localDirs);
  ~ShuffleStore() override;

  // Stores the output unless this map has one already, and returns the status of the one that is stored then. The claim
  // covers an output in memory; the store takes over what it needs of it.
  MapStatus commit(int shuffleId, MapOutput output, MemoryConsumer& claim);

  // Null when there is none.
  std::shared_ptr<const MapOutput> find(int shuffleId, int mapId) const;

  void remove(int shuffleId, int mapId);
  // Removes an output that turned out damaged, unless something else is in its place by now.
  void removeDamaged(int shuffleId, const std::shared_ptr<const MapOutput>& output);
  void removeShuffle(int shuffleId);

  // Outputs on disk stay there when the store goes: the shuffle service serves them.
  void leaveOutputs() { leavesOutputs_ = true; }

  // Writes the oldest outputs to disk.
  int64_t reclaim(int64_t bytes) override;

  // Unique in this executor, so that the files of a rerun never meet those of the run before.
  std::string nextFileName(int shuffleId, int mapId);

  int64_t bytesInMemory() const { return claim_.held(); }
  int64_t bytesOnDisk() const;

 private:
  struct Entry {
    std::shared_ptr<const MapOutput> output;
    int64_t age = 0;  // its key in movable_ while it is in memory
  };
  struct MapKey {
    int shuffleId;
    int mapId;
  };

  Entry* findEntry(int shuffleId, int mapId);
  std::shared_ptr<const MapOutput> insert(int shuffleId, const std::shared_ptr<const MapOutput>& output,
                                          MemoryConsumer& claim);
  std::shared_ptr<const MapOutput> release(Entry& entry);
  void returnFreedMemory(int64_t freed);
  bool takeOldest(MapKey& key, std::shared_ptr<const MapOutput>& output);
  void putBack(const MapKey& key, const std::shared_ptr<const MapOutput>& output);
  std::shared_ptr<const MapOutput> writeToDisk(const MapKey& key, const MapOutput& output);
  bool replace(const MapKey& key, const std::shared_ptr<const MapOutput>& before,
               std::shared_ptr<const MapOutput> after);

  const ShuffleOptions options_;
  MemoryArbiter& memory_;
  const LocalDirs& localDirs_;
  std::atomic<int64_t> nextFile_{0};
  std::atomic<bool> leavesOutputs_{false};
  std::atomic<int64_t> freedBytes_{0};  // since memory was last returned to the system

  mutable std::mutex mutex_;
  MemoryConsumer claim_;
  std::unordered_map<int, std::vector<Entry>> shuffles_;  // by shuffle, then map
  std::map<int64_t, MapKey> movable_;                     // by age: in memory, and nobody writes it to disk yet
  int64_t nextAge_ = 0;
  int64_t bytesOnDisk_ = 0;
};

}  // namespace ferro
