// The state of one stage: the steps between two shuffles, and how far they have run. Belongs to the DAG scheduler's
// loop; no other thread sees it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ferro/scheduler/ids.h"
#include "ferro/scheduler/lineage.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

enum class StageState {
  kIdle,     // nothing to do: not needed yet, or done
  kWaiting,  // for other stages
  kRunning,
};

struct FailedTask {
  int count = 0;
  int lostBlocks = 0;  // attempts that met a damaged block; the first few do not count
  TaskFailure first;
};

// One attempt to run what is missing of a stage.
struct StageAttempt {
  int number = 0;
  std::shared_ptr<TaskSet> tasks;
  std::vector<bool> unfinished;  // by index
  int numUnfinished = 0;
  std::map<int, FailedTask> failures;  // by index
  std::vector<TaskOutcome> held;       // of a barrier stage, whose results count when all its tasks have ended well
};

struct Stage {
  bool isMapStage() const { return shuffle != nullptr; }

  StageId id;
  std::string name;
  std::shared_ptr<const LineageNode> node;
  std::shared_ptr<const TaskBody> body;
  std::shared_ptr<const ShuffleDependency> shuffle;  // what a map stage writes; null for the last stage of a job
  int numTasks = 0;
  std::vector<int> partitions;  // by index, for the last stage of a job; tasks of a map stage are all partitions

  std::set<JobId> jobs;          // that need it
  std::vector<StageId> parents;  // as far as known: what stands behind complete shuffles was never looked at

  StageState state = StageState::kIdle;
  std::set<StageId> waitingFor;
  std::vector<StageId> waiters;

  StageAttempt attempt;
  std::vector<std::shared_ptr<TaskSet>>
      oldTasks;  // of earlier attempts; some may still run, and their results may serve
  int numAttempts = 0;
  FailedTask barrierFailures;  // of attempts of a barrier stage in a row, each of which ran all tasks
  int lostInputs = 0;          // attempts in a row that ended because an executor was lost with input
  std::map<std::pair<int, int>, int> lostOutputs{};  // how often since the last success, by shuffle and map
  int firstValidAttempt = 0;                         // what older ones give is of no use: their input has changed since
  TaskId firstValidTask;                             // the same for map outputs that such attempts committed late

  std::vector<bool> delivered;     // by index, for the last stage of a job
  std::set<int64_t> accumulators;  // named ones that its tasks have added to, while somebody listens
};

}  // namespace ferro
