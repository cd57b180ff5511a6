#include "ferro/scheduler/dag_loop.h"

#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/named_accumulator.h"
#include "ferro/scheduler/rdd_info.h"
#include "ferro/scheduler/task_failure.h"

namespace ferro {

DagLoop::DagLoop(const SchedulerOptions& options, const DagParts& parts)
    : options_(options),
      tasks_(parts.tasks),
      outputs_(parts.outputs),
      accumulators_(parts.accumulators),
      bus_(parts.bus),
      codec_(parts.codec),
      onJobsEnded_(parts.onJobsEnded),
      places_(parts.places),
      barriers_(parts.barriers),
      graph_(parts.outputs, parts.cache) {}

void DagLoop::handle(DagEvent& event) {
  std::visit([this](auto& known) { on(known); }, event);
}

void DagLoop::settle() {
  while (!toSubmit_.empty()) {
    const StageId id = toSubmit_.front();
    toSubmit_.pop_front();
    Stage* stage = graph_.find(id);
    if (stage == nullptr || stage->state != StageState::kIdle) continue;
    try {
      submitStage(*stage);
    } catch (...) {
      failStage(*stage, describeCurrentException());
    }
  }
}

void DagLoop::failAll(const TaskFailure& cause) {
  logError("the scheduler failed: " + oneLine(cause.text));
  while (!jobs_.empty()) {
    const JobId id = jobs_.begin()->first;
    endJob(id, Error(cause.code, id.text() + " failed with the scheduler: " + oneLine(cause.text)));
  }
}

void DagLoop::signalEnded() {
  if (!ended_.empty() && onJobsEnded_) contain("the end of a job", onJobsEnded_);
  for (EndedJob& job : ended_) job.state->end(std::move(job.failure));
  ended_.clear();
}

void DagLoop::on(SubmitJob& submit) {
  const JobId id = submit.id;
  auto state = submit.state;
  try {
    startJob(submit);
  } catch (...) {
    const TaskFailure cause = describeCurrentException();
    graph_.removeJob(id);
    jobs_.erase(id);
    ended_.push_back({state, Error(cause.code, id.text() + " failed: " + oneLine(cause.text))});
  }
}

void DagLoop::startJob(SubmitJob& submit) {
  const Stage& last = graph_.addJob(submit.id, submit.spec);
  ActiveJob job{submit.id, submit.spec.properties, std::move(submit.spec.onResult), std::move(submit.state), last.id};
  if (bus_.active()) {
    JobStart start{job.id, {}, job.properties, wallMillis()};
    for (const Stage* stage : graph_.stagesOf(job.id)) {
      StageInfo& info = start.stages.emplace_back(infoOf(*stage));
      info.skipped = stage->isMapStage() && outputs_.isComplete(*info.shuffleId);
    }
    bus_.post(std::move(start));
  }
  jobs_.emplace(job.id, std::move(job));
  if (last.numTasks == 0) {
    endJob(submit.id, std::nullopt);
  } else {
    toSubmit_.push_back(last.id);
  }
}

void DagLoop::on(CancelJob& cancel) { cancelJob(cancel.id, "by request"); }

void DagLoop::on(CancelJobGroup& cancel) {
  std::vector<JobId> members;
  for (const auto& [id, job] : jobs_) {
    if (job.properties.group == cancel.group) members.push_back(id);
  }
  for (JobId id : members) cancelJob(id, "with its group " + cancel.group);
}

void DagLoop::on(CancelAllJobs& cancel) {
  while (!jobs_.empty()) cancelJob(jobs_.begin()->first, cancel.reason);
}

void DagLoop::on(CountState& count) {
  count.answer.set_value(
      {static_cast<int>(jobs_.size()), static_cast<int>(graph_.stages().size()), static_cast<int>(toSubmit_.size())});
}

void DagLoop::cancelJob(JobId job, const std::string& reason) {
  endJob(job, Error(ErrorCode::kCancelled, job.text() + " was cancelled: " + reason));
}

void DagLoop::endJob(JobId id, std::optional<Error> failure) {
  auto entry = jobs_.extract(id);
  if (entry.empty()) return;
  for (auto& stage : graph_.removeJob(id)) {
    if (stage->state == StageState::kRunning) abandonAttempt(*stage, failure ? failure->what() : "not needed any more");
    cancelTasks(*stage);
  }
  if (bus_.active()) {
    auto error = failure ? std::optional<std::string>(failure->what()) : std::nullopt;
    bus_.post(JobEnd{id, std::move(error), wallMillis()});
  }
  ended_.push_back({std::move(entry.mapped().state), std::move(failure)});
}

void DagLoop::submitStage(Stage& stage) {
  const auto missing = graph_.missingParents(stage);
  if (missing.empty()) {
    startAttempt(stage);
    return;
  }
  stage.state = StageState::kWaiting;
  for (Stage* parent : missing) {
    stage.waitingFor.insert(parent->id);
    parent->waiters.push_back(stage.id);
    toSubmit_.push_back(parent->id);
  }
}

std::vector<int> DagLoop::missingIndexes(const Stage& stage) const {
  if (stage.isMapStage()) return outputs_.missingMaps(stage.shuffle->shuffleId());
  std::vector<int> indexes;
  for (int index = 0; index < stage.numTasks; ++index) {
    if (!stage.delivered[static_cast<size_t>(index)]) indexes.push_back(index);
  }
  return indexes;
}

void DagLoop::startAttempt(Stage& stage) {
  TaskSetSpec spec;
  spec.barrier = graph_.isBarrier(stage);
  spec.indexes = missingIndexes(stage);
  if (spec.barrier && !spec.indexes.empty() && static_cast<int>(spec.indexes.size()) < stage.numTasks) {
    discardAttempts(stage);
    spec.indexes = missingIndexes(stage);
  }
  if (spec.indexes.empty()) {  // tasks of earlier attempts have given all there is
    completeStage(stage);
    return;
  }
  const JobProperties& properties = jobs_.at(*stage.jobs.begin()).properties;
  spec.stage = stage.id;
  spec.stageAttempt = stage.numAttempts++;
  spec.job = *stage.jobs.begin();
  spec.pool = properties.pool;
  spec.partitions = stage.partitions;
  spec.preferences = preferencesOf(stage, spec.indexes);
  spec.body = stage.body;
  if (codec_ != nullptr) spec.encodedBody = codec_->encode(*stage.body);

  StageAttempt attempt;
  attempt.number = spec.stageAttempt;
  attempt.unfinished.resize(static_cast<size_t>(stage.numTasks));
  for (int index : spec.indexes) attempt.unfinished[static_cast<size_t>(index)] = true;
  attempt.numUnfinished = static_cast<int>(spec.indexes.size());
  attempt.tasks = std::make_shared<TaskSet>(std::move(spec));
  if (stage.attempt.tasks != nullptr) stage.oldTasks.push_back(std::move(stage.attempt.tasks));
  stage.attempt = std::move(attempt);
  stage.state = StageState::kRunning;
  beginBarrier(stage, stage.attempt.tasks->spec());
  if (bus_.active()) bus_.post(StageSubmitted{infoOf(stage), properties, wallMillis()});
  tasks_.submit(stage.attempt.tasks);
}

std::vector<TaskPreference> DagLoop::preferencesOf(const Stage& stage, const std::vector<int>& indexes) const {
  if (places_ == nullptr) return {};
  std::vector<int> partitions;
  for (int index : indexes) {
    partitions.push_back(stage.partitions.empty() ? index : stage.partitions[static_cast<size_t>(index)]);
  }
  auto found = places_->of(stage.node, partitions);
  if (found.empty()) return {};
  std::vector<TaskPreference> byIndex(static_cast<size_t>(stage.numTasks));
  for (size_t i = 0; i < indexes.size(); ++i) byIndex[static_cast<size_t>(indexes[i])] = std::move(found[i]);
  return byIndex;
}

void DagLoop::finishAttempt(Stage& stage) {
  stage.state = StageState::kIdle;
  stage.lostInputs = 0;
  stage.lostOutputs.clear();
  stage.barrierFailures = {};
  endBarrier(stage, "all tasks have ended");
  cancelTasks(stage);
  announceStageEnd(stage, std::nullopt);
  if (stage.isMapStage() && !outputs_.isComplete(stage.shuffle->shuffleId())) {
    toSubmit_.push_back(stage.id);  // outputs that were there when the attempt began have been lost since
  } else {
    completeStage(stage);
  }
}

void DagLoop::completeStage(Stage& stage) {
  if (!stage.isMapStage()) {
    endJob(*stage.jobs.begin(), std::nullopt);
    return;
  }
  for (StageId id : std::exchange(stage.waiters, {})) {
    Stage* waiter = graph_.find(id);
    if (waiter == nullptr || waiter->state != StageState::kWaiting) continue;
    waiter->waitingFor.erase(stage.id);
    if (!waiter->waitingFor.empty()) continue;
    waiter->state = StageState::kIdle;
    toSubmit_.push_back(id);
  }
}

void DagLoop::abandonAttempt(Stage& stage, const std::string& why) {
  tasks_.close(*stage.attempt.tasks);
  endBarrier(stage, why);
  stage.state = StageState::kIdle;
  announceStageEnd(stage, why);
}

void DagLoop::cancelTasks(Stage& stage) {
  for (auto& tasks : std::exchange(stage.oldTasks, {})) tasks_.cancel(*tasks);
  if (stage.attempt.tasks != nullptr) tasks_.cancel(*stage.attempt.tasks);
}

void DagLoop::failStage(Stage& stage, const TaskFailure& cause) {
  std::vector<std::pair<JobId, Error>> failures;
  for (JobId job : stage.jobs) failures.emplace_back(job, jobFailed(job, stage, cause));
  for (auto& [job, error] : failures) endJob(job, std::move(error));
}

StageInfo DagLoop::infoOf(const Stage& stage) const {
  StageInfo info;
  info.id = stage.id;
  info.attempt = stage.attempt.number;
  info.name = stage.name;
  info.numTasks = stage.attempt.tasks ? static_cast<int>(stage.attempt.tasks->spec().indexes.size()) : stage.numTasks;
  info.rddId = stage.node->id();
  info.parents = stage.parents;
  if (stage.isMapStage()) info.shuffleId = stage.shuffle->shuffleId();
  info.rdds = rddsOfStage(stage.node);
  for (int64_t id : stage.accumulators) {
    const auto accumulator = std::dynamic_pointer_cast<NamedAccumulator>(accumulators_.find(id));
    if (accumulator != nullptr) info.accumulables.push_back({id, accumulator->name(), accumulator->text()});
  }
  return info;
}

void DagLoop::announceStageEnd(const Stage& stage, std::optional<std::string> error) const {
  if (bus_.active()) bus_.post(StageCompleted{infoOf(stage), std::move(error), wallMillis()});
}

}  // namespace ferro
