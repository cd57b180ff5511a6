// The scheduler's decisions, one event at a time: which stages a job needs, when each may run, what a task's end means,
// and what must run again. A state machine without locks or threads of its own: DagScheduler's thread drives it.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ferro/scheduler/accumulator.h"
#include "ferro/scheduler/accumulator_ledger.h"
#include "ferro/scheduler/dag_event.h"
#include "ferro/scheduler/driver_barriers.h"
#include "ferro/scheduler/listener_bus.h"
#include "ferro/scheduler/preferred_places.h"
#include "ferro/scheduler/scheduler_options.h"
#include "ferro/scheduler/stage_graph.h"
#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

// What the loop works with; all of it outlives the loop.
struct DagParts {
  TaskScheduler& tasks;
  MapOutputTracker& outputs;
  AccumulatorRegistry& accumulators;
  const CachedPartitions& cache;
  ListenerBus& bus;
  const TaskBodyCodec* codec = nullptr;     // set: bodies are sent as bytes
  std::function<void()> onJobsEnded;        // if set, called before those who wait for a job are woken
  DriverBarriers* barriers = nullptr;       // null: tasks of barrier stages cannot meet
  const PreferredPlaces* places = nullptr;  // null: no task cares where it runs
};

// How often a task may meet damaged blocks before that counts as a failure: each time what was damaged is dropped, so
// more than a few mean that the disk damages whatever is written.
inline constexpr int kMaxLostBlocks = 4;

class DagLoop {
 public:
  DagLoop(const SchedulerOptions& options, const DagParts& parts);

  void handle(DagEvent& event);
  // Submits the stages that the events handled since made ready.
  void settle();
  // For what should never happen: ends all jobs, so that nobody waits forever.
  void failAll(const TaskFailure& cause);
  // Wakes those who wait for jobs that have ended since. Apart from handle(), so that by then the loop holds nothing of
  // such a job any more.
  void signalEnded();

 private:
  struct ActiveJob {
    JobId id;
    JobProperties properties;
    std::function<void(int, std::unique_ptr<TaskValue>)> onResult;
    std::shared_ptr<JobState> state;
    StageId lastStage;
  };
  struct EndedJob {
    std::shared_ptr<JobState> state;
    std::optional<Error> failure;
  };

  void on(SubmitJob& submit);
  void on(CancelJob& cancel);
  void on(CancelJobGroup& cancel);
  void on(CancelAllJobs& cancel);
  void on(TaskOutcome& outcome);
  void on(LostExecutor& lost);
  void on(FailAllJobs& failure);
  void on(StuckTasks& stuck);
  void on(CountState& count);

  void startJob(SubmitJob& submit);
  void cancelJob(JobId job, const std::string& reason);
  void endJob(JobId job, std::optional<Error> failure);

  void submitStage(Stage& stage);
  void startAttempt(Stage& stage);
  std::vector<int> missingIndexes(const Stage& stage) const;
  // By index, as a task set wants them.
  std::vector<TaskPreference> preferencesOf(const Stage& stage, const std::vector<int>& indexes) const;
  void finishAttempt(Stage& stage);
  // Ends the job whose last stage it is, or wakes the stages that wait for its outputs.
  void completeStage(Stage& stage);
  // Ends the running attempt early: no more of its tasks start; those that run may still give results.
  void abandonAttempt(Stage& stage, const std::string& why);
  // Nothing that any attempt of the stage still does is of use.
  void cancelTasks(Stage& stage);
  void failStage(Stage& stage, const TaskFailure& cause);

  void onSuccess(Stage& stage, TaskOutcome& outcome);
  // Both are false when the outcome was of no use; the stage may be gone then.
  bool acceptMapOutput(Stage& stage, TaskOutcome& outcome);
  bool deliverResult(Stage& stage, TaskOutcome& outcome);
  bool isServedElsewhere(int shuffleId, const MapStatus& status) const;
  void onFailure(Stage& stage, const TaskOutcome& outcome);
  void failForTask(Stage& stage, const TaskOutcome& outcome, const FailedTask& failed);
  // Barrier stages: results count when all tasks have ended well, and when one fails all run again.
  void beginBarrier(Stage& stage, const TaskSetSpec& spec);
  void endBarrier(const Stage& stage, const std::string& why);
  void onBarrierSuccess(Stage& stage, TaskOutcome& outcome);
  void onBarrierFailure(Stage& stage, const TaskOutcome& outcome);
  void restartBarrier(Stage& stage, const std::string& why);
  // What the stage has given so far, and what its attempts still give, is of no use.
  void discardAttempts(Stage& stage);
  void onLostInput(Stage& stage, Stage& mapStage, const TaskOutcome& outcome);
  bool forgetLostOutput(const LostMapOutput& lost, TaskId reader);
  bool forget(int shuffleId, int mapId, std::optional<int64_t> attempt, TaskId reader);
  // Why the stage gives up after this loss of its input, if it does.
  std::optional<std::string> tooManyLosses(Stage& stage, const LostMapOutput& lost) const;
  // Outputs of these shuffles are gone; what cannot be computed again with the same rows starts anew.
  void rollBackWhereNeeded(const std::vector<int>& shuffles);
  void rollBack(Stage& mapStage);
  void rollBackStage(Stage& stage, const std::string& cause);

  StageInfo infoOf(const Stage& stage) const;
  // The stage is null when no job needs it any more.
  void announceTaskEnd(const TaskOutcome& outcome, Stage* stage) const;
  std::vector<AccumulableInfo> namedUpdates(const AccumulatorUpdates& updates) const;
  void announceStageEnd(const Stage& stage, std::optional<std::string> error) const;

  const SchedulerOptions options_;
  TaskScheduler& tasks_;
  MapOutputTracker& outputs_;
  AccumulatorRegistry& accumulators_;
  ListenerBus& bus_;
  const TaskBodyCodec* codec_;
  const std::function<void()> onJobsEnded_;
  const PreferredPlaces* places_;
  DriverBarriers* barriers_;

  StageGraph graph_;
  AccumulatorLedger ledger_;
  std::map<JobId, ActiveJob> jobs_;
  std::deque<StageId> toSubmit_;
  std::vector<EndedJob> ended_;
};

}  // namespace ferro
