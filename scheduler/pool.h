// The order in which waiting task sets get free slots: by job and stage in FIFO mode, by pools that share by weight in
// FAIR mode. Not thread-safe: it belongs to the TaskScheduler, which guards it.
#pragma once

#include <chrono>
#include <compare>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ferro/scheduler/exclusion.h"
#include "ferro/scheduler/locality_wait.h"
#include "ferro/scheduler/pending_tasks.h"
#include "ferro/scheduler/pool_settings.h"
#include "ferro/scheduler/task_attempts.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

// A task set with what changes about it.
struct QueuedTaskSet {
  explicit QueuedTaskSet(std::shared_ptr<TaskSet> queued) : set(std::move(queued)), pending(set->spec().preferences) {}

  std::shared_ptr<TaskSet> set;
  PendingTasks pending;
  LocalityWait wait;                       // of use when tasks have preferences
  std::unique_ptr<TaskAttempts> attempts;  // with speculation only
  std::vector<int> copies;                 // indexes of slow tasks that wait for a second attempt
  std::unique_ptr<SetFailures> failures;   // once a task has failed
  std::vector<std::string> hosts;          // of a barrier set's tasks that are launched, by index
  bool reported = false;                   // a barrier set that waits for slots in vain
  int running = 0;
  int finished = 0;  // ended well
  std::chrono::steady_clock::time_point submitted;

  bool hasWork() const { return !pending.empty() || !copies.empty(); }
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
  bool hasWaiting() const { return !waiting_.empty(); }

  // All tasks of the set wait, with their places sorted as given.
  QueuedTaskSet& add(QueuedTaskSet queued);
  QueuedTaskSet* find(const TaskSetKey& key);
  // A task that failed on some executors does not wait for them.
  void requeue(QueuedTaskSet& queued, PendingTask task, std::vector<std::string> failedOn = {});
  // Slow tasks get a second attempt, on top of those that have one already.
  void addCopies(QueuedTaskSet& queued, const std::vector<int>& indexes);
  void dropCopy(QueuedTaskSet& queued, int index);
  void dropPending(QueuedTaskSet& queued);

  // The set that gets the next free slot, if it wants it; null when nothing waits.
  QueuedTaskSet* next();
  // All that wait, in the order in which they are asked.
  std::vector<QueuedTaskSet*> inOrder();

  // A pending task was taken out of the set.
  void taskLaunched(QueuedTaskSet& queued);
  // `counts`: it is the first of its task to end well.
  void taskEnded(QueuedTaskSet& queued, bool counts);
  // Forgets a closed set once nothing of it runs.
  void removeIfDone(const TaskSetKey& key);

  const std::map<TaskSetKey, QueuedTaskSet>& sets() const { return sets_; }
  std::map<TaskSetKey, QueuedTaskSet>& sets() { return sets_; }

 private:
  PoolSettings settings_;
  std::map<TaskSetKey, QueuedTaskSet> sets_;
  std::map<TaskSetKey, QueuedTaskSet*> waiting_;  // those with work for a slot, in FIFO order
  int running_ = 0;
};

// What a set says to a free slot. A set that holds it takes nothing now, but no other set should either.
enum class OfferAnswer { kTaken, kRefused, kHeld };

// All pools: one that takes everything in FIFO mode, the named ones and "default" in FAIR mode.
class PoolTree {
 public:
  PoolTree(SchedulingMode mode, const std::vector<PoolSettings>& settings);

  // Pools that the allocation file does not name share like "default".
  Pool& poolOf(const TaskSet& set);
  // Offers a slot to the sets that wait, in their order, until one takes a task from its pending ones; that one's task
  // is counted as running. Null when none does.
  using Ask = std::function<OfferAnswer(QueuedTaskSet&)>;
  QueuedTaskSet* offer(const Ask& ask);

  const std::map<std::string, Pool>& pools() const { return pools_; }
  std::map<std::string, Pool>& pools() { return pools_; }

 private:
  Pool* next();
  std::vector<Pool*> inOrder();

  SchedulingMode mode_;
  std::map<std::string, Pool> pools_;
};

}  // namespace ferro
