#include "ferro/scheduler/task_run.h"

#include <chrono>
#include <utility>

#include "ferro/scheduler/task_failure.h"

namespace ferro {

void runTask(TaskContext& context, const BodySource& body, TaskOutcome& outcome) {
  const auto begin = std::chrono::steady_clock::now();
  try {
    context.throwIfCancelled();
    outcome.value = body(context.metrics())->run(context);
    outcome.accumulators = std::move(context.accumulators());
  } catch (...) {
    failWithCurrentException(outcome);
  }
  const auto nanos = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  outcome.metrics = context.metrics();
  outcome.metrics.runNanos = nanos - outcome.metrics.decodeNanos;
}

void failWithCurrentException(TaskOutcome& outcome) {
  outcome.failure = describeCurrentException();
  outcome.value.reset();
  outcome.accumulators.clear();
}

}  // namespace ferro
