#include "ferro/blockmanager/peer_replicator.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ferro/blockmanager/replica_targets.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"

namespace ferro {
namespace {

// A peer that fails is replaced by the next one, but a task does not try them all.
constexpr int kMostFailures = 2;

}  // namespace

PeerReplicator::PeerReplicator(BlockClient& client, BlockDirectory& directory, ExecutorPlace self, int replicasOfTwo)
    : client_(client), directory_(directory), self_(std::move(self)), replicasOfTwo_(replicasOfTwo) {}

void PeerReplicator::replicate(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) {
  const int wanted = (level.replication == 2 ? replicasOfTwo_ : level.replication) - 1;
  if (wanted <= 0) return;
  std::vector<ExecutorPlace> targets;
  try {
    targets = replicaTargets(id, self_, directory_.peers());
  } catch (const Error& error) {
    logWarn("block " + id.name + " is not replicated: " + error.what());
    return;
  }
  int copied = 0;
  int failures = 0;
  for (const ExecutorPlace& target : targets) {
    if (copied == wanted || failures == kMostFailures) break;
    ++(copyTo(target, id, block, level) ? copied : failures);
  }
  if (copied < wanted) {
    logWarn("block " + id.name + " has " + std::to_string(copied + 1) + " of " + std::to_string(wanted + 1) +
            " copies: no further executor could take one");
  }
}

bool PeerReplicator::copyTo(const ExecutorPlace& target, const BlockId& id, const std::shared_ptr<const Block>& block,
                            StorageLevel level) {
  try {
    return client_.putReplica(target.address(), id, block, level, [&] { return isPeer(target); });
  } catch (const Error& error) {
    logWarn("block " + id.name + " could not be copied to executor " + target.executorId + ": " + error.what());
    return false;
  }
}

bool PeerReplicator::isPeer(const ExecutorPlace& place) {
  try {
    const auto peers = directory_.peers();
    return std::find(peers.begin(), peers.end(), place) != peers.end();
  } catch (const Error&) {
    // Without a driver to ask, the deadline of the request decides.
    return true;
  }
}

}  // namespace ferro
