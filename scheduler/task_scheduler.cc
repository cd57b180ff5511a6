#include "ferro/scheduler/task_scheduler.h"

#include <algorithm>
#include <utility>

namespace ferro {

TaskScheduler::TaskScheduler(const SchedulerOptions& options, ListenerBus& bus, const Clock* clock)
    : options_(options),
      bus_(bus),
      clock_(clock != nullptr ? *clock : systemClock_),
      pools_(options.mode, options.pools) {}

void TaskScheduler::addExecutor(Executor& executor) {
  const ExecutorInfo& info = executor.info();
  {
    std::lock_guard lock(executorsMutex_);
    executors_.push_back(&executor);
  }
  {
    std::lock_guard lock(mutex_);
    const bool newHost = !usablePlaces().hosts.contains(info.host);
    live_.add(info, info.cores / options_.taskCpus);
    sortPending();
    waitFor(info, newHost);
    work_.notify_all();
  }
  if (bus_.active()) bus_.post(ExecutorAdded{info.id, info.host, info.cores, wallMillis()});
  tellWorkListener();
}

void TaskScheduler::removeExecutor(Executor& executor, const std::string& reason) {
  const ExecutorInfo& info = executor.info();
  {
    std::lock_guard lock(executorsMutex_);
    std::erase(executors_, &executor);
  }
  {
    std::lock_guard lock(mutex_);
    live_.remove(info.id);
    sortPending();
    work_.notify_all();
  }
  if (bus_.active()) bus_.post(ExecutorRemoved{info.id, reason, wallMillis()});
  tellWorkListener();
}

void TaskScheduler::setWorkListener(std::function<void()> listener) { workListener_ = std::move(listener); }

void TaskScheduler::tellWorkListener() const {
  if (workListener_) workListener_();
}

void TaskScheduler::submit(std::shared_ptr<TaskSet> set) {
  {
    std::lock_guard lock(mutex_);
    QueuedTaskSet queued(std::move(set));
    queued.submitted = clock_.now();
    queued.wait = LocalityWait(options_.localityWait, queued.submitted);
    if (queued.pending.placed()) queued.pending.sortFor(usablePlaces());
    const TaskSetSpec& spec = queued.set->spec();
    pools_.poolOf(*queued.set).add(std::move(queued));
    wakeThreads(spec.indexes.size());
  }
  tellWorkListener();
}

void TaskScheduler::retry(const LaunchedTask& failed) {
  {
    std::lock_guard lock(mutex_);
    Pool& pool = pools_.poolOf(*failed.set);
    QueuedTaskSet* queued = pool.find(TaskSetKey::of(*failed.set));
    if (queued == nullptr || queued->set->closed()) return;
    pool.requeue(*queued, {failed.index, failed.attempt + 1});
    wakeThreads(1);
  }
  tellWorkListener();
}

void TaskScheduler::close(TaskSet& set) {
  {
    std::lock_guard lock(mutex_);
    set.close();
    Pool& pool = pools_.poolOf(set);
    const TaskSetKey key = TaskSetKey::of(set);
    if (QueuedTaskSet* queued = pool.find(key)) pool.dropPending(*queued);
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
