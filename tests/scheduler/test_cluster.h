// A whole local runtime for tests, and the shortest way to run a job on it. Nothing may be left when a test ends.
#pragma once

#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "fake_lineage.h"
#include "ferro/common/temp_dir.h"
#include "ferro/scheduler/local_runtime.h"
#include "ferro_test.h"

namespace ferro {

constexpr std::chrono::seconds kLimit{30};

class TestCluster {
 public:
  explicit TestCluster(const SchedulerOptions& options = {}, int cores = 2, const TaskBodyCodec* codec = nullptr)
      : environment(Conf(), 64 << 20, nullptr),
        runtime(options, cores, environment, outputs, accumulators, bus, codec) {}
  ~TestCluster() { runtime.stop(); }

  static SchedulerOptions retrying(int maxFailures) {
    SchedulerOptions options;
    options.maxFailures = maxFailures;
    return options;
  }

  JobSpec spec(std::shared_ptr<const LineageNode> node, FakeBody::Function function, std::vector<int64_t>& results) {
    JobSpec job;
    job.partitions.resize(static_cast<size_t>(node->numPartitions()));
    std::iota(job.partitions.begin(), job.partitions.end(), 0);
    results.assign(job.partitions.size(), -1);
    job.node = std::move(node);
    job.body = std::make_shared<FakeBody>(std::move(function));
    job.onResult = [&results](int index, std::unique_ptr<TaskValue> value) {
      results.at(static_cast<size_t>(index)) = static_cast<IntValue&>(*value).value;
    };
    return job;
  }

  JobHandle submit(std::shared_ptr<const LineageNode> node, FakeBody::Function function,
                   std::vector<int64_t>& results) {
    return runtime.dag().submit(spec(std::move(node), std::move(function), results));
  }

  // Runs a job over all partitions and gives its results.
  std::vector<int64_t> run(std::shared_ptr<const LineageNode> node, FakeBody::Function function) {
    std::vector<int64_t> results;
    auto job = submit(std::move(node), std::move(function), results);
    if (!job.waitFor(kLimit)) throw std::runtime_error("a job hangs");
    return results;
  }
  std::vector<int64_t> run(std::shared_ptr<const LineageNode> node) {
    return run(std::move(node), [](TaskContext& context) { return context.partitionId(); });
  }

  void assertIdle() { REQUIRE_NOTHROW(runtime.dag().assertIdle(kLimit)); }

  ListenerBus bus;
  MapOutputTracker outputs;
  AccumulatorRegistry accumulators;
  ExecutorEnvironment environment;
  LocalRuntime runtime;
};

// The error that a job ends with.
inline std::optional<Error> failureOf(const JobHandle& job) {
  try {
    if (!job.waitFor(kLimit)) throw std::runtime_error("a job hangs");
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace ferro
