// The executor inside the driver's process: threads that take tasks from the TaskScheduler, run them and report. Owned
// by the session, which stops it before the schedulers go; any thread may call it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ferro/scheduler/byte_boundary.h"
#include "ferro/scheduler/executor.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

class LocalExecutor final : public Executor {
 public:
  // Runs info.cores / taskCpus tasks at once. With a boundary, everything crosses it as bytes.
  LocalExecutor(ExecutorInfo info, int taskCpus, TaskScheduler& tasks, TaskOutcomeSink& sink,
                ExecutorEnvironment& environment, std::unique_ptr<ByteBoundary> boundary);
  ~LocalExecutor() override;
  LocalExecutor(const LocalExecutor&) = delete;
  LocalExecutor& operator=(const LocalExecutor&) = delete;

  const ExecutorInfo& info() const override { return info_; }
  void cancel(const TaskSet&) override {}  // its tasks see the set's own flag
  void kill(TaskId task) override;
  void forget(const TaskSet& set) override;
  void removeShuffle(int shuffleId) override;
  void removeMapOutput(int shuffleId, int mapId) override;

  // Stops the TaskScheduler, waits for the running tasks, which should have been cancelled, and ends the threads.
  void stop();

 private:
  // What a thread runs, and the last task that it should stop; both ids of tasks.
  struct Slot {
    std::atomic<int64_t> running{-1};
    std::atomic<int64_t> killed{-1};
  };

  void runTasks(int thread);
  TaskOutcome run(LaunchedTask task, Slot& slot);

  const ExecutorInfo info_;
  TaskScheduler& tasks_;
  TaskOutcomeSink& sink_;
  ExecutorEnvironment& environment_;
  const std::unique_ptr<ByteBoundary> boundary_;
  const int numSlots_;
  const std::unique_ptr<Slot[]> slots_;

  std::mutex stopMutex_;
  std::vector<std::thread> threads_;
};

}  // namespace ferro
