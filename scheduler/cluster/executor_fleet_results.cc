// The part of ExecutorFleet that takes what tasks give: their outcomes, and large values from where they wait.
#include <utility>

#include <arrow/buffer.h>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/scheduler/cluster/executor_fleet.h"
#include "ferro/scheduler/result_limit.h"
#include "ferro/scheduler/task_failure.h"

namespace ferro {

void ExecutorFleet::on(fleet::TaskFinished& finished) {
  Member* member = find(finished.executorId);
  if (member == nullptr) return;
  member->lastHeard = parts_.clock.now();
  const auto running = member->running.find(TaskId{finished.ended.taskId});
  if (running == member->running.end()) return;
  ++member->freeSlots;
  EncodedOutcome& encoded = finished.ended.outcome;
  if (!encoded.failure) encoded.failure = countResult(running->second.set, encoded.metrics.resultBytes);
  if (encoded.valueInBlock > 0 && !encoded.failure) {
    fetchResult(*member, std::move(finished.ended));
  } else {
    const std::string value = std::move(encoded.value);
    finish(*member, running, std::move(encoded), value);
  }
}

void ExecutorFleet::fetchResult(Member& member, cluster::TaskEnded ended) {
  results_.post([this, place = member.executor->place(), ended = std::move(ended)]() mutable {
    std::shared_ptr<arrow::Buffer> value;
    contain("fetching a result", [&] { value = parts_.fetchResult(place, ended.taskId); });
    post(fleet::ResultFetched{place.executorId, std::move(ended), std::move(value)});
  });
}

// A result that was lost with its executor was ended with it.
void ExecutorFleet::on(fleet::ResultFetched& fetched) {
  Member* member = find(fetched.executorId);
  if (member == nullptr) return;
  const auto running = member->running.find(TaskId{fetched.ended.taskId});
  if (running == member->running.end()) return;
  EncodedOutcome& encoded = fetched.ended.outcome;
  if (fetched.value == nullptr) {
    encoded.failure = TaskFailure{
        ErrorCode::kNetwork, "its result was lost before the driver had it, on executor " + fetched.executorId, {}};
  }
  const auto value = fetched.value == nullptr ? std::string_view() : std::string_view(*fetched.value);
  finish(*member, running, std::move(encoded), value);
}

std::optional<TaskFailure> ExecutorFleet::countResult(const std::shared_ptr<const TaskSet>& set, int64_t bytes) {
  const auto [entry, isNew] = resultBytes_.try_emplace(set, 0);
  if (isNew) std::erase_if(resultBytes_, [](const auto& other) { return other.first.expired(); });
  const int64_t sum = entry->second += bytes;
  if (options_.maxResultBytes == 0 || sum <= options_.maxResultBytes) return std::nullopt;
  const Error error = resultsTooLarge(options_.maxResultBytes);
  return TaskFailure{error.code(), error.what(), {}, true};
}

void ExecutorFleet::finish(Member& member, std::map<TaskId, LaunchedTask>::iterator running, EncodedOutcome encoded,
                           std::string_view value) {
  TaskOutcome outcome = takeRunning(member, running);
  try {
    decodeOutcome(encoded, value, parts_.accumulators, outcome);
  } catch (...) {
    outcome.failure = describeCurrentException();
  }
  report(member, std::move(outcome));
}

TaskOutcome ExecutorFleet::takeRunning(Member& member, std::map<TaskId, LaunchedTask>::iterator running) {
  TaskOutcome outcome;
  outcome.task = std::move(running->second);
  outcome.executorId = member.executor->info().id;
  member.running.erase(running);
  if (member.running.empty()) member.idleSince = parts_.clock.now();
  return outcome;
}

void ExecutorFleet::report(Member& member, TaskOutcome outcome) {
  if (!outcome.failure) {
    failuresInARow_ = 0;
    member.wasOfUse = true;
  }
  auto* map = dynamic_cast<MapStatusValue*>(outcome.value.get());
  if (map != nullptr && !map->status.atService) map->status.place = member.executor->place();
  const auto set = outcome.task.set;
  parts_.tasks.taskEnded(outcome.task, !outcome.failure);
  parts_.dag.taskEnded(std::move(outcome));
  // A task launched while its set was being closed has brought the body back.
  if (set->closed()) member.executor->forget(*set);
}

}  // namespace ferro
