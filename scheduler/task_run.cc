#include "ferro/scheduler/task_run.h"

#include <chrono>
#include <string>
#include <utility>

#include "ferro/blockmanager/damaged_block.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/input_place.h"
#include "ferro/scheduler/task_failure.h"

namespace ferro {
namespace {

constexpr int64_t kLongTaskNanos = 20'000'000;

}  // namespace

void runTask(TaskContext& context, const BodySource& body, TaskOutcome& outcome) {
  const auto begin = std::chrono::steady_clock::now();
  takeInputPlace();  // of a failure that was not this task's
  try {
    context.throwIfCancelled();
    outcome.value = body(context.metrics())->run(context);
    outcome.accumulators = std::move(context.accumulators());
  } catch (const DamagedBlock& damaged) {
    context.environment().blocks().dropDamaged(damaged);
    failWithCurrentException(outcome);
  } catch (...) {
    failWithCurrentException(outcome);
  }
  const auto nanos = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  // The allocator keeps what a task freed for a while, as if the next needed as much on top of what it allocates.
  if (nanos > kLongTaskNanos) context.environment().memory().uncounted()->ReleaseUnused();
  outcome.metrics = context.metrics();
  outcome.metrics.runNanos = nanos - outcome.metrics.decodeNanos;
}

void failWithCurrentException(TaskOutcome& outcome) {
  outcome.failure = describeCurrentException();
  const std::string place = takeInputPlace();
  if (outcome.failure->code == ErrorCode::kUserFunction && !place.empty()) outcome.failure->text += ", at " + place;
  outcome.value.reset();
  outcome.accumulators.clear();
}

}  // namespace ferro
