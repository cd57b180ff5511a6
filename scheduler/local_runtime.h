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
#include "ferro/scheduler/runtime.h"
#include "ferro/scheduler/scheduler_options.h"
#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

class LocalRuntime final : public Runtime {
 public:
  // What the runtime is given outlives it. The codec is needed only with options.serialize.
  LocalRuntime(const SchedulerOptions& options, int cores, ExecutorEnvironment& environment, MapOutputTracker& outputs,
               AccumulatorRegistry& accumulators, ListenerBus& bus, const TaskBodyCodec* codec);
  ~LocalRuntime() override;

  DagScheduler& dag() override { return dag_; }
  TaskScheduler& tasks() override { return tasks_; }
  void removeShuffle(int shuffleId) override { environment_.shuffles().removeShuffle(shuffleId); }
  void removeRdd(int rddId) override { environment_.blocks().removeRdd(rddId); }
  int64_t memoryInUse() override { return environment_.memory().used(); }
  void stop() override;

 private:
  ExecutorEnvironment& environment_;
  SystemClock clock_;
  LocalCachedPartitions cache_;
  DriverBarriers barriers_;
  TaskScheduler tasks_;
  std::unique_ptr<ConsoleProgress> progress_;
  DagScheduler dag_;
  LocalExecutor executor_;
};

}  // namespace ferro
