// Running one task where it was sent to: what every kind of executor does between taking a task and reporting it.
#pragma once

#include <functional>
#include <memory>

#include "ferro/scheduler/task.h"
#include "ferro/scheduler/task_context.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

// Gives the body, decoding it if need be; what it costs is noted in the task's metrics.
using BodySource = std::function<std::shared_ptr<const TaskBody>(TaskMetrics& metrics)>;

// Runs the body and fills in how that ended: value, updates of accumulators and metrics, or the failure.
void runTask(TaskContext& context, const BodySource& body, TaskOutcome& outcome);

// Makes the exception being handled the task's failure; call it inside a catch block.
void failWithCurrentException(TaskOutcome& outcome);

}  // namespace ferro
