#include "ferro/scheduler/task_context.h"

#include "ferro/common/error.h"

namespace ferro {

namespace {

thread_local TaskContext* currentTask = nullptr;

}  // namespace

TaskContext::TaskContext(const TaskIdentity& identity, ExecutorEnvironment& environment,
                         const std::atomic<bool>& cancelled, const std::atomic<int64_t>* killed)
    : identity_(identity), environment_(environment), cancelled_(cancelled), killed_(killed), outer_(currentTask) {
  currentTask = this;
}

TaskContext::~TaskContext() { currentTask = outer_; }

TaskContext* TaskContext::get() { return currentTask; }

void TaskContext::throwCancelled() const {
  throw Error(ErrorCode::kCancelled, "task " + std::to_string(identity_.partition) + " of stage " +
                                         std::to_string(identity_.stageId) + " was cancelled");
}

}  // namespace ferro
