#include "ferro/scheduler/pool.h"

#include <algorithm>
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

QueuedTaskSet& Pool::add(QueuedTaskSet added) {
  const TaskSetKey key = TaskSetKey::of(*added.set);
  QueuedTaskSet& queued = sets_.insert_or_assign(key, std::move(added)).first->second;
  for (int index : queued.set->spec().indexes) queued.pending.add({index, 0});
  if (!queued.pending.empty()) waiting_.emplace(key, &queued);
  return queued;
}

QueuedTaskSet* Pool::find(const TaskSetKey& key) {
  auto found = sets_.find(key);
  return found == sets_.end() ? nullptr : &found->second;
}

void Pool::requeue(QueuedTaskSet& queued, PendingTask task, std::vector<std::string> failedOn) {
  queued.pending.add(task, std::move(failedOn));
  waiting_.emplace(TaskSetKey::of(*queued.set), &queued);
}

void Pool::addCopies(QueuedTaskSet& queued, const std::vector<int>& indexes) {
  for (int index : indexes) {
    const auto& copies = queued.copies;
    if (std::find(copies.begin(), copies.end(), index) == copies.end()) queued.copies.push_back(index);
  }
  if (queued.hasWork()) waiting_.emplace(TaskSetKey::of(*queued.set), &queued);
}

void Pool::dropCopy(QueuedTaskSet& queued, int index) {
  if (std::erase(queued.copies, index) > 0 && !queued.hasWork()) waiting_.erase(TaskSetKey::of(*queued.set));
}

void Pool::dropPending(QueuedTaskSet& queued) {
  queued.pending.clear();
  queued.copies.clear();
  waiting_.erase(TaskSetKey::of(*queued.set));
}

QueuedTaskSet* Pool::next() {
  if (waiting_.empty()) return nullptr;
  if (settings_.mode == SchedulingMode::kFifo) return waiting_.begin()->second;
  QueuedTaskSet* best = nullptr;
  for (auto& [key, candidate] : waiting_) {
    if (best == nullptr || candidate->running < best->running) best = candidate;
  }
  return best;
}

std::vector<QueuedTaskSet*> Pool::inOrder() {
  std::vector<QueuedTaskSet*> order;
  for (auto& [key, queued] : waiting_) order.push_back(queued);
  if (settings_.mode == SchedulingMode::kFair) {
    std::stable_sort(order.begin(), order.end(),
                     [](auto* left, auto* right) { return left->running < right->running; });
  }
  return order;
}

void Pool::taskLaunched(QueuedTaskSet& queued) {
  if (!queued.hasWork()) waiting_.erase(TaskSetKey::of(*queued.set));
  ++queued.running;
  ++running_;
}

void Pool::taskEnded(QueuedTaskSet& queued, bool counts) {
  --running_;
  --queued.running;
  if (counts) ++queued.finished;
}

void Pool::removeIfDone(const TaskSetKey& key) {
  QueuedTaskSet* queued = find(key);
  if (queued != nullptr && queued->running == 0 && !queued->hasWork() && queued->set->closed()) sets_.erase(key);
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
    if (!pool.hasWaiting()) continue;
    if (best == nullptr || compareShares(pool.share(), best->share()) < 0) best = &pool;
  }
  return best;
}

std::vector<Pool*> PoolTree::inOrder() {
  std::vector<Pool*> order;
  for (auto& [name, pool] : pools_) {
    if (pool.hasWaiting()) order.push_back(&pool);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](Pool* left, Pool* right) { return compareShares(left->share(), right->share()) < 0; });
  return order;
}

// Nearly always the first takes the slot, so the whole order is made only when it does not.
QueuedTaskSet* PoolTree::offer(const Ask& ask) {
  Pool* firstPool = next();
  if (firstPool == nullptr) return nullptr;
  QueuedTaskSet* first = firstPool->next();
  OfferAnswer answer = ask(*first);
  if (answer == OfferAnswer::kTaken) {
    firstPool->taskLaunched(*first);
    return first;
  }
  if (answer == OfferAnswer::kHeld) return nullptr;
  for (Pool* pool : inOrder()) {
    for (QueuedTaskSet* queued : pool->inOrder()) {
      if (queued == first) continue;
      answer = ask(*queued);
      if (answer == OfferAnswer::kRefused) continue;
      if (answer == OfferAnswer::kHeld) return nullptr;
      pool->taskLaunched(*queued);
      return queued;
    }
  }
  return nullptr;
}

}  // namespace ferro
