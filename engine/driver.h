// The driver's side of the engine without types: what Rdd<T> asks of its session. Implemented over the scheduler; keeps
// the scheduler's headers out of user programs. Any driver thread may call these; a stopped session throws.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ferro/engine/node.h"
#include "ferro/engine/sink.h"

namespace ferro {

class SessionCore;
using SessionPtr = std::shared_ptr<SessionCore>;

namespace detail {

int newNodeId(SessionCore& session);
int newShuffleId(SessionCore& session);
int defaultParallelism(const SessionCore& session);
// What ferro.default.parallelism was set to, or 0.
int configuredParallelism(const SessionCore& session);

// Whoever holds the dependency keeps the shuffle's files.
std::shared_ptr<const ShuffleDependency> makeShuffle(const SessionPtr& session, int shuffleId,
                                                     std::shared_ptr<const Node> mapSide,
                                                     std::shared_ptr<const Sink> sink, int numReducers);

// Adds up what a job's results take in the driver's memory; throws Error kOutOfMemory with advice when that is more
// than ferro.driver.maxResultSize.
class ResultBudget {
 public:
  explicit ResultBudget(const SessionCore& session);
  void add(size_t bytes);

 private:
  int64_t limit_;
  int64_t used_ = 0;
};

// Runs the sink over the given partitions and waits. onResult is called once for each, with its position in
// `partitions`, on one thread at a time.
void runJob(SessionCore& session, const std::shared_ptr<const Node>& node, std::shared_ptr<const Sink> sink,
            std::vector<int> partitions, const std::string& action,
            std::function<void(int position, TaskValue& value)> onResult);

void persist(const SessionPtr& session, const std::shared_ptr<const Node>& node, StorageLevel level);
void unpersist(SessionCore& session, const Node& node, bool blocking);
// Writes the node's rows at once, in a job of its own, and cuts its lineage.
void checkpoint(const SessionPtr& session, const std::shared_ptr<const Node>& node);
void localCheckpoint(const SessionPtr& session, const std::shared_ptr<const Node>& node);

std::string debugString(const Node& node);

}  // namespace detail
}  // namespace ferro
