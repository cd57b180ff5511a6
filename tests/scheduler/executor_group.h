// Several executors with threads on one scheduler, for tests of what differs from a single one.
#pragma once

#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "ferro/scheduler/dag_scheduler.h"
#include "ferro/scheduler/local_executor.h"
#include "test_cluster.h"

namespace ferro {

struct GroupParts {
  const PreferredPlaces* places = nullptr;
  DriverBarriers* barriers = nullptr;
};

class ExecutorGroup {
 public:
  ExecutorGroup(const SchedulerOptions& options, const std::vector<ExecutorInfo>& infos, GroupParts parts = {})
      : environment(Conf(), 64 << 20, nullptr),
        cache(environment.blocks()),
        tasks(options, bus),
        dag(options, {.tasks = tasks,
                      .outputs = outputs,
                      .accumulators = accumulators,
                      .cache = cache,
                      .bus = bus,
                      .codec = nullptr,
                      .onJobsEnded = nullptr,
                      .barriers = parts.barriers,
                      .places = parts.places}) {
    for (const ExecutorInfo& info : infos) {
      executors.push_back(std::make_unique<LocalExecutor>(info, options.taskCpus, tasks, dag, environment, nullptr));
    }
  }
  ~ExecutorGroup() {
    dag.cancelAllJobs();
    stop();
  }
  // After it everything that tasks reported is dealt with.
  void stop() {
    for (auto& executor : executors) executor->stop();
    dag.stop();
  }

  // onResult keeps what arrives in `results`, which outlives the job.
  JobHandle submit(std::shared_ptr<const LineageNode> node, FakeBody::Function function,
                   std::vector<int64_t>& results) {
    JobSpec job;
    job.partitions.resize(static_cast<size_t>(node->numPartitions()));
    std::iota(job.partitions.begin(), job.partitions.end(), 0);
    results.assign(job.partitions.size(), -1);
    job.node = std::move(node);
    job.body = std::make_shared<FakeBody>(std::move(function));
    job.onResult = [&results](int index, std::unique_ptr<TaskValue> value) {
      results.at(static_cast<size_t>(index)) = static_cast<IntValue&>(*value).value;
    };
    return dag.submit(std::move(job));
  }
  std::vector<int64_t> run(std::shared_ptr<const LineageNode> node, FakeBody::Function function) {
    std::vector<int64_t> results;
    auto job = submit(std::move(node), std::move(function), results);
    if (!job.waitFor(kLimit)) throw std::runtime_error("a job hangs");
    return results;
  }
  std::vector<int64_t> run(std::shared_ptr<const LineageNode> node) {
    return run(std::move(node), [](TaskContext& context) { return context.partitionId(); });
  }
  void assertIdle() { REQUIRE_NOTHROW(dag.assertIdle(kLimit)); }

  ListenerBus bus;
  MapOutputTracker outputs;
  AccumulatorRegistry accumulators;
  ExecutorEnvironment environment;
  LocalCachedPartitions cache;
  TaskScheduler tasks;
  DagScheduler dag;
  std::vector<std::unique_ptr<LocalExecutor>> executors;
};

}  // namespace ferro
