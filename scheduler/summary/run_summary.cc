#include "ferro/scheduler/summary/run_summary.h"

#include <algorithm>
#include <utility>

#include "ferro/scheduler/executor_end.h"

namespace ferro {

void RunSummary::on(const Event& event) {
  std::lock_guard lock(mutex_);
  std::visit([this](const auto& known) { add(known); }, event);
}

RunFigures RunSummary::figures() const {
  std::lock_guard lock(mutex_);
  RunFigures figures = run_;
  for (const auto& [id, stage] : stages_) figures.stages.push_back(stage);
  return figures;
}

void RunSummary::add(const ApplicationStart& event) {
  run_.id = event.id;
  run_.name = event.name;
  started_ = event.time;
}

void RunSummary::add(const ApplicationEnd& event) { run_.millis = event.time - started_; }

void RunSummary::add(const ExecutorAdded& event) {
  cores_[event.executorId] = event.cores;
  coresNow_ += event.cores;
  run_.mostCores = std::max(run_.mostCores, coresNow_);
}

void RunSummary::add(const ExecutorRemoved& event) {
  const auto gone = cores_.extract(event.executorId);
  if (gone.empty()) return;
  coresNow_ -= gone.mapped();
  forgetBlocksOf(event.executorId);
  if (event.reason != kExecutorWasIdle && event.reason != kApplicationEnded) ++run_.numLostExecutors;
}

void RunSummary::add(const JobEnd& event) {
  if (event.error) ++run_.numFailedJobs;
}

void RunSummary::add(const StageSubmitted& event) {
  StageFigures& stage = stages_[event.stage.id];
  stage.id = event.stage.id;
  stage.name = event.stage.name;
  for (const RddInfo& rdd : event.stage.rdds) {
    if (rdd.name.starts_with("groupByKey") || rdd.name.starts_with("groupBy")) stage.groupsWholeKeys = true;
  }
  ++stage.numAttempts;
  submitted_[event.stage.id] = event.time;
}

void RunSummary::add(const StageCompleted& event) {
  const auto submitted = submitted_.extract(event.stage.id);
  if (!submitted.empty()) stages_[event.stage.id].millis += event.time - submitted.mapped();
}

void RunSummary::add(const TaskEnd& event) {
  StageFigures& stage = stages_[event.task.stage];
  if (event.reason == TaskEndReason::kCancelled) return;
  if (event.reason != TaskEndReason::kSuccess) {
    ++stage.numFailed;
    return;
  }
  const TaskMetrics& metrics = event.metrics;
  stage.taskNanos.push_back(metrics.runNanos + metrics.decodeNanos);
  stage.runNanos += stage.taskNanos.back();
  stage.inputBytes += metrics.inputBytes;
  stage.shuffleBytesRead += metrics.shuffle.bytesRead;
  stage.shuffleBytesWritten += metrics.shuffle.bytesWritten;
  stage.fetchWaitNanos += metrics.shuffle.fetchWaitNanos;
  stage.diskBytesSpilled += metrics.diskBytesSpilled + metrics.shuffle.diskBytesSpilled;
  stage.peakTaskMemory = std::max(stage.peakTaskMemory, metrics.peakMemoryBytes);
}

void RunSummary::add(const BlockUpdated& event) {
  if (!event.status.id.rddId()) return;
  const auto block = cached_.try_emplace({event.executorId, event.status.id.name}).first;
  cachedNow_ += event.status.memSize - std::exchange(block->second, event.status.memSize);
  if (block->second == 0) cached_.erase(block);
  run_.mostCachedBytes = std::max(run_.mostCachedBytes, cachedNow_);
}

void RunSummary::forgetBlocksOf(const std::string& executorId) {
  std::erase_if(cached_, [&](const auto& block) {
    const bool isLost = block.first.first == executorId;
    if (isLost) cachedNow_ -= block.second;
    return isLost;
  });
}

}  // namespace ferro
