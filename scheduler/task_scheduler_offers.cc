// The part of TaskScheduler that gives tasks to free slots.
#include <algorithm>
#include <utility>

#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

namespace {

// A wait that has run out already is looked at again soon, not at once: whoever asks may have to wait for something
// else.
constexpr std::chrono::milliseconds kShortestSleep{1};

}  // namespace

std::optional<LaunchedTask> TaskScheduler::takeTask(const ExecutorInfo& executor) {
  std::optional<LaunchedTask> task;
  {
    std::unique_lock lock(mutex_);
    while (!stopped_ && !(task = tryTake(executor))) {
      if (const auto wake = wakeTime()) {
        work_.wait_for(lock, *wake - clock_.now());
      } else {
        work_.wait(lock);
      }
    }
    if (stopped_) return std::nullopt;
  }
  announce(executor, *task);
  return task;
}

std::optional<LaunchedTask> TaskScheduler::pollTask(const ExecutorInfo& executor) {
  std::optional<LaunchedTask> task;
  {
    std::lock_guard lock(mutex_);
    if (!stopped_) task = tryTake(executor);
  }
  if (task) announce(executor, *task);
  return task;
}

std::optional<Clock::TimePoint> TaskScheduler::nextWake() const {
  std::lock_guard lock(mutex_);
  return wakeTime();
}

std::optional<LaunchedTask> TaskScheduler::tryTake(const ExecutorInfo& executor) {
  if (!live_.mayTake(executor.id)) return std::nullopt;
  PendingTasks::Pick pick;
  QueuedTaskSet* queued = pools_.offer([&](QueuedTaskSet& offered) { return acceptOffer(offered, executor, pick); });
  if (queued == nullptr) return std::nullopt;
  ++numRunning_;
  live_.launched(executor.id);
  return LaunchedTask{queued->set,  pick.task.index, pick.task.attempt, TaskId{nextTask_++},
                      wallMillis(), executor.id,     pick.locality};
}

bool TaskScheduler::acceptOffer(QueuedTaskSet& queued, const ExecutorInfo& executor, PendingTasks::Pick& pick) {
  if (!queued.pending.placed()) {
    auto taken = queued.pending.take(executor, Locality::ANY);
    if (taken) pick = *taken;
    return taken.has_value();
  }
  const auto now = clock_.now();
  const Locality allowed = queued.wait.allowed(now, queued.pending.waiting());
  auto taken = queued.pending.take(executor, allowed);
  if (!taken) return false;
  pick = *taken;
  queued.wait.launched(pick.locality, now);
  return true;
}

std::optional<Clock::TimePoint> TaskScheduler::wakeTime() const {
  std::optional<Clock::TimePoint> earliest;
  auto consider = [&](std::optional<Clock::TimePoint> time) {
    if (time && (!earliest || *time < *earliest)) earliest = time;
  };
  for (const auto& [name, pool] : pools_.pools()) {
    if (!pool.hasPending()) continue;
    for (const auto& [key, queued] : pool.sets()) {
      if (!queued.pending.empty() && queued.pending.placed()) consider(queued.wait.relaxesAt());
    }
  }
  if (earliest) earliest = std::max(*earliest, clock_.now() + kShortestSleep);
  return earliest;
}

// Executors have come or gone: tasks wait for those that are there.
void TaskScheduler::sortPending() {
  for (auto& [name, pool] : pools_.pools()) {
    for (auto& [key, queued] : pool.sets()) {
      if (!queued.pending.placed() || queued.pending.empty()) continue;
      queued.pending.sortFor(usablePlaces());
    }
  }
}

void TaskScheduler::waitFor(const ExecutorInfo& added, bool newHost) {
  for (auto& [name, pool] : pools_.pools()) {
    for (auto& [key, queued] : pool.sets()) {
      const bool nearer = queued.pending.waitsFor(added.id) || (newHost && queued.pending.waitsForHost(added.host));
      if (nearer) queued.wait.restart(clock_.now());
    }
  }
}

UsablePlaces TaskScheduler::usablePlaces() const {
  UsablePlaces places;
  for (const auto& [id, executor] : live_.all()) {
    if (!executor.alive) continue;
    places.executors.insert(id);
    places.hosts.insert(executor.info.host);
  }
  return places;
}

// One executor takes whatever waits; of several, some may refuse what another takes.
void TaskScheduler::wakeThreads(size_t numTasks) {
  if (numTasks == 1 && live_.numAlive() <= 1) {
    work_.notify_one();
  } else {
    work_.notify_all();
  }
}

void TaskScheduler::announce(const ExecutorInfo& executor, const LaunchedTask& task) const {
  if (bus_.active()) bus_.post(TaskStart{task.info(executor.id)});
}

void TaskScheduler::taskEnded(const LaunchedTask& task, bool succeeded) {
  std::lock_guard lock(mutex_);
  Pool& pool = pools_.poolOf(*task.set);
  const TaskSetKey key = TaskSetKey::of(*task.set);
  pool.taskEnded(*pool.find(key), succeeded);
  pool.removeIfDone(key);
  live_.ended(task.executorId);
  if (--numRunning_ == 0) idle_.notify_all();
}

}  // namespace ferro
