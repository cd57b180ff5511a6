// What happens in an application, as listeners hear of it: plain values, immutable once posted. Times are milliseconds
// since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/scheduler/ids.h"
#include "ferro/scheduler/job.h"
#include "ferro/scheduler/locality.h"
#include "ferro/scheduler/task_metrics.h"

namespace ferro {

int64_t wallMillis();

struct ApplicationStart {
  std::string id;
  std::string name;
  std::string user;
  int64_t time = 0;
};

struct ApplicationEnd {
  int64_t time = 0;
};

struct ExecutorAdded {
  std::string executorId;
  std::string host;
  int cores = 0;
  int64_t time = 0;
};

struct ExecutorRemoved {
  std::string executorId;
  std::string reason;
  int64_t time = 0;
};

struct StageInfo {
  StageId id;
  int attempt = 0;
  std::string name;
  int numTasks = 0;
  int rddId = 0;                 // of the stage's last step
  std::optional<int> shuffleId;  // what a map stage writes
  std::vector<StageId> parents;
  bool skipped = false;  // its outputs were there when the job began
};

struct JobStart {
  JobId job;
  std::vector<StageInfo> stages;  // parents first
  JobProperties properties;
  int64_t time = 0;
};

struct JobEnd {
  JobId job;
  std::optional<std::string> error;
  int64_t time = 0;
};

struct StageSubmitted {
  StageInfo stage;  // numTasks counts the tasks of this attempt
  JobProperties properties;
  int64_t time = 0;
};

struct StageCompleted {
  StageInfo stage;
  std::optional<std::string> error;
  int64_t time = 0;
};

struct TaskInfo {
  TaskId id;
  StageId stage;
  int stageAttempt = 0;
  int index = 0;  // position among the stage's tasks
  int partition = 0;
  int attempt = 0;
  std::string executorId;
  int64_t launchTime = 0;
  Locality locality = Locality::NO_PREF;
  bool speculative = false;
};

enum class TaskEndReason { kSuccess, kFailed, kFetchFailed, kCancelled };

struct TaskStart {
  TaskInfo task;
};

struct TaskEnd {
  TaskInfo task;
  TaskEndReason reason = TaskEndReason::kSuccess;
  std::string error;
  TaskMetrics metrics;
  int64_t finishTime = 0;
};

struct BlockUpdated {
  std::string executorId;
  BlockStatus status;
};

struct UnpersistRdd {
  int rddId = 0;
};

using Event = std::variant<ApplicationStart, ApplicationEnd, ExecutorAdded, ExecutorRemoved, JobStart, JobEnd,
                           StageSubmitted, StageCompleted, TaskStart, TaskEnd, BlockUpdated, UnpersistRdd>;

}  // namespace ferro
