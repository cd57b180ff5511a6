// The part of TaskScheduler that gives tasks to free slots.
#include <algorithm>
#include <chrono>
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
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    task = tryTake(executor);
    const bool told = tellWithout(lock);
    if (task) break;
    if (told) continue;  // something may have happened meanwhile
    if (const auto wake = wakeTime()) {
      work_.wait_for(lock, *wake - clock_.now());
    } else {
      work_.wait(lock);
    }
  }
  lock.unlock();
  if (task) announce(executor, *task);
  return task;
}

std::optional<LaunchedTask> TaskScheduler::pollTask(const ExecutorInfo& executor) {
  std::optional<LaunchedTask> task;
  std::unique_lock lock(mutex_);
  if (!stopped_) task = tryTake(executor);
  tellWithout(lock);
  lock.unlock();
  if (task) announce(executor, *task);
  return task;
}

bool TaskScheduler::tellWithout(std::unique_lock<std::mutex>& lock) {
  if (toTell_.empty()) return false;
  const auto tell = std::exchange(toTell_, {});
  lock.unlock();
  for (const auto& one : tell) one();
  lock.lock();
  return true;
}

std::optional<Clock::TimePoint> TaskScheduler::nextWake() const {
  std::lock_guard lock(mutex_);
  return wakeTime();
}

std::optional<LaunchedTask> TaskScheduler::tryTake(const ExecutorInfo& executor) {
  if (!rules_.live().mayTake(executor.id)) return std::nullopt;
  if (speculates()) findSlowTasks();
  Pick pick;
  QueuedTaskSet* queued = gang_;
  if (gang_ != nullptr) {
    if (!takeForGang(*queued, executor, pick)) return std::nullopt;
    pools_.poolOf(*queued->set).taskLaunched(*queued);
  } else {
    queued = pools_.offer([&](QueuedTaskSet& offered) { return answerOffer(offered, executor, pick); });
  }
  if (queued == nullptr) return std::nullopt;
  return launch(*queued, executor, pick);
}

LaunchedTask TaskScheduler::launch(QueuedTaskSet& queued, const ExecutorInfo& executor, const Pick& pick) {
  ++numRunning_;
  rules_.live().launched(executor.id);
  const auto& [index, attempt] = pick.task.task;
  const TaskId id{nextTask_++};
  if (queued.attempts != nullptr) queued.attempts->launched(index, {id, attempt, executor.id, clock_.now()});
  return {queued.set, index, attempt, id, wallMillis(), executor.id, pick.task.locality, pick.isCopy};
}

OfferAnswer TaskScheduler::answerOffer(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick) {
  if (queued.set->spec().barrier) return answerForGang(queued, executor, pick);
  const bool taken = takePending(queued, executor, pick) || takeCopy(queued, executor, pick);
  return taken ? OfferAnswer::kTaken : OfferAnswer::kRefused;
}

bool TaskScheduler::takePending(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick) {
  if (queued.pending.empty()) return false;
  const bool placed = queued.pending.placed();
  const bool filtered = rules_.concern(queued);
  const auto now = placed || filtered ? clock_.now() : Clock::TimePoint();
  const Locality allowed = placed ? queued.wait.allowed(now, queued.pending.waiting()) : Locality::ANY;
  auto taken = queued.pending.take(executor, allowed, filtered ? filterFor(queued, executor, now) : nullptr);
  if (!taken) return false;
  pick = {*taken, false};
  if (placed) queued.wait.launched(pick.task.locality, now);
  return true;
}

PendingTasks::MayRun TaskScheduler::filterFor(const QueuedTaskSet& queued, const ExecutorInfo& executor,
                                              Clock::TimePoint now) const {
  return [&, now](int index) { return rules_.mayRun(queued, index, executor.id, now); };
}

// A copy on the same executor would be as slow as the first.
bool TaskScheduler::takeCopy(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick) {
  if (queued.copies.empty()) return false;
  const auto now = clock_.now();
  auto copy = std::find_if(queued.copies.begin(), queued.copies.end(), [&](int index) {
    return !queued.attempts->runsOn(index, executor.id) && rules_.mayRun(queued, index, executor.id, now);
  });
  if (copy == queued.copies.end()) return false;
  const int index = *copy;
  queued.copies.erase(copy);
  pick = {{{index, queued.attempts->nextAttempt(index)}, queued.pending.localityOf(index, executor)}, true};
  return true;
}

std::optional<Clock::TimePoint> TaskScheduler::wakeTime() const {
  std::optional<Clock::TimePoint> earliest;
  if (rules_.live().numAlive() > 0 && !rules_.live().hasFreeSlot()) return earliest;
  auto consider = [&](std::optional<Clock::TimePoint> time) {
    if (time && (!earliest || *time < *earliest)) earliest = time;
  };
  for (const auto& [name, pool] : pools_.pools()) {
    for (const auto& [key, queued] : pool.sets()) {
      if (speculates() && queued.running > 0) consider(nextLook_);
      if (queued.pending.empty()) continue;
      if (queued.set->spec().barrier) {
        if (tooFewSlots(queued) && !queued.reported) consider(queued.submitted + options_.barrierSlotWait);
        continue;
      }
      if (queued.pending.placed()) consider(queued.wait.relaxesAt());
      if (rules_.concern(queued)) consider(rules_.nextChange(queued, clock_.now()));
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
      queued.pending.sortFor(rules_.usablePlaces(queued, clock_.now()));
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

// One executor takes whatever waits; of several, some may refuse what another takes.
void TaskScheduler::wakeThreads(size_t numTasks) {
  if (numTasks == 1 && rules_.live().numAlive() <= 1) {
    work_.notify_one();
  } else {
    work_.notify_all();
  }
}

void TaskScheduler::announce(const ExecutorInfo& executor, const LaunchedTask& task) const {
  if (bus_.active()) bus_.post(TaskStart{task.info(executor.id)});
}

}  // namespace ferro
