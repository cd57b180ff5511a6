// Blocks that other processes hold, read for a task and not kept: verified, counted by the arbiter while somebody reads
// them, and on disk when there is no memory for them. One per process; any thread may call it, except that of the
// NetLoop.
#pragma once

#include <memory>
#include <vector>

#include "ferro/blockmanager/block_client.h"
#include "ferro/blockmanager/block_directory.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"

namespace ferro {

class RemoteBlocks {
 public:
  RemoteBlocks(BlockClient& client, BlockDirectory& directory, ExecutorPlace self, MemoryArbiter& arbiter,
               const LocalDirs& dirs);

  // Tries all holders, those on the own host first. Null when nobody has it any more or nobody sends it undamaged: then
  // it is computed again, so that is no error, but a logged line for each holder that failed.
  std::shared_ptr<const Block> fetch(const BlockId& id);

  // From one place that should have it; null as above.
  std::shared_ptr<const Block> fetchFrom(const ExecutorPlace& place, const BlockId& id);
  void removeFrom(const ExecutorPlace& place, const BlockId& id) { client_.remove(place.address(), id); }

 private:
  std::vector<ExecutorPlace> holdersInOrder(const BlockId& id);
  bool isHolder(const ExecutorPlace& place, const BlockId& id);
  std::shared_ptr<const Block> tryHolder(const ExecutorPlace& place, const BlockId& id,
                                         const BlockClient::StillThere& stillThere);
  std::shared_ptr<const Block> accountedFor(const BlockId& id, std::shared_ptr<const Block> block);

  BlockClient& client_;
  BlockDirectory& directory_;
  const ExecutorPlace self_;
  MemoryArbiter& arbiter_;
  const LocalDirs& dirs_;
};

}  // namespace ferro
