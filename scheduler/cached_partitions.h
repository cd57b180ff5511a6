// Whether a partition of an Rdd is stored somewhere, so that what stands behind it need not run. Any thread may ask.
#pragma once

#include <vector>

#include "ferro/blockmanager/block_locations.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/executor_place.h"

namespace ferro {

class CachedPartitions {
 public:
  virtual ~CachedPartitions() = default;
  virtual bool isCached(int nodeId, int partition) const = 0;
  // Who holds it, where that tells executors apart.
  virtual std::vector<ExecutorPlace> places(int /*nodeId*/, int /*partition*/) const { return {}; }
};

// The blocks of the one executor that lives in the driver's process.
class LocalCachedPartitions final : public CachedPartitions {
 public:
  explicit LocalCachedPartitions(const BlockManager& blocks) : blocks_(blocks) {}
  bool isCached(int nodeId, int partition) const override { return blocks_.contains(BlockId::rdd(nodeId, partition)); }

 private:
  const BlockManager& blocks_;
};

// The blocks of all executors, as the driver's map knows them.
class ClusterCachedPartitions final : public CachedPartitions {
 public:
  explicit ClusterCachedPartitions(const BlockLocations& locations) : locations_(locations) {}
  bool isCached(int nodeId, int partition) const override { return locations_.containsPartition(nodeId, partition); }
  std::vector<ExecutorPlace> places(int nodeId, int partition) const override {
    return locations_.places(BlockId::rdd(nodeId, partition));
  }

 private:
  const BlockLocations& locations_;
};

}  // namespace ferro
