#include "ferro/scheduler/executor_rules.h"

#include <algorithm>

namespace ferro {

ExecutorRules::ExecutorRules(const SchedulerOptions& options)
    : options_(options.exclusion), patience_(options.localityWait), application_(options.exclusion) {}

bool ExecutorRules::concern(const QueuedTaskSet& queued) const {
  return (queued.failures != nullptr || options_.enabled) && live_.numAlive() > 1;
}

bool ExecutorRules::mayRunAny(const QueuedTaskSet& queued, const std::string& executorId, Clock::TimePoint now) const {
  if (!options_.enabled || live_.numAlive() <= 1) return true;
  if (application_.isExcluded(executorId, now)) return false;
  return queued.failures == nullptr ||
         queued.failures->failedTasksOn(executorId) < options_.maxFailedTasksPerExecutorInStage;
}

bool ExecutorRules::mayRun(const QueuedTaskSet& queued, int index, const std::string& executorId,
                           Clock::TimePoint now) const {
  if (!mayRunAny(queued, executorId, now)) return false;
  if (queued.failures == nullptr || live_.numAlive() <= 1) return true;
  if (options_.enabled) return queued.failures->ofTask(index, executorId) < options_.maxTaskAttemptsPerExecutor;
  return !avoids(*queued.failures, index, executorId, now);
}

// Without strict rules a task that failed here waits for another executor only so long, and only if it has not failed
// on all of them.
bool ExecutorRules::avoids(const SetFailures& failures, int index, const std::string& executorId,
                           Clock::TimePoint now) const {
  if (failures.ofTask(index, executorId) == 0 || now - *failures.lastOf(index) >= patience_) return false;
  return std::any_of(live_.all().begin(), live_.all().end(),
                     [&](const auto& entry) { return entry.second.alive && failures.ofTask(index, entry.first) == 0; });
}

UsablePlaces ExecutorRules::usablePlaces(const QueuedTaskSet& queued, Clock::TimePoint now) const {
  UsablePlaces places;
  for (const auto& [id, executor] : live_.all()) {
    if (!executor.alive || !mayRunAny(queued, id, now)) continue;
    places.executors.insert(id);
    places.hosts.insert(executor.info.host);
  }
  return places;
}

int ExecutorRules::freeSlots(const QueuedTaskSet& queued, Clock::TimePoint now) const {
  int free = 0;
  for (const auto& [id, executor] : live_.all()) free += mayRunAny(queued, id, now) ? executor.freeSlots() : 0;
  return free;
}

std::optional<int> ExecutorRules::stuckTask(const QueuedTaskSet& queued, Clock::TimePoint now) const {
  if (!options_.enabled || !concern(queued)) return std::nullopt;
  for (int index : queued.pending.indexes()) {
    const bool possible = std::any_of(live_.all().begin(), live_.all().end(), [&](const auto& entry) {
      return entry.second.alive && mayRun(queued, index, entry.first, now);
    });
    if (!possible) return index;
  }
  return std::nullopt;
}

std::optional<Clock::TimePoint> ExecutorRules::nextChange(const QueuedTaskSet& queued, Clock::TimePoint now) const {
  std::optional<Clock::TimePoint> earliest;
  auto consider = [&](Clock::TimePoint time) {
    if (time > now && (!earliest || time < *earliest)) earliest = time;
  };
  if (options_.enabled) {
    if (const auto comesBack = application_.nextReturn(now)) consider(*comesBack);
  } else if (queued.failures != nullptr) {
    for (int index : queued.pending.indexes()) {
      if (const auto last = queued.failures->lastOf(index)) consider(*last + patience_);
    }
  }
  return earliest;
}

}  // namespace ferro
