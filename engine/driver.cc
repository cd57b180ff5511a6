#include "ferro/engine/driver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ferro/common/error.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/checkpointing.h"
#include "ferro/engine/gathered_rows.h"
#include "ferro/engine/rdd_barrier.h"
#include "ferro/engine/rdd_base.h"
#include "ferro/engine/session_core.h"
#include "ferro/engine/task_resources.h"
#include "ferro/scheduler/dag_scheduler.h"
#include "ferro/scheduler/result_limit.h"
#include "ferro/scheduler/task_context.h"

namespace ferro::detail {
namespace {

// Removes the shuffle's files when nobody can read them any more.
class TrackedShuffle final : public ShuffleDependency {
 public:
  TrackedShuffle(const SessionPtr& session, int shuffleId, std::shared_ptr<const Node> mapSide,
                 std::shared_ptr<const TaskBody> writer, int numReducers)
      : ShuffleDependency(shuffleId, std::move(mapSide), std::move(writer), numReducers), session_(session) {}

  ~TrackedShuffle() override {
    auto session = session_.lock();
    if (session == nullptr) return;
    auto services = session->servicesIfRunning();
    if (services == nullptr) return;
    services->outputs.unregisterShuffle(shuffleId());
    services->runtime->removeShuffle(shuffleId());
  }

 private:
  std::weak_ptr<SessionCore> session_;
};

// Removes the blocks of a persisted node together with the node.
class PersistedBlocks {
 public:
  PersistedBlocks(const SessionPtr& session, int node) : session_(session), node_(node) {}
  ~PersistedBlocks() {
    auto session = session_.lock();
    if (session == nullptr) return;
    if (auto services = session->servicesIfRunning()) services->runtime->removeRdd(node_);
  }

