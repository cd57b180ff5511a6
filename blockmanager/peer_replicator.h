// Copies blocks of levels that ask for it to other executors, before the task that computed them goes on. That it
// cannot be done is a warning and never fails a task. Belongs to an executor; any thread may call it.
#pragma once

#include <memory>

#include "ferro/blockmanager/block_client.h"
#include "ferro/blockmanager/block_directory.h"
#include "ferro/blockmanager/block_manager.h"

namespace ferro {

class PeerReplicator final : public BlockReplicator {
 public:
  // replicasOfTwo: ferro.storage.replication.
  PeerReplicator(BlockClient& client, BlockDirectory& directory, ExecutorPlace self, int replicasOfTwo = 2);

  void replicate(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) override;

 private:
  bool copyTo(const ExecutorPlace& target, const BlockId& id, const std::shared_ptr<const Block>& block,
              StorageLevel level);
  bool isPeer(const ExecutorPlace& place);

  BlockClient& client_;
  BlockDirectory& directory_;
  const ExecutorPlace self_;
  const int replicasOfTwo_;
};

}  // namespace ferro
