// The order in which waiting task sets get free slots: by job and stage in FIFO mode, by pools that share by weight in
// FAIR mode. Not thread-safe: it belongs to the TaskScheduler, which guards it.
#pragma once

#include <chrono>
#include <compare>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ferro/scheduler/pool_settings.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

struct PendingTask {
  int index = 0;
  int attempt = 0;
};

// A task set with what changes about it.
struct QueuedTaskSet {
  std::shared_ptr<TaskSet> set;
  std::deque<PendingTask> pending;
  int running = 0;
  int finished = 0;  // ended well
  std::chrono::steady_clock::time_point submitted;
};

struct TaskSetKey {
  JobId job;
  StageId stage;
  int attempt = 0;
  auto operator<=>(const TaskSetKey&) const = default;

  static TaskSetKey of(const TaskSet& set) { return {set.spec().job, set.spec().stage, set.spec().stageAttempt}; }
};

// What FAIR mode compares: those below their minimum share come first, the neediest at the front; then whoever runs
// least for its weight.
struct Share {
  int running = 0;
  int minShare = 0;
  int weight = 1;
};

// Less is served first; equal shares are told apart by the caller.
std::partial_ordering compareShares(const Share& left, const Share& right);

class Pool {
 public:
  explicit Pool(PoolSettings settings) : settings_(std::move(settings)) {}

  const PoolSettings& settings() const { return settings_; }
  Share share() const { return {running_, settings_.minShare, settings_.weight}; }
  bool hasPending() const { return !waiting_.empty(); }

  QueuedTaskSet& add(std::shared_ptr<TaskSet> set);
  QueuedTaskSet* find(const TaskSetKey& key);
  void requeue(QueuedTaskSet& queued, PendingTask task);
  void dropPending(QueuedTaskSet& queued);

  // The set whose task is next, its first pending task taken out and counted as running.
  std::pair<QueuedTaskSet*, PendingTask> take();
  void taskEnded(QueuedTaskSet& queued, bool succeeded);
  // Forgets a closed set once nothing of it runs.
  void removeIfDone(const TaskSetKey& key);

  const std::map<TaskSetKey, QueuedTaskSet>& sets() const { return sets_; }

 private:
  QueuedTaskSet* next();

  PoolSettings settings_;
  std::map<TaskSetKey, QueuedTaskSet> sets_;
  std::map<TaskSetKey, QueuedTaskSet*> waiting_;  // those with pending tasks, in FIFO order
  int running_ = 0;
};

// All pools: one that takes everything in FIFO mode, the named ones and "default" in FAIR mode.
class PoolTree {
 public:
  PoolTree(SchedulingMode mode, const std::vector<PoolSettings>& settings);

  // Pools that the allocation file does not name share like "default".
  Pool& poolOf(const TaskSet& set);
  // The pool that gets the next free slot; null when nothing waits.
  Pool* next();
  const std::map<std::string, Pool>& pools() const { return pools_; }

 private:
  SchedulingMode mode_;
  std::map<std::string, Pool> pools_;
};

}  // namespace ferro
