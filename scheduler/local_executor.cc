#include "ferro/scheduler/local_executor.h"

#include <chrono>
#include <string>
#include <system_error>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/crash_report.h"
#include "ferro/scheduler/executor_end.h"
#include "ferro/scheduler/task_run.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

namespace {

// After this long without an answer from cancelled tasks, the user is told what the program waits for.
constexpr std::chrono::seconds kPatience{5};

int numSlots(int cores, int taskCpus) {
  if (cores >= taskCpus) return cores / taskCpus;
  throw Error(ErrorCode::kInvalidConf, "ferro.task.cpus=" + std::to_string(taskCpus) + " is more than the " +
                                           std::to_string(cores) + " cores of the master; no task could ever run");
}

}  // namespace

LocalExecutor::LocalExecutor(ExecutorInfo info, int taskCpus, TaskScheduler& tasks, TaskOutcomeSink& sink,
                             ExecutorEnvironment& environment, std::unique_ptr<ByteBoundary> boundary)
    : info_(std::move(info)),
      tasks_(tasks),
      sink_(sink),
      environment_(environment),
      boundary_(std::move(boundary)),
      numSlots_(numSlots(info_.cores, taskCpus)),
      slots_(std::make_unique<Slot[]>(static_cast<size_t>(numSlots_))) {
  tasks_.addExecutor(*this);
  try {
    for (int thread = 0; thread < numSlots_; ++thread) threads_.emplace_back([this, thread] { runTasks(thread); });
  } catch (const std::system_error& error) {
    const size_t started = threads_.size();
    stop();
    throw Error(ErrorCode::kInvalidConf, "only " + std::to_string(started) + " of " + std::to_string(numSlots_) +
                                             " task threads could be started (" + error.code().message() +
                                             "); ask for fewer cores in ferro.master");
  }
}

LocalExecutor::~LocalExecutor() { stop(); }

// A thread that has gone on to another task meanwhile ignores it.
void LocalExecutor::kill(TaskId task) {
  for (int thread = 0; thread < numSlots_; ++thread) {
    Slot& slot = slots_[static_cast<size_t>(thread)];
    if (slot.running.load() == task.value) slot.killed.store(task.value);
  }
}

void LocalExecutor::forget(const TaskSet& set) {
  if (boundary_ != nullptr) boundary_->forget(set);
}

void LocalExecutor::removeShuffle(int shuffleId) { environment_.shuffles().removeShuffle(shuffleId); }

void LocalExecutor::removeMapOutput(int shuffleId, int mapId) {
  environment_.shuffles().removeMapOutput(shuffleId, mapId);
}

void LocalExecutor::stop() {
  tasks_.stop();
  std::lock_guard lock(stopMutex_);
  if (threads_.empty()) return;
  if (!tasks_.waitUntilIdle(kPatience)) {
    logWarn("waiting for " + std::to_string(tasks_.numRunning()) +
            " running tasks to end; a long function can end early by calling TaskContext::throwIfCancelled()");
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  tasks_.removeExecutor(*this, std::string(kApplicationEnded));
}

void LocalExecutor::runTasks(int thread) {
  nameThisThread("ferro-task-" + std::to_string(thread));
  useSignalStack();
  Slot& slot = slots_[static_cast<size_t>(thread)];
  while (auto task = tasks_.takeTask(info_)) {
    slot.running.store(task->id.value);
    TaskOutcome outcome = run(std::move(*task), slot);
    contain("reporting a task", [&] {
      tasks_.taskEnded(outcome.task, !outcome.failure);
      sink_.taskEnded(std::move(outcome));
    });
  }
}

TaskOutcome LocalExecutor::run(LaunchedTask task, Slot& slot) {
  TaskOutcome outcome;
  outcome.task = std::move(task);
  outcome.executorId = info_.id;
  const TaskSet& set = *outcome.task.set;
  try {
    TaskContext context(outcome.task.identity(), environment_, set.cancelled(), &slot.killed);
    runTask(
        context,
        [&](TaskMetrics& metrics) { return boundary_ != nullptr ? boundary_->bodyOf(set, metrics) : set.spec().body; },
        outcome);
  } catch (...) {
    failWithCurrentException(outcome);
  }
  if (boundary_ == nullptr) return outcome;
  try {
    if (!outcome.failure) boundary_->passBack(outcome);
  } catch (...) {
    failWithCurrentException(outcome);
  }
  // A body decoded after the set was forgotten would stay forever.
  if (set.closed()) boundary_->forget(set);
  return outcome;
}

}  // namespace ferro
