// Which executors should get copies of a block. Pure functions; any thread may call them.
#pragma once

#include <string>
#include <vector>

#include "ferro/blockmanager/block_locations.h"
#include "ferro/blockmanager/block_messages.h"

namespace ferro {

// All that may get a copy of the block from `holder`, best first: other hosts before the holder's own, and among these
// spread by the block's name, so that the copies of one executor's blocks end up on many.
std::vector<ExecutorPlace> replicaTargets(const BlockId& id, const ExecutorPlace& holder,
                                          std::vector<ExecutorPlace> executors);

// After a loss: who should copy what to whom, so that each block has as many copies as its level asks for or as there
// are executors. The driver sends each order to its holder (block_messages::kReplicateBlock).
std::vector<ReplicationOrder> planReplication(const BlockLocations& locations, const std::vector<BlockId>& missing);

}  // namespace ferro
