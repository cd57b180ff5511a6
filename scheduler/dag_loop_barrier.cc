// The part of DagLoop that treats the tasks of a barrier stage as one.
#include <utility>

#include "ferro/scheduler/dag_loop.h"
#include "ferro/scheduler/task_failure.h"

namespace ferro {

void DagLoop::beginBarrier(Stage& stage, const TaskSetSpec& spec) {
  if (spec.barrier && barriers_ != nullptr) barriers_->begin(stage.id, spec.stageAttempt, stage.numTasks);
}

void DagLoop::endBarrier(const Stage& stage, const std::string& why) {
  const TaskSetSpec& spec = stage.attempt.tasks->spec();
  if (spec.barrier && barriers_ != nullptr) barriers_->end(stage.id, spec.stageAttempt, why);
}

// Until all have ended well any of them may still fail, and then the others' results are of no use.
void DagLoop::onBarrierSuccess(Stage& stage, TaskOutcome& outcome) {
  const auto index = static_cast<size_t>(outcome.task.index);
  if (outcome.task.set != stage.attempt.tasks || stage.state != StageState::kRunning) return;
  if (!stage.attempt.unfinished[index]) return;
  stage.attempt.unfinished[index] = false;
  if (barriers_ != nullptr) {
    barriers_->taskEnded(stage.id, stage.attempt.number, outcome.task.set->partitionOf(outcome.task.index));
  }
  stage.attempt.held.push_back(std::move(outcome));
  if (--stage.attempt.numUnfinished > 0) return;
  for (TaskOutcome& held : std::exchange(stage.attempt.held, {})) {
    if (!(stage.isMapStage() ? acceptMapOutput(stage, held) : deliverResult(stage, held))) return;
  }
  finishAttempt(stage);
}

void DagLoop::onBarrierFailure(Stage& stage, const TaskOutcome& outcome) {
  FailedTask& failed = stage.barrierFailures;
  if (outcome.failure->lostBlock && ++failed.lostBlocks <= kMaxLostBlocks) {
    restartBarrier(stage, outcome.failure->text);
    return;
  }
  if (++failed.count == 1) failed.first = *outcome.failure;
  if (failed.count < options_.maxFailures && !outcome.failure->isFinal) {
    restartBarrier(stage, outcome.failure->text);
  } else {
    failForTask(stage, outcome, failed);
  }
}

void DagLoop::restartBarrier(Stage& stage, const std::string& why) {
  abandonAttempt(stage, why);
  toSubmit_.push_back(stage.id);
  discardAttempts(stage);
}

}  // namespace ferro
