// Decides which task a free slot runs next. Executor threads come to it: one that is free takes a task under a short
// lock and reports to the DAG scheduler when it is done, so that nobody waits for anybody while there is work. Owned by
// the session; any thread may call it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/clock.h"
#include "ferro/scheduler/executor.h"
#include "ferro/scheduler/executor_rules.h"
#include "ferro/scheduler/listener_bus.h"
#include "ferro/scheduler/pool.h"
#include "ferro/scheduler/progress_bar.h"
#include "ferro/scheduler/scheduler_options.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

// Why a task is to run again.
enum class RetryCause {
  kFailed,
  kLostBlock,      // a cached block that it read was damaged
  kResultOfNoUse,  // it ended well, but what it gave is out of date
};

class TaskScheduler {
 public:
  // Tests may give a clock that they turn; it outlives the scheduler.
  TaskScheduler(const SchedulerOptions& options, ListenerBus& bus, const Clock* clock = nullptr);

  void addExecutor(Executor& executor);
  // From then on the executor is not called any more.
  void removeExecutor(Executor& executor, const std::string& reason);

  // What the DAG scheduler does with task sets.
  void submit(std::shared_ptr<TaskSet> set);
  // Puts a task back, unless another attempt of it runs or has done it.
  void retry(const LaunchedTask& task, RetryCause cause = RetryCause::kFailed);
  // The result of this attempt counts: others of the same task are told to stop.
  void killOthers(const LaunchedTask& winner);
  // No further task of the set starts; those that run go on.
  void close(TaskSet& set);
  // The same, and those that run are told to stop.
  void cancel(TaskSet& set);
  void removeShuffle(int shuffleId);
  void removeMapOutput(int shuffleId, int mapId);
  // Every task launched from now on has this id or a larger one.
  TaskId nextTaskId() const;

  // What executor threads do. takeTask waits for a task and gives nothing once the scheduler has stopped; pollTask does
  // not wait. Each task taken must be given back by taskEnded, before its outcome is reported.
  std::optional<LaunchedTask> takeTask(const ExecutorInfo& executor);
  std::optional<LaunchedTask> pollTask(const ExecutorInfo& executor);
  void taskEnded(const LaunchedTask& task, bool succeeded);
  // When a poll that gave nothing is worth repeating though nothing else happens, because a wait runs out; nothing when
  // it is not. Of use only to those with a free slot. Threads in takeTask wake by themselves.
  std::optional<Clock::TimePoint> nextWake() const;
  // Called, with no lock held, when a waiting task can run nowhere: its set should be given up. Set once, before the
  // first job.
  using StuckListener = std::function<void(StuckTasks stuck)>;
  void setStuckListener(StuckListener listener);
  // Called, with no lock held, when all tasks of a barrier set are launched; hosts are by index. Set once, before the
  // first job.
  using GangListener = std::function<void(const TaskSet& set, const std::vector<std::string>& hosts)>;
  void setGangListener(GangListener listener);
  // Called, with no lock held, whenever pollTask may give what it did not give before. Set once, before the first job.
  void setWorkListener(std::function<void()> listener);

  // Lets every thread go that waits for a task, now and later.
  void stop();

  // The task sets that wait or run, by stage.
  std::vector<StageProgress> progress() const;
  int numRunning() const;
  int numTaskSets() const;
  // Until no task runs; false if that takes longer than the limit.
  bool waitUntilIdle(std::chrono::milliseconds limit) const;

 private:
  // With the lock held.
  std::optional<LaunchedTask> tryTake(const ExecutorInfo& executor);
  // Tells listeners what has come up, with the lock given up meanwhile; false when there is nothing.
  bool tellWithout(std::unique_lock<std::mutex>& lock);
  struct Pick {
    PendingTasks::Pick task;
    bool isCopy = false;
  };
  OfferAnswer answerOffer(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick);
  bool takePending(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick);
  bool takeCopy(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick);
  PendingTasks::MayRun filterFor(const QueuedTaskSet& queued, const ExecutorInfo& executor, Clock::TimePoint now) const;
  LaunchedTask launch(QueuedTaskSet& queued, const ExecutorInfo& executor, const Pick& pick);
  // Barrier sets: a gang that has begun gets all slots until it is complete.
  OfferAnswer answerForGang(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick);
  bool takeForGang(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick);
  bool tooFewSlots(const QueuedTaskSet& queued) const;
  void reportTooFewSlots(QueuedTaskSet& queued);
  bool speculates() const { return options_.speculation.enabled && rules_.live().numAlive() > 1; }
  void findSlowTasks();
  void blameExecutors(QueuedTaskSet& queued);
  void noteFailure(QueuedTaskSet& queued, const LaunchedTask& failed);
  std::optional<Clock::TimePoint> wakeTime() const;
  void sortPending();
  // Tasks that would like to run on a new executor wait for its slots.
  void waitFor(const ExecutorInfo& added, bool newHost);
  void wakeThreads(size_t numTasks);

  std::vector<StuckTasks> findStuck() const;

  // Without it.
  void announce(const ExecutorInfo& executor, const LaunchedTask& task) const;
  void tellWorkListener() const;
  void tellStuckListener(const std::vector<StuckTasks>& stuck) const;

  const SchedulerOptions options_;
  ListenerBus& bus_;
  const SystemClock systemClock_;
  const Clock& clock_;
  std::function<void()> workListener_;
  StuckListener stuckListener_;
  GangListener gangListener_;

  mutable std::mutex mutex_;
  std::condition_variable work_;
  mutable std::condition_variable idle_;
  PoolTree pools_;
  ExecutorRules rules_;
  Clock::TimePoint nextLook_{};                // for slow tasks
  QueuedTaskSet* gang_ = nullptr;              // the barrier set that is being launched
  std::vector<std::function<void()>> toTell_;  // what a poll has found out, for listeners
  int64_t nextTask_ = 0;
  int numRunning_ = 0;
  bool stopped_ = false;

  std::mutex executorsMutex_;
  std::vector<Executor*> executors_;
};

}  // namespace ferro
