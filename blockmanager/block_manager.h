// Keeps an executor's blocks in memory and on disk and finds them again: the memory store gives way to execution and to
// newer blocks, least recently used first; what may go to disk goes there, as Arrow IPC files that are mapped, not read.
// One per executor; any thread may call anything.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/blockmanager/storage_level.h"

namespace ferro {

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

class BlockManager {
 public:
  BlockManager(MemoryArbiter& arbiter, const LocalDirs& dirs, BlockListener* listener = nullptr);
  ~BlockManager();
  BlockManager(const BlockManager&) = delete;
  BlockManager& operator=(const BlockManager&) = delete;

  // From memory, else mapped from disk, else null. A block whose file is damaged or missing is gone: null, and a warning.
  std::shared_ptr<const Block> get(const BlockId& id);

  // False: it does not fit where the level allows it, and the caller goes on without. Putting an id that is there already
  // keeps what is there. Buffers from the arbiter's pool are counted already; others are claimed from it here.
  bool put(const BlockId& id, std::shared_ptr<const Block> block, StorageLevel level);

  bool contains(const BlockId& id) const;
  void remove(const BlockId& id);
  void removeRdd(int rddId);

  // Without touching the order of eviction.
  std::optional<BlockStatus> status(const BlockId& id) const;
  std::vector<BlockStatus> blocks() const;  // by id

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ferro
