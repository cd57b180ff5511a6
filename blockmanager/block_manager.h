// Keeps an executor's blocks in memory and on disk and finds them again: the memory store gives way to execution and to
// newer blocks, least recently used first; what may go to disk goes there, as Arrow IPC files that are mapped, not
// read. One per executor; any thread may call anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/blockmanager/storage_level.h"

namespace ferro {

class BatchSource;
class BlockFile;
class DamagedBlock;
class StorageClaim;
struct BatchesToStore;
struct BufferUsage;

struct BlockStatus {
  BlockId id;
  StorageLevel level;    // NONE when the block is gone
  int64_t memSize = 0;   // bytes in memory, 0 when it is not there
  int64_t diskSize = 0;  // bytes on disk, 0 when it is not there
};

class BlockListener {
 public:
  virtual ~BlockListener() = default;
  // The block is now stored like this. Called on the thread that caused it, with no lock held.
  virtual void onBlockUpdated(const BlockStatus& status) = 0;
};

// Copies a block to other executors.
class BlockReplicator {
 public:
  virtual ~BlockReplicator() = default;
  // The block was just stored here, under a level that asks for more than one copy. Called on the thread that stored
  // it, with no lock held; must not throw.
  virtual void replicate(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) = 0;
};

class BlockManager : private Reclaimable {
 public:
  // The listener may be null; like the others it outlives this.
  BlockManager(MemoryArbiter& arbiter, const LocalDirs& dirs, BlockListener* listener = nullptr);
  ~BlockManager() override;
  BlockManager(const BlockManager&) = delete;
  BlockManager& operator=(const BlockManager&) = delete;

  // From memory, else mapped from disk with every byte verified, else null. A block whose file is damaged or missing is
  // gone: null, and a warning.
  std::shared_ptr<const Block> get(const BlockId& id);

  // The same for one that reads the batches in order, once. What comes from disk is verified column by column when it
  // is read: that may throw DamagedBlock, which is to be given to dropDamaged before the reader starts anew. Once that
  // has happened, files are verified as a whole before they are read, so that few readers have to start anew.
  std::unique_ptr<BatchSource> read(const BlockId& id);
  void dropDamaged(const DamagedBlock& damaged);

  // False: it does not fit where the level allows it, and the caller goes on without. Putting an id that is there
  // already keeps what is there. Buffers from the arbiter's pool are counted already; others are claimed from it here.
  bool put(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level);
  // The same for a copy that another executor sent: it is not replicated any further.
  bool putReplica(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level);

  // Who copies the blocks whose level asks for it; null for nobody. Set before the first block is put, and back to null
  // after the last one.
  void setReplicator(BlockReplicator* replicator) { replicator_ = replicator; }

  bool contains(const BlockId& id) const { return status(id).has_value(); }
  void remove(const BlockId& id);
  void removeRdd(int rddId);

  // Without touching the order of eviction.
  std::optional<BlockStatus> status(const BlockId& id) const;
  std::vector<BlockStatus> blocks() const;  // by id

 private:
  friend class BlockWriter;
  struct Entry;
  using EntryPointer = std::shared_ptr<Entry>;
  using Entries = std::unordered_map<BlockId, EntryPointer>;

  int64_t reclaim(int64_t bytes) override;

  // Null when there is no room, though blocks of other Rdds were asked to leave.
  std::shared_ptr<const StorageClaim> claimMemory(const BlockId& id, const BufferUsage& usage);
  // Null when there is no room, after a warning.
  std::shared_ptr<BlockFile> writeFile(const BlockId& id, const BatchesToStore& batches) const;
  enum class Stored { kNowhere, kBefore, kNow };
  Stored store(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level);
  Stored storeInMemory(const BlockId& id, std::shared_ptr<const Block> claimed, int64_t memSize, StorageLevel level);
  Stored storeOnDisk(const BlockId& id, std::shared_ptr<BlockFile> file, StorageLevel level);
  Stored insert(const EntryPointer& entry);
  // If it was stored now and there should be more copies.
  void replicate(Stored stored, const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) const;
  // In memory, or not yet verified; null when it is nowhere.
  enum class Verify { kNow, kWhenRead };
  std::shared_ptr<const Block> find(const BlockId& id, Verify verify);
  std::shared_ptr<const Block> readFromDisk(const EntryPointer& entry, BlockFile& file, Verify verify);
  void forgetLost(const EntryPointer& entry, const std::string& why);

  // Least recently used first, until they hold `bytes`; marked as leaving. Blocks of `sparedRdd` are left alone.
  std::vector<EntryPointer> chooseVictims(int64_t bytes, std::optional<int> sparedRdd, bool allOrNothing);
  int64_t evictAll(const std::vector<EntryPointer>& victims);
  int64_t evict(const EntryPointer& victim);
  std::shared_ptr<BlockFile> writeEvicted(const BlockId& id, const std::shared_ptr<const Block>& block);

  // Needs the lock. What the entry held is moved into the result, to be let go of without the lock.
  Entry takeOut(Entries::iterator place);
  static BlockStatus statusOf(const Entry& entry);
  void notify(const BlockStatus& status) const;

  MemoryArbiter& arbiter_;
  const LocalDirs& dirs_;
  BlockListener* const listener_;
  std::atomic<BlockReplicator*> replicator_{nullptr};
  std::atomic<bool> saidThatDiskIsFull_{false};
  std::atomic<bool> sawDamage_{false};

  mutable std::mutex mutex_;
  Entries entries_;
  std::list<EntryPointer> byUse_;  // those in memory, least recently used first
};

}  // namespace ferro
