// Executors on which tasks have failed, and what follows from that. A task that failed is given to another executor
// when one is there. With ferro.excludeOnFailure.enabled, Spark's stricter rules count too: an executor on which tasks
// failed too often gets no more tasks of a stage, and in the end of no stage for a while. Not thread-safe: it belongs
// to the TaskScheduler, which guards it.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/clock.h"

namespace ferro {

struct ExclusionOptions {
  bool enabled = false;
  int maxTaskAttemptsPerExecutor = 1;              // of one task
  int maxFailedTasksPerExecutorInStage = 2;        // different tasks of one stage's attempt
  int maxFailedTasksPerExecutorInApplication = 2;  // of stages that went well in the end
  std::chrono::milliseconds timeout{3'600'000};    // how long an executor stays excluded from everything
};

// The failures of one task set.
class SetFailures {
 public:
  void add(int index, const std::string& executorId, Clock::TimePoint now);

  int ofTask(int index, const std::string& executorId) const;
  int failedTasksOn(const std::string& executorId) const;
  std::vector<std::string> executorsOf(int index) const;  // on which the task has failed
  std::optional<Clock::TimePoint> lastOf(int index) const;
  const std::map<std::string, std::map<int, int>>& byExecutor() const { return byExecutor_; }

 private:
  std::map<std::string, std::map<int, int>> byExecutor_;  // executor → index → how often
  std::map<int, Clock::TimePoint> last_;                  // by index
};

// The failures of the whole application.
class ApplicationExclusion {
 public:
  explicit ApplicationExclusion(const ExclusionOptions& options) : options_(options) {}

  // A task set went well in the end, so that what failed on the way is held against the executors. Gives those that are
  // excluded from now on.
  std::vector<std::string> setSucceeded(const SetFailures& failures, Clock::TimePoint now);
  bool isExcluded(const std::string& executorId, Clock::TimePoint now) const;
  // When the next executor may come back.
  std::optional<Clock::TimePoint> nextReturn(Clock::TimePoint now) const;

 private:
  const ExclusionOptions options_;
  std::map<std::string, std::vector<Clock::TimePoint>> failures_;
  std::map<std::string, Clock::TimePoint> excludedUntil_;
};

}  // namespace ferro
