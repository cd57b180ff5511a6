// Which executors may run which tasks of a set: those that are there, but not where the task has failed or tasks fail
// too often. Where there is one executor only, it may run everything. Not thread-safe: it belongs to the TaskScheduler,
// which guards it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "ferro/scheduler/exclusion.h"
#include "ferro/scheduler/live_executors.h"
#include "ferro/scheduler/pool.h"
#include "ferro/scheduler/scheduler_options.h"

namespace ferro {

class ExecutorRules {
 public:
  explicit ExecutorRules(const SchedulerOptions& options);

  LiveExecutors& live() { return live_; }
  const LiveExecutors& live() const { return live_; }
  ApplicationExclusion& application() { return application_; }

  // False when every task of the set may run anywhere, so that nothing need be asked.
  bool concern(const QueuedTaskSet& queued) const;
  bool mayRun(const QueuedTaskSet& queued, int index, const std::string& executorId, Clock::TimePoint now) const;
  // False when no task at all may run there.
  bool mayRunAny(const QueuedTaskSet& queued, const std::string& executorId, Clock::TimePoint now) const;
  UsablePlaces usablePlaces(const QueuedTaskSet& queued, Clock::TimePoint now) const;

  // Slots that could take a task of the set right now.
  int freeSlots(const QueuedTaskSet& queued, Clock::TimePoint now) const;

  // A waiting task that no executor may run, now or until an exclusion times out.
  std::optional<int> stuckTask(const QueuedTaskSet& queued, Clock::TimePoint now) const;
  // When mayRun() changes by itself for some waiting task.
  std::optional<Clock::TimePoint> nextChange(const QueuedTaskSet& queued, Clock::TimePoint now) const;

 private:
  bool avoids(const SetFailures& failures, int index, const std::string& executorId, Clock::TimePoint now) const;

  const ExclusionOptions options_;
  const std::chrono::milliseconds patience_;  // for another executor than the one where a task failed
  LiveExecutors live_;
  ApplicationExclusion application_;
};

}  // namespace ferro
