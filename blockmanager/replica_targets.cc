#include "ferro/blockmanager/replica_targets.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "ferro/blockmanager/checksum_output.h"

namespace ferro {
namespace {

// The executors with the highest numbers win; they differ from block to block, and are the same in every process.
uint64_t rankOf(const BlockId& id, const ExecutorPlace& executor) {
  const std::string both = id.name + '\n' + executor.executorId;
  return checksumOf(both.data(), static_cast<int64_t>(both.size()));
}

}  // namespace

std::vector<ExecutorPlace> replicaTargets(const BlockId& id, const ExecutorPlace& holder,
                                          std::vector<ExecutorPlace> executors) {
  std::erase_if(executors, [&](const ExecutorPlace& executor) { return executor.executorId == holder.executorId; });
  auto order = [&](const ExecutorPlace& executor) {
    return std::tuple(executor.host == holder.host, ~rankOf(id, executor), executor.executorId);
  };
  std::sort(executors.begin(), executors.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
  return executors;
}

std::vector<ReplicationOrder> planReplication(const BlockLocations& locations, const std::vector<BlockId>& missing) {
  std::vector<ReplicationOrder> orders;
  const std::vector<ExecutorPlace> executors = locations.executors();
  for (const BlockId& id : missing) {
    const std::vector<ExecutorPlace> holders = locations.places(id);
    const auto status = locations.status(id);
    if (holders.empty() || !status) continue;
    auto lacking = locations.copiesOf(status->level) - static_cast<int>(holders.size());
    for (const ExecutorPlace& target : replicaTargets(id, holders.front(), executors)) {
      if (lacking <= 0) break;
      if (std::find(holders.begin(), holders.end(), target) != holders.end()) continue;
      // Holders take turns, so that one survivor does not copy everything alone.
      orders.push_back({id, holders[orders.size() % holders.size()], target});
      --lacking;
    }
  }
  return orders;
}

}  // namespace ferro
