// One attempt of a stage as a bundle of tasks: what every one of them runs. Made by the DAG scheduler, immutable but
// for two flags, and shared with the task scheduler and the executors that run its tasks.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/scheduler/accumulator.h"
#include "ferro/scheduler/events.h"
#include "ferro/scheduler/ids.h"
#include "ferro/scheduler/locality.h"
#include "ferro/scheduler/task.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

struct TaskSetSpec {
  StageId stage;
  int stageAttempt = 0;
  JobId job;  // the earliest that needs the stage: FIFO order goes by it
  std::string pool;
  std::vector<int> indexes;                   // the tasks of the stage that this attempt runs
  std::vector<int> partitions;                // by index; empty when a task's index is its partition
  bool barrier = false;                       // all its tasks start together, or none
  std::vector<TaskPreference> preferences{};  // by index; empty when no task has one
  std::shared_ptr<const TaskBody> body;
  std::string encodedBody;  // empty where driver and executor share memory
};

class TaskSet {
 public:
  explicit TaskSet(TaskSetSpec spec) : spec_(std::move(spec)) {}

  const TaskSetSpec& spec() const { return spec_; }
  int partitionOf(int index) const {
    return spec_.partitions.empty() ? index : spec_.partitions[static_cast<size_t>(index)];
  }

  // Tells the running tasks to stop soon.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  const std::atomic<bool>& cancelled() const { return cancelled_; }

  // No further task of it will be launched.
  void close() { closed_.store(true); }
  bool closed() const { return closed_.load(); }

 private:
  const TaskSetSpec spec_;
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> closed_{false};
};

// A task on its way to an executor thread, and on its way back as part of its outcome.
struct LaunchedTask {
  std::shared_ptr<const TaskSet> set;
  int index = 0;
  int attempt = 0;
  TaskId id;
  int64_t launchTime = 0;    // milliseconds since 1970
  std::string executorId{};  // who took it
  Locality locality = Locality::NO_PREF;
  bool isCopy = false;  // of a slow task that still ran when this one began

  TaskIdentity identity() const {
    return {id.value, set->spec().stage.value, set->spec().stageAttempt, set->partitionOf(index), attempt, 0};
  }
  TaskInfo info(const std::string& executor) const {
    const TaskSetSpec& spec = set->spec();
    return {id,      spec.stage, spec.stageAttempt, index,    set->partitionOf(index),
            attempt, executor,   launchTime,        locality, isCopy};
  }
};

// A task set of which something that waits can run nowhere.
struct StuckTasks {
  std::shared_ptr<TaskSet> set;
  int index = 0;  // the task that waits; the first one when all do
  std::string why;
  bool mayTryAgain = false;  // another attempt of the stage might go well
};

// A map output that a task could not read.
struct LostMapOutput {
  int shuffleId = 0;
  int mapId = 0;
  std::optional<int64_t> attempt;
  bool unreachable = false;  // nobody answered where it lies: whatever else lies there is lost too
  std::string executorId{};  // who wrote it
  std::string host{};
  bool atService = false;  // a shuffle service was asked, not the executor
  struct Other {
    int mapId = 0;
    std::optional<int64_t> attempt;
  };
  std::vector<Other> others{};  // outputs of the same shuffle that were found lost when all were checked
};

struct TaskFailure {
  ErrorCode code = ErrorCode::kInternal;
  std::string text;
  std::optional<LostMapOutput> lostOutput;
  bool isFinal = false;    // another attempt would only fail again
  bool lostBlock = false;  // a cached block that it read was damaged: it is dropped, and the task has not failed
};

// How one task ended, as its executor reports it.
struct TaskOutcome {
  LaunchedTask task;
  std::string executorId;
  std::unique_ptr<TaskValue> value;
  AccumulatorUpdates accumulators;
  TaskMetrics metrics;
  std::optional<TaskFailure> failure;
};

// Where executors report to. Any thread may call it; it never blocks.
class TaskOutcomeSink {
 public:
  virtual ~TaskOutcomeSink() = default;
  virtual void taskEnded(TaskOutcome outcome) = 0;
};

}  // namespace ferro
