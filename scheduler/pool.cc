#include "ferro/scheduler/pool.h"

#include <utility>

namespace ferro {

namespace {

constexpr const char* kDefaultPool = "default";

}  // namespace

std::partial_ordering compareShares(const Share& left, const Share& right) {
  const bool leftNeeds = left.running < left.minShare;
  const bool rightNeeds = right.running < right.minShare;
  if (leftNeeds != rightNeeds) return leftNeeds ? std::partial_ordering::less : std::partial_ordering::greater;
  auto ratio = [&](const Share& share) {
    const int divisor = leftNeeds ? share.minShare : share.weight;
    return static_cast<double>(share.running) / divisor;
  };
  return ratio(left) <=> ratio(right);
}

QueuedTaskSet& Pool::add(std::shared_ptr<TaskSet> set) {
  const TaskSetKey key = TaskSetKey::of(*set);
  QueuedTaskSet& queued = sets_[key];
  for (int index : set->spec().indexes) queued.pending.push_back({index, 0});
  queued.set = std::move(set);
  queued.submitted = std::chrono::steady_clock::now();
  if (!queued.pending.empty()) waiting_.emplace(key, &queued);
  return queued;
}

QueuedTaskSet* Pool::find(const TaskSetKey& key) {
  auto found = sets_.find(key);
  return found == sets_.end() ? nullptr : &found->second;
}

void Pool::requeue(QueuedTaskSet& queued, PendingTask task) {
  queued.pending.push_back(task);
  waiting_.emplace(TaskSetKey::of(*queued.set), &queued);
}

void Pool::dropPending(QueuedTaskSet& queued) {
  queued.pending.clear();
  waiting_.erase(TaskSetKey::of(*queued.set));
}

QueuedTaskSet* Pool::next() {
  if (settings_.mode == SchedulingMode::kFifo) return waiting_.begin()->second;
  QueuedTaskSet* best = nullptr;
  for (auto& [key, candidate] : waiting_) {
    if (best == nullptr || candidate->running < best->running) best = candidate;
  }
  return best;
}

std::pair<QueuedTaskSet*, PendingTask> Pool::take() {
  QueuedTaskSet* queued = next();
  const PendingTask task = queued->pending.front();
  queued->pending.pop_front();
  if (queued->pending.empty()) waiting_.erase(TaskSetKey::of(*queued->set));
  ++queued->running;
  ++running_;
  return {queued, task};
}

void Pool::taskEnded(QueuedTaskSet& queued, bool succeeded) {
  --running_;
  --queued.running;
  if (succeeded) ++queued.finished;
}

void Pool::removeIfDone(const TaskSetKey& key) {
  QueuedTaskSet* queued = find(key);
  if (queued != nullptr && queued->running == 0 && queued->pending.empty() && queued->set->closed()) sets_.erase(key);
}

PoolTree::PoolTree(SchedulingMode mode, const std::vector<PoolSettings>& settings) : mode_(mode) {
  if (mode == SchedulingMode::kFair) {
    for (const PoolSettings& pool : settings) pools_.emplace(pool.name, Pool(pool));
  }
  pools_.try_emplace(kDefaultPool, Pool({.name = kDefaultPool}));
}

Pool& PoolTree::poolOf(const TaskSet& set) {
  const std::string& asked = set.spec().pool;
  const std::string name = mode_ == SchedulingMode::kFifo || asked.empty() ? kDefaultPool : asked;
  auto found = pools_.find(name);
  if (found == pools_.end()) found = pools_.emplace(name, Pool({.name = name})).first;
  return found->second;
}

Pool* PoolTree::next() {
  Pool* best = nullptr;
  for (auto& [name, pool] : pools_) {
    if (!pool.hasPending()) continue;
    if (best == nullptr || compareShares(pool.share(), best->share()) < 0) best = &pool;
  }
  return best;
}

}  // namespace ferro
