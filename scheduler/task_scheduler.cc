#include "ferro/scheduler/task_scheduler.h"

#include <algorithm>
#include <utility>

namespace ferro {

TaskScheduler::TaskScheduler(const SchedulerOptions& options, ListenerBus& bus, const Clock* clock)
    : options_(options),
      bus_(bus),
      clock_(clock != nullptr ? *clock : systemClock_),
      pools_(options.mode, options.pools),
      rules_(options) {}

void TaskScheduler::addExecutor(Executor& executor) {
  const ExecutorInfo& info = executor.info();
  {
    std::lock_guard lock(executorsMutex_);
    executors_.push_back(&executor);
  }
  std::vector<StuckTasks> stuck;
  {
    std::lock_guard lock(mutex_);
    const bool newHost = !rules_.live().hasHost(info.host);
    rules_.live().add(info, info.cores / options_.taskCpus);
    sortPending();
    waitFor(info, newHost);
    stuck = findStuck();
    work_.notify_all();
  }
  if (bus_.active()) bus_.post(ExecutorAdded{info.id, info.host, info.cores, wallMillis()});
  tellStuckListener(stuck);
  tellWorkListener();
}

void TaskScheduler::removeExecutor(Executor& executor, const std::string& reason) {
  const ExecutorInfo& info = executor.info();
  {
    std::lock_guard lock(executorsMutex_);
    std::erase(executors_, &executor);
  }
  std::vector<StuckTasks> stuck;
  {
    std::lock_guard lock(mutex_);
    rules_.live().remove(info.id);
    sortPending();
    stuck = findStuck();
    work_.notify_all();
  }
  if (bus_.active()) bus_.post(ExecutorRemoved{info.id, reason, wallMillis()});
  tellStuckListener(stuck);
  tellWorkListener();
}

void TaskScheduler::setWorkListener(std::function<void()> listener) { workListener_ = std::move(listener); }

void TaskScheduler::tellWorkListener() const {
  if (workListener_) workListener_();
}

void TaskScheduler::submit(std::shared_ptr<TaskSet> set) {
  std::vector<StuckTasks> stuck;
  {
    std::lock_guard lock(mutex_);
    QueuedTaskSet queued(std::move(set));
    queued.submitted = clock_.now();
    queued.wait = LocalityWait(options_.localityWait, queued.submitted);
    if (queued.pending.placed()) queued.pending.sortFor(rules_.usablePlaces(queued, queued.submitted));
    if (options_.speculation.enabled) queued.attempts = std::make_unique<TaskAttempts>();
    const TaskSetSpec& spec = queued.set->spec();
    pools_.poolOf(*queued.set).add(std::move(queued));
    stuck = findStuck();
    wakeThreads(spec.indexes.size());
  }
  tellStuckListener(stuck);
  tellWorkListener();
}

void TaskScheduler::close(TaskSet& set) {
  {
    std::lock_guard lock(mutex_);
    set.close();
    Pool& pool = pools_.poolOf(set);
    const TaskSetKey key = TaskSetKey::of(set);
    if (QueuedTaskSet* queued = pool.find(key)) {
      if (gang_ == queued) gang_ = nullptr;
      blameExecutors(*queued);
      pool.dropPending(*queued);
    }
    pool.removeIfDone(key);
  }
  std::lock_guard lock(executorsMutex_);
  for (Executor* executor : executors_) executor->forget(set);
}

void TaskScheduler::cancel(TaskSet& set) {
  set.cancel();
  close(set);
  std::lock_guard lock(executorsMutex_);
  for (Executor* executor : executors_) executor->cancel(set);
}

void TaskScheduler::removeShuffle(int shuffleId) {
  std::lock_guard lock(executorsMutex_);
  for (Executor* executor : executors_) executor->removeShuffle(shuffleId);
}

void TaskScheduler::removeMapOutput(int shuffleId, int mapId) {
  std::lock_guard lock(executorsMutex_);
  for (Executor* executor : executors_) executor->removeMapOutput(shuffleId, mapId);
}

TaskId TaskScheduler::nextTaskId() const {
  std::lock_guard lock(mutex_);
  return {nextTask_};
}

void TaskScheduler::stop() {
  std::lock_guard lock(mutex_);
  stopped_ = true;
  work_.notify_all();
}

std::vector<StageProgress> TaskScheduler::progress() const {
  std::vector<StageProgress> stages;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [name, pool] : pools_.pools()) {
      for (const auto& [key, queued] : pool.sets()) {
        if (queued.set->closed()) continue;
        const int total = static_cast<int>(queued.set->spec().indexes.size());
        stages.push_back({key.stage, queued.finished, queued.running, total, queued.submitted});
      }
    }
  }
  std::sort(stages.begin(), stages.end(), [](const auto& a, const auto& b) { return a.stage < b.stage; });
  return stages;
}

int TaskScheduler::numRunning() const {
  std::lock_guard lock(mutex_);
  return numRunning_;
}

int TaskScheduler::numTaskSets() const {
  std::lock_guard lock(mutex_);
  size_t count = 0;
  for (const auto& [name, pool] : pools_.pools()) count += pool.sets().size();
  return static_cast<int>(count);
}

bool TaskScheduler::waitUntilIdle(std::chrono::milliseconds limit) const {
  std::unique_lock lock(mutex_);
  return idle_.wait_for(lock, limit, [&] { return numRunning_ == 0; });
}

}  // namespace ferro