 private:
  std::weak_ptr<SessionCore> session_;
  int node_;
};

// Results that are small beside what a process takes anyway work at any limit.
constexpr int64_t kUncountedResultBytes = int64_t{32} << 20;

}  // namespace

RddCore::RddCore(SessionPtr session, std::shared_ptr<const Node> node)
    : session_(std::move(session)), node_(std::move(node)) {}
RddCore::~RddCore() = default;
RddCore::RddCore(const RddCore&) = default;
RddCore& RddCore::operator=(const RddCore&) = default;
RddCore::RddCore(RddCore&&) noexcept = default;
RddCore& RddCore::operator=(RddCore&&) noexcept = default;

NodeInfo infoLike(const Node& parent, const char* name, Partitioning partitioning) {
  return {0, name, parent.numPartitions(), partitioning == Partitioning::kKept ? parent.partitioner() : nullptr};
}

LineageParents onParent(const std::shared_ptr<const Node>& parent) { return {{parent}, {}}; }

LineageParents onParents(const std::shared_ptr<const Node>& first, const std::shared_ptr<const Node>& second) {
  return {{first, second}, {}};
}

LineageParents onShuffle(const std::shared_ptr<const ShuffleDependency>& shuffle) { return {{}, {shuffle}}; }

int newNodeId(SessionCore& session) { return session.newNodeId(); }

int newShuffleId(SessionCore& session) { return session.newShuffleId(); }

int configuredParallelism(const SessionCore& session) {
  return static_cast<int>(session.conf().get(keys::kDefaultParallelism).value_or(0));
}

void requireSlotsForBarrier(const SessionCore& session, int numPartitions) {
  const auto slots = session.cores() / static_cast<int>(session.conf().get(keys::kTaskCpus));
  if (numPartitions <= slots) return;
  throw Error(ErrorCode::kInvalidArgument, "a barrier stage runs all its tasks at once, but this Rdd has " +
                                               std::to_string(numPartitions) + " partitions and there are only " +
                                               std::to_string(slots) + " slots; coalesce the Rdd or use more cores");
}

int defaultParallelism(const SessionCore& session) {
  int configured = configuredParallelism(session);
  return configured > 0 ? configured : session.cores();
}

std::shared_ptr<const ShuffleDependency> makeShuffle(const SessionPtr& session, int shuffleId,
                                                     std::shared_ptr<const Node> mapSide,
                                                     std::shared_ptr<const Sink> sink, int numReducers) {
  auto writer = std::make_shared<const TaskProgram>(mapSide, std::move(sink));
  return std::make_shared<const TrackedShuffle>(session, shuffleId, std::move(mapSide), std::move(writer), numReducers);
}

ResultBudget::ResultBudget(const SessionCore& session)
    : limit_(session.conf().get(keys::kDriverMaxResultSize).bytes()) {
  const int64_t memory = std::max(session.services()->environment.memory().limit(), kUncountedResultBytes);
  limit_ = limit_ == 0 ? memory : std::min(limit_, memory);
}

void ResultBudget::add(size_t bytes) {
  used_ += static_cast<int64_t>(bytes);
  if (used_ <= limit_) return;
  throw resultsTooLarge(limit_);
}

void runJob(SessionCore& session, const std::shared_ptr<const Node>& node, std::shared_ptr<const Sink> sink,
            std::vector<int> partitions, const std::string& action,
            std::function<void(int position, TaskValue& value)> onResult) {
  if (partitions.empty()) return;
  auto services = session.services();
  JobSpec job;
  job.node = node;
  job.body = std::make_shared<const TaskProgram>(node, std::move(sink));
  job.partitions = std::move(partitions);
  job.onResult = [&onResult](int position, std::unique_ptr<TaskValue> value) { onResult(position, *value); };
  job.properties = session.propertiesOfThread();
  job.properties.callSite = action;
  services->runtime->dag().submit(std::move(job)).wait();
  makePendingCheckpoints(session, *node);
}

void persist(const SessionPtr& session, const std::shared_ptr<const Node>& node, StorageLevel level) {
  StorageLevel before = node->storageLevel();
  if (before != StorageLevel::NONE && before != level) {
    throw Error(ErrorCode::kInvalidArgument, "the storage level of '" + node->name() +
                                                 "' is set already; call unpersist() "
                                                 "before persisting it at another level");
  }
  node->setStorageLevel(level);
  node->attach(std::make_shared<PersistedBlocks>(session, node->id()));
}

void unpersist(SessionCore& session, const Node& node, bool) {
  node.setStorageLevel(StorageLevel::NONE);
  node.attach(nullptr);
  session.services()->runtime->removeRdd(node.id());
  if (session.bus().active()) session.bus().post(UnpersistRdd{node.id()});
}

std::vector<int> firstPartitions(int count) {
  std::vector<int> partitions(static_cast<size_t>(count));
  std::iota(partitions.begin(), partitions.end(), 0);
  return partitions;
}

int shufflePartitions(const SessionCore& session, int asked, std::initializer_list<int> parents) {
  if (asked < 0) {
    throw Error(ErrorCode::kInvalidArgument, "a shuffle needs at least 1 partition, not " + std::to_string(asked));
  }
  if (asked > 0) return asked;
  if (int configured = configuredParallelism(session); configured > 0) return configured;
  return std::max(1, std::max(parents));
}

GatheredRows::GatheredRows() : claim_(std::make_unique<MemoryClaim>(*TaskContext::get(), "rows of a task's result")) {}

GatheredRows::~GatheredRows() = default;

void GatheredRows::cover(size_t bytes) {
  const int64_t more = static_cast<int64_t>(bytes) - kUncountedResultBytes - claim_->held();
  if (more <= 0) return;
  try {
    claim_->grow(more);
  } catch (const Error& error) {
    throw Error(error.code(), std::string("the results of this action do not fit; save them, take fewer rows or read "
                                          "them by toLocalIterator(): ") +
                                  error.what());
  }
}

}  // namespace ferro::detail
