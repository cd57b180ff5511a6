// Everything that runs jobs inside one process, put together and taken apart in the right order: task scheduler, DAG
// scheduler, executor threads and progress bar. Owned by the session; any thread may call it.
#pragma once

#include <memory>

#include "ferro/scheduler/accumulator.h"
#include "ferro/scheduler/cached_partitions.h"
#include "ferro/scheduler/console_progress.h"
#include "ferro/scheduler/dag_scheduler.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/listener_bus.h"
#include "ferro/scheduler/local_executor.h"
#include "ferro/scheduler/scheduler_options.h"
#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

class LocalRuntime {
 public:
  // What the runtime is given outlives it. The codec is needed only with options.serialize.
  LocalRuntime(const SchedulerOptions& options, int cores, ExecutorEnvironment& environment, MapOutputTracker& outputs,
               AccumulatorRegistry& accumulators, ListenerBus& bus, const TaskBodyCodec* codec);
  ~LocalRuntime();

  DagScheduler& dag() { return dag_; }
  TaskScheduler& tasks() { return tasks_; }

  // Cancels all jobs, waits for their running tasks to notice, ends all threads.
  void stop();

 private:
  SystemClock clock_;
  LocalCachedPartitions cache_;
  TaskScheduler tasks_;
  std::unique_ptr<ConsoleProgress> progress_;
  DagScheduler dag_;
  LocalExecutor executor_;
};

}  // namespace ferro
