// What happens in an application, as listeners hear of it: plain values, immutable once posted. Times are milliseconds
// since 1970.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

// The settings of the application as they may be shown: secrets are redacted already.
struct EnvironmentUpdate {
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::pair<std::string, std::string>> system;  // the machine and the process
  int64_t time = 0;
};

// Where blocks can be: an executor, or the driver.
struct BlockManagerAdded {
  std::string executorId;
  std::string host;
  int port = 0;  // 0 when nobody can reach it
  int64_t maxMemory = 0;
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

// A step of a lineage.
struct RddInfo {
  int id = 0;
  std::string name;
  StorageLevel level;
  int numPartitions = 0;
  std::vector<int> parents;
  bool barrier = false;
  bool deterministic = true;
};

// What one task added to a named accumulator, or what it has come to.
struct AccumulableInfo {
  int64_t id = 0;
  std::string name;
  std::string text;
};

struct StageInfo {
  StageId id;
  int attempt = 0;
  std::string name;
  int numTasks = 0;
  int rddId = 0;                 // of the stage's last step
  std::optional<int> shuffleId;  // what a map stage writes
  std::vector<StageId> parents;
  bool skipped = false;       // its outputs were there when the job began
  std::vector<RddInfo> rdds;  // its steps, the last one first
  std::vector<AccumulableInfo> accumulables;
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

// A map output that a task could not read.
struct LostInput {
  int shuffleId = 0;
  int mapId = 0;
  std::string executorId;  // who wrote it
};

struct TaskStart {
  TaskInfo task;
};

struct TaskEnd {
  TaskInfo task;
  TaskEndReason reason = TaskEndReason::kSuccess;
  std::string error;
  TaskMetrics metrics;
  int64_t finishTime = 0;
  std::optional<LostInput> lostInput;  // of a task that could not read its input
  std::vector<AccumulableInfo> accumulables;
};

struct BlockUpdated {
  std::string executorId;
  BlockStatus status;
};

struct UnpersistRdd {
  int rddId = 0;
};

using Event =
    std::variant<ApplicationStart, ApplicationEnd, EnvironmentUpdate, BlockManagerAdded, ExecutorAdded, ExecutorRemoved,
                 JobStart, JobEnd, StageSubmitted, StageCompleted, TaskStart, TaskEnd, BlockUpdated, UnpersistRdd>;

}  // namespace ferro
