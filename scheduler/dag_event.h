// What the DAG scheduler's loop is told. Plain values that are moved into its queue.
#pragma once

#include <future>
#include <memory>
#include <string>
#include <variant>

#include "ferro/scheduler/job.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

struct SubmitJob {
  JobId id;
  JobSpec spec;
  std::shared_ptr<JobState> state;
};

struct CancelJob {
  JobId id;
};

struct CancelJobGroup {
  std::string group;
};

struct CancelAllJobs {
  std::string reason;
};

// An executor is gone, with the map outputs that nobody else serves.
struct LostExecutor {
  std::string executorId;
  std::string reason;
};

// Nothing will ever run again: every job fails with this.
struct FailAllJobs {
  Error error;
};

// What the loop still holds; all zero when no job is active.
struct DagCounts {
  int jobs = 0;
  int stages = 0;
  int stagesToSubmit = 0;
  bool operator==(const DagCounts&) const = default;
};

struct CountState {
  std::promise<DagCounts> answer;
};

using DagEvent = std::variant<SubmitJob, CancelJob, CancelJobGroup, CancelAllJobs, TaskOutcome, StuckTasks,
                              LostExecutor, FailAllJobs, CountState>;

}  // namespace ferro
