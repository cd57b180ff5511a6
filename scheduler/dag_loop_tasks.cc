// The part of DagLoop that decides what the end of a task means.
#include <algorithm>
#include <utility>

#include "ferro/scheduler/dag_loop.h"
#include "ferro/scheduler/named_accumulator.h"
#include "ferro/scheduler/task_failure.h"

namespace ferro {

void DagLoop::on(TaskOutcome& outcome) {
  Stage* stage = graph_.find(outcome.task.set->spec().stage);
  announceTaskEnd(outcome, stage);
  if (stage == nullptr || outcome.task.set->spec().stageAttempt < stage->firstValidAttempt) return;
  try {
    if (!outcome.failure) {
      onSuccess(*stage, outcome);
    } else if (outcome.task.set == stage->attempt.tasks) {
      onFailure(*stage, outcome);
    }
  } catch (...) {  // adding to an accumulator is the user's code: it fails its own jobs only
    const TaskFailure cause = describeCurrentException();
    if (Stage* failed = graph_.find(outcome.task.set->spec().stage)) failStage(*failed, cause);
  }
}

void DagLoop::onSuccess(Stage& stage, TaskOutcome& outcome) {
  if (outcome.task.set->spec().barrier) {
    onBarrierSuccess(stage, outcome);
    return;
  }
  const auto index = static_cast<size_t>(outcome.task.index);
  const bool accepted = stage.isMapStage() ? acceptMapOutput(stage, outcome) : deliverResult(stage, outcome);
  if (!accepted) return;
  tasks_.killOthers(outcome.task);
  if (stage.state != StageState::kRunning || !stage.attempt.unfinished[index]) return;
  stage.attempt.unfinished[index] = false;
  if (--stage.attempt.numUnfinished == 0) finishAttempt(stage);
}

bool DagLoop::acceptMapOutput(Stage& stage, TaskOutcome& outcome) {
  auto* value = dynamic_cast<MapStatusValue*>(outcome.value.get());
  if (value == nullptr) {
    failStage(stage, {ErrorCode::kInternal, "a map task ended without a map status", {}});
    return false;
  }
  const int shuffleId = stage.shuffle->shuffleId();
  if (TaskId{value->status.attempt} < stage.firstValidTask) {
    tasks_.removeMapOutput(shuffleId, outcome.task.index);
    tasks_.retry(outcome.task, RetryCause::kResultOfNoUse);
    return false;
  }
  if (isServedElsewhere(shuffleId, value->status)) return true;
  if (!outcome.accumulators.empty() && ledger_.countOnce(stage.shuffle, outcome.task.index)) {
    accumulators_.merge(outcome.accumulators);
  }
  outputs_.registerMapOutput(shuffleId, std::move(value->status));
  return true;
}

// Of two attempts of a map the first counts, as long as it is there: readers may have begun with it. Where both wrote
// to the same place, the later one has replaced the earlier.
bool DagLoop::isServedElsewhere(int shuffleId, const MapStatus& status) const {
  const auto known = outputs_.mapStatus(shuffleId, status.mapId);
  return known && known->place != status.place;
}

bool DagLoop::deliverResult(Stage& stage, TaskOutcome& outcome) {
  const auto index = static_cast<size_t>(outcome.task.index);
  if (stage.delivered[index]) return false;
  stage.delivered[index] = true;
  accumulators_.merge(outcome.accumulators);
  try {
    jobs_.at(*stage.jobs.begin()).onResult(outcome.task.index, std::move(outcome.value));
  } catch (...) {
    failStage(stage, describeCurrentException());
    return false;
  }
  return true;
}

void DagLoop::onFailure(Stage& stage, const TaskOutcome& outcome) {
  if (const auto& lost = outcome.failure->lostOutput) {
    if (Stage* mapStage = graph_.mapStageOf(lost->shuffleId, stage)) {
      onLostInput(stage, *mapStage, outcome);
      return;
    }
  }
  if (stage.state != StageState::kRunning) return;
  if (!stage.attempt.unfinished[static_cast<size_t>(outcome.task.index)]) return;  // another attempt has done it
  if (outcome.task.set->spec().barrier) {
    onBarrierFailure(stage, outcome);
    return;
  }
  FailedTask& failed = stage.attempt.failures[outcome.task.index];
  if (outcome.failure->lostBlock && ++failed.lostBlocks <= kMaxLostBlocks) {
    tasks_.retry(outcome.task, RetryCause::kLostBlock);
    return;
  }
  if (++failed.count == 1) failed.first = *outcome.failure;
  if (failed.count < options_.maxFailures && !outcome.failure->isFinal) {
    tasks_.retry(outcome.task);
    return;
  }
  failForTask(stage, outcome, failed);
}

void DagLoop::failForTask(Stage& stage, const TaskOutcome& outcome, const FailedTask& failed) {
  std::vector<std::pair<JobId, Error>> errors;
  for (JobId job : stage.jobs) {
    errors.emplace_back(
        job, tooManyFailures(job, stage, outcome.task, options_.maxFailures, failed.first, *outcome.failure));
  }
  for (auto& [job, error] : errors) endJob(job, std::move(error));
}

void DagLoop::on(StuckTasks& stuck) {
  Stage* stage = graph_.find(stuck.set->spec().stage);
  if (stage == nullptr || stage->state != StageState::kRunning || stage->attempt.tasks != stuck.set) return;
  if (stuck.mayTryAgain) {
    restartBarrier(*stage, stuck.why);
    return;
  }
  TaskFailure cause{ErrorCode::kJobFailed, std::move(stuck.why), {}};
  const auto failed = stage->attempt.failures.find(stuck.index);
  if (failed != stage->attempt.failures.end() && failed->second.count > 0) {
    cause.text += "; its first failure: " + failed->second.first.text;
  }
  failStage(*stage, cause);
}

// Lost input is nobody's failure: the lost outputs are computed again, and then what is missing of this stage.
void DagLoop::onLostInput(Stage& stage, Stage& mapStage, const TaskOutcome& outcome) {
  const bool forgotten = forgetLostOutput(*outcome.failure->lostOutput, outcome.task.id);
  if (stage.state == StageState::kRunning) {
    if (const auto why = tooManyLosses(stage, *outcome.failure->lostOutput)) {
      failStage(stage, {ErrorCode::kJobFailed, *why + ", the last one because " + outcome.failure->text, {}});
      return;
    }
    if (outcome.task.set->spec().barrier) {
      restartBarrier(stage, outcome.failure->text);
    } else {
      abandonAttempt(stage, outcome.failure->text);
      toSubmit_.push_back(stage.id);
    }
  }
  if (forgotten && isIndeterminate(mapStage)) rollBack(mapStage);
  const LostMapOutput& lost = *outcome.failure->lostOutput;
  if (!lost.unreachable) return;
  rollBackWhereNeeded(lost.atService ? outputs_.unregisterOutputsOfHost(lost.host)
                                     : outputs_.unregisterOutputsOf(lost.executorId));
}

// Stages that run find out when they read; stages that wait look again before they start.
void DagLoop::on(LostExecutor& lost) { rollBackWhereNeeded(outputs_.unregisterOutputsOf(lost.executorId)); }

void DagLoop::on(FailAllJobs& failure) {
  while (!jobs_.empty()) {
    const JobId id = jobs_.begin()->first;
    endJob(id, Error(failure.error.code(), id.text() + " failed: " + failure.error.what()));
  }
}

void DagLoop::rollBackWhereNeeded(const std::vector<int>& shuffles) {
  for (int shuffleId : shuffles) {
    Stage* mapStage = graph_.existing(shuffleId);
    if (mapStage != nullptr && isIndeterminate(*mapStage)) rollBack(*mapStage);
  }
}

// Files are lost one by one: each loss is mended when its map ran again, so a stage gives up only when the same output
// is lost again and again. Executors that are lost with all they have count as attempts of the stage.
std::optional<std::string> DagLoop::tooManyLosses(Stage& stage, const LostMapOutput& lost) const {
  if (lost.unreachable) {
    if (++stage.lostInputs < options_.maxConsecutiveAttempts) return std::nullopt;
    return "gave up after " + std::to_string(stage.lostInputs) + " attempts in a row that lost their input";
  }
  int losses = ++stage.lostOutputs[{lost.shuffleId, lost.mapId}];
  for (const auto& other : lost.others) losses = std::max(losses, ++stage.lostOutputs[{lost.shuffleId, other.mapId}]);
  if (losses < options_.maxConsecutiveAttempts) return std::nullopt;
  return "gave up after " + std::to_string(losses) + " attempts in a row that lost their input";
}

bool DagLoop::forgetLostOutput(const LostMapOutput& lost, TaskId reader) {
  bool forgotten = forget(lost.shuffleId, lost.mapId, lost.attempt, reader);
  for (const auto& other : lost.others) forgotten |= forget(lost.shuffleId, other.mapId, other.attempt, reader);
  return forgotten;
}

// News of a loss may be older than the output's rerun, which must stay.
bool DagLoop::forget(int shuffleId, int mapId, std::optional<int64_t> attempt, TaskId reader) {
  if (attempt) return outputs_.unregisterMapOutput(shuffleId, mapId, attempt);
  const auto status = outputs_.mapStatus(shuffleId, mapId);
  if (!status || TaskId{status->attempt} > reader) return false;
  return outputs_.unregisterMapOutput(shuffleId, mapId);
}

// A map of this stage would give other rows the second time, so whatever has read the stage's outputs starts anew too.
void DagLoop::rollBack(Stage& mapStage) {
  std::vector<StageId> affected{mapStage.id};
  for (const Stage* stage : graph_.stagesThatDependOn(mapStage.shuffle->shuffleId())) affected.push_back(stage->id);
  const std::string cause = describeStage(mapStage);
  for (StageId id : affected) {
    if (Stage* stage = graph_.find(id)) rollBackStage(*stage, cause);
  }
}

void DagLoop::rollBackStage(Stage& stage, const std::string& cause) {
  if (!stage.isMapStage() && static_cast<int>(missingIndexes(stage).size()) < stage.numTasks) {
    failStage(stage, {ErrorCode::kJobFailed,
                      "some of its results are delivered already, and " + cause +
                          " lost outputs that cannot be computed again with the same rows; checkpoint its result, or "
                          "make it deterministic",
                      {}});
    return;
  }
  if (stage.state == StageState::kRunning) {
    abandonAttempt(stage, "its input changes, because " + cause + " runs again");
    toSubmit_.push_back(stage.id);
  }
  discardAttempts(stage);
}

void DagLoop::discardAttempts(Stage& stage) {
  cancelTasks(stage);
  stage.firstValidAttempt = stage.numAttempts;
  if (!stage.isMapStage()) return;
  stage.firstValidTask = tasks_.nextTaskId();
  outputs_.unregisterAllOutputs(stage.shuffle->shuffleId());
  tasks_.removeShuffle(stage.shuffle->shuffleId());
}

void DagLoop::announceTaskEnd(const TaskOutcome& outcome, Stage* stage) const {
  if (!bus_.active()) return;
  TaskEnd end;
  end.task = outcome.task.info(outcome.executorId);
  end.metrics = outcome.metrics;
  end.finishTime = wallMillis();
  end.accumulables = namedUpdates(outcome.accumulators);
  if (stage != nullptr) {
    for (const AccumulableInfo& update : end.accumulables) stage->accumulators.insert(update.id);
  }
  if (outcome.failure) {
    if (const auto& lost = outcome.failure->lostOutput) {
      end.lostInput = LostInput{lost->shuffleId, lost->mapId, lost->executorId};
    }
    end.error = oneLine(outcome.failure->text);
    end.reason = outcome.failure->lostOutput                      ? TaskEndReason::kFetchFailed
                 : outcome.failure->code == ErrorCode::kCancelled ? TaskEndReason::kCancelled
                                                                  : TaskEndReason::kFailed;
  }
  bus_.post(std::move(end));
}

std::vector<AccumulableInfo> DagLoop::namedUpdates(const AccumulatorUpdates& updates) const {
  std::vector<AccumulableInfo> named;
  for (const auto& [id, delta] : updates) {
    const auto accumulator = std::dynamic_pointer_cast<NamedAccumulator>(accumulators_.find(id));
    if (accumulator == nullptr || accumulator->name().empty()) continue;
    named.push_back({id, accumulator->name(), accumulator->textOf(*delta)});
  }
  return named;
}

}  // namespace ferro
