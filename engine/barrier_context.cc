#include "ferro/engine/barrier_context.h"

#include <utility>

#include "ferro/common/error.h"
#include "ferro/scheduler/barrier_coordinator.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {

namespace {

thread_local BarrierContext current;

BarrierCoordinator& coordinatorOf(TaskContext& task) {
  BarrierCoordinator* coordinator = task.environment().barriers();
  if (coordinator == nullptr) throwInternal("this executor has no way to the driver's barriers");
  return *coordinator;
}

}  // namespace

BarrierContext& BarrierContext::get() {
  TaskContext* task = TaskContext::get();
  if (task == nullptr) {
    throw Error(ErrorCode::kInvalidArgument,
                "BarrierContext::get() was called outside of a task; call it inside a function given to "
                "barrier().mapPartitions()");
  }
  if (current.taskId_ != task->taskAttemptId() || current.task_ != task) {
    current = BarrierContext();
    current.task_ = task;
    current.taskId_ = task->taskAttemptId();
  }
  return current;
}

void BarrierContext::barrier() { sync("barrier", {}); }

std::vector<std::string> BarrierContext::allGather(std::string message) {
  return sync("allGather", std::move(message));
}

std::vector<std::string> BarrierContext::sync(const char* method, std::string message) {
  const TaskIdentity& identity = task_->identity();
  BarrierRequest request{identity.stageId, identity.stageAttempt, identity.partition, epoch_,
                         method,           std::move(message)};
  auto messages = syncAndWait(coordinatorOf(*task_), *task_, std::move(request));
  ++epoch_;
  return messages;
}

int BarrierContext::partitionId() const { return task_->partitionId(); }

int BarrierContext::attemptNumber() const { return task_->identity().stageAttempt; }

std::vector<BarrierTaskInfo> BarrierContext::getTaskInfos() {
  std::vector<BarrierTaskInfo> infos;
  for (std::string& host : hostsAndWait(coordinatorOf(*task_), *task_)) infos.push_back({std::move(host)});
  return infos;
}

}  // namespace ferro
