#include "ferro/scheduler/cluster/task_runner.h"

#include <chrono>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/scheduler/crash_report.h"
#include "ferro/scheduler/task_run.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {
namespace {

DecodedBodies::Key keyOf(const cluster::TaskSetName& set) { return {StageId{set.stage}, set.attempt}; }

}  // namespace

TaskRunner::TaskRunner(int slots, const TaskBodyCodec& codec, ExecutorEnvironment& environment, OnEnded onEnded)
    : environment_(environment), onEnded_(std::move(onEnded)), bodies_(codec, environment), threadsLeft_(slots) {
  for (int thread = 0; thread < slots; ++thread) threads_.emplace_back([this, thread] { runTasks(thread); });
}

TaskRunner::~TaskRunner() {
  stop(std::chrono::milliseconds(0));
  for (std::thread& thread : threads_) thread.join();
}

void TaskRunner::addBody(const cluster::TaskBodyPiece& piece, std::string_view bytes) {
  std::lock_guard lock(mutex_);
  auto& body = bytes_[piece.set];
  if (piece.offset == 0) {
    body = std::make_shared<std::string>();
    body->reserve(static_cast<size_t>(piece.bodyBytes));
  }
  if (body == nullptr || static_cast<int64_t>(body->size()) != piece.offset) {
    bytes_.erase(piece.set);
    throw Error(ErrorCode::kMalformedData, "a piece of a task's body came out of order");
  }
  body->append(bytes);
}

void TaskRunner::launch(const cluster::LaunchTask& launch) {
  auto task = std::make_shared<RunningTask>();
  task->launch = launch;
  std::lock_guard lock(mutex_);
  tasks_[launch.identity.taskId] = task;
  waiting_.push_back(std::move(task));
  work_.notify_one();
}

void TaskRunner::cancel(const cluster::TaskSetName& set) {
  std::lock_guard lock(mutex_);
  for (const auto& [id, task] : tasks_) {
    if (task->launch.set == set) task->cancelled = true;
  }
}

void TaskRunner::kill(int64_t taskId) {
  std::lock_guard lock(mutex_);
  const auto task = tasks_.find(taskId);
  if (task != tasks_.end()) task->second->cancelled = true;
}

void TaskRunner::forget(const cluster::TaskSetName& set) {
  {
    std::lock_guard lock(mutex_);
    bytes_.erase(set);
  }
  bodies_.forget(keyOf(set));
}

bool TaskRunner::stop(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  for (const auto& [id, task] : tasks_) task->cancelled = true;
  work_.notify_all();
  return left_.wait_for(lock, limit, [&] { return threadsLeft_ == 0; });
}

void TaskRunner::runTasks(int thread) {
  nameThisThread("ferro-task-" + std::to_string(thread));
  useSignalStack();
  while (RunningTaskPtr task = take()) {
    TaskOutcome outcome = run(*task);
    {
      std::lock_guard lock(mutex_);
      tasks_.erase(task->launch.identity.taskId);
    }
    contain("reporting a task", [&] { onEnded_(task->launch.identity.taskId, std::move(outcome)); });
  }
  std::lock_guard lock(mutex_);
  --threadsLeft_;
  left_.notify_all();
}

TaskRunner::RunningTaskPtr TaskRunner::take() {
  std::unique_lock lock(mutex_);
  work_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
  if (stopping_) return nullptr;
  RunningTaskPtr task = std::move(waiting_.front());
  waiting_.pop_front();
  return task;
}

TaskOutcome TaskRunner::run(const RunningTask& task) {
  TaskOutcome outcome;
  const auto decodedBody = [&](TaskMetrics& metrics) {
    const auto bytes = bytesOf(task.launch.set);
    static const std::string kDecodedBefore;
    auto body = bodies_.get(keyOf(task.launch.set), bytes == nullptr ? kDecodedBefore : *bytes, metrics);
    dropBytes(task.launch.set);
    return body;
  };
  try {
    TaskContext context(task.launch.identity, environment_, task.cancelled);
    runTask(context, decodedBody, outcome);
  } catch (...) {
    failWithCurrentException(outcome);
  }
  return outcome;
}

std::shared_ptr<const std::string> TaskRunner::bytesOf(const cluster::TaskSetName& set) {
  std::lock_guard lock(mutex_);
  const auto found = bytes_.find(set);
  if (found == bytes_.end()) throw Error(ErrorCode::kCancelled, "the task's stage was ended before the task began");
  return found->second;
}

// They are as large as what they hold, and nobody decodes them again.
void TaskRunner::dropBytes(const cluster::TaskSetName& set) {
  std::shared_ptr<std::string> dropped;
  std::lock_guard lock(mutex_);
  const auto found = bytes_.find(set);
  if (found != bytes_.end()) dropped = std::exchange(found->second, nullptr);
}

}  // namespace ferro
