// The part of TaskScheduler that knows how attempts of tasks end: retries, copies of slow tasks, executors to avoid.
#include <chrono>
#include <utility>

#include "ferro/common/log.h"
#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

void TaskScheduler::taskEnded(const LaunchedTask& task, bool succeeded) {
  std::lock_guard lock(mutex_);
  Pool& pool = pools_.poolOf(*task.set);
  const TaskSetKey key = TaskSetKey::of(*task.set);
  QueuedTaskSet& queued = *pool.find(key);
  bool counts = succeeded;
  if (queued.attempts != nullptr) {
    counts = queued.attempts->ended(task.index, task.id, succeeded, clock_.now());
    if (counts) pool.dropCopy(queued, task.index);
  }
  pool.taskEnded(queued, counts);
  pool.removeIfDone(key);
  rules_.live().ended(task.executorId);
  if (--numRunning_ == 0) idle_.notify_all();
}

void TaskScheduler::retry(const LaunchedTask& task, RetryCause cause) {
  std::vector<StuckTasks> stuck;
  {
    std::lock_guard lock(mutex_);
    Pool& pool = pools_.poolOf(*task.set);
    QueuedTaskSet* queued = pool.find(TaskSetKey::of(*task.set));
    if (queued == nullptr || queued->set->closed()) return;
    int attempt = task.attempt + 1;
    if (cause == RetryCause::kFailed) noteFailure(*queued, task);
    if (cause == RetryCause::kResultOfNoUse) --queued->finished;
    if (TaskAttempts* attempts = queued->attempts.get()) {
      if (cause == RetryCause::kResultOfNoUse) attempts->reopen(task.index);
      if (attempts->isDone(task.index) || attempts->isRunning(task.index)) return;
      pool.dropCopy(*queued, task.index);
      attempt = attempts->nextAttempt(task.index);
    }
    std::vector<std::string> failedOn;
    if (queued->failures != nullptr && rules_.concern(*queued)) failedOn = queued->failures->executorsOf(task.index);
    pool.requeue(*queued, {task.index, attempt}, std::move(failedOn));
    stuck = findStuck();
    wakeThreads(1);
  }
  tellStuckListener(stuck);
  tellWorkListener();
}

void TaskScheduler::noteFailure(QueuedTaskSet& queued, const LaunchedTask& failed) {
  if (queued.failures == nullptr) queued.failures = std::make_unique<SetFailures>();
  const auto now = clock_.now();
  const bool mightRun = rules_.mayRunAny(queued, failed.executorId, now);
  queued.failures->add(failed.index, failed.executorId, now);
  if (mightRun && !rules_.mayRunAny(queued, failed.executorId, now)) {
    queued.pending.sortFor(rules_.usablePlaces(queued, now));
  }
}

// Failures of a set that went well in the end were the fault of the executors, not of the tasks.
void TaskScheduler::blameExecutors(QueuedTaskSet& queued) {
  if (queued.failures == nullptr || queued.finished < static_cast<int>(queued.set->spec().indexes.size())) return;
  for (const std::string& executor : rules_.application().setSucceeded(*queued.failures, clock_.now())) {
    logWarn("executor " + executor + " gets no more tasks for " +
            std::to_string(std::chrono::seconds(options_.exclusion.timeout / std::chrono::seconds(1)).count()) +
            " s, because tasks failed there that went well elsewhere; see ferro.excludeOnFailure.enabled");
  }
  sortPending();
}

void TaskScheduler::killOthers(const LaunchedTask& winner) {
  if (!options_.speculation.enabled) return;
  std::vector<TaskAttempts::Running> others;
  {
    std::lock_guard lock(mutex_);
    QueuedTaskSet* queued = pools_.poolOf(*winner.set).find(TaskSetKey::of(*winner.set));
    if (queued != nullptr) others = queued->attempts->runningOf(winner.index);
  }
  std::lock_guard lock(executorsMutex_);
  for (const TaskAttempts::Running& other : others) {
    for (Executor* executor : executors_) {
      if (executor->info().id == other.executorId) executor->kill(other.id);
    }
  }
}

void TaskScheduler::findSlowTasks() {
  const auto now = clock_.now();
  if (now < nextLook_) return;
  nextLook_ = now + options_.speculation.interval;
  for (auto& [name, pool] : pools_.pools()) {
    for (auto& [key, queued] : pool.sets()) {
      if (queued.running == 0 || queued.set->closed() || queued.set->spec().barrier) continue;
      const int numTasks = static_cast<int>(queued.set->spec().indexes.size());
      pool.addCopies(queued, queued.attempts->slowTasks(options_.speculation, numTasks, now));
    }
  }
}

std::vector<StuckTasks> TaskScheduler::findStuck() const {
  std::vector<StuckTasks> found;
  if (gang_ != nullptr && tooFewSlots(*gang_)) {
    found.push_back({gang_->set, 0, "an executor went while the tasks of a barrier stage were being launched", true});
  }
  if (!options_.exclusion.enabled) return found;
  for (const auto& [name, pool] : pools_.pools()) {
    for (const auto& [key, queued] : pool.sets()) {
      const auto index = rules_.stuckTask(queued, clock_.now());
      if (!index) continue;
      found.push_back({queued.set, *index,
                       "no executor is left for task " + std::to_string(queued.set->partitionOf(*index)) + ": all " +
                           std::to_string(rules_.live().numAlive()) +
                           " are excluded after failures; see ferro.excludeOnFailure.enabled",
                       false});
    }
  }
  return found;
}

void TaskScheduler::setStuckListener(StuckListener listener) { stuckListener_ = std::move(listener); }

void TaskScheduler::tellStuckListener(const std::vector<StuckTasks>& stuck) const {
  if (stuck.empty() || !stuckListener_) return;
  for (const StuckTasks& one : stuck) stuckListener_(one);
}

}  // namespace ferro
