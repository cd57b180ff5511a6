// What only executor processes can show: meeting at barriers, copies of slow tasks, tasks near their data, a number of
// executors that follows the work, and connections that are encrypted.
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ferro/engine/barrier_context.h"
#include "scheduler/recording_listener.h"
#include "session_grid.h"

namespace ferro::test {
namespace {

std::shared_ptr<RecordingListener> listenTo(const Session& session) {
  auto listener = std::make_shared<RecordingListener>();
  session.addListener(listener);
  return listener;
}

template <class Kind>
size_t countOf(const RecordingListener& listener) {
  return listener.all<Kind>().size();
}

}  // namespace

TEST_CASE("tasks of a barrier stage meet across processes and see each other's messages") {
  forEachClusterSession([](Session& session) {
    auto met = session.range(0, 2, 1, 2).barrier().mapPartitions([](Rows<int64_t>& rows) {
      BarrierContext& context = BarrierContext::get();
      const int64_t own = *rows.next();
      auto all = context.allGather("task " + std::to_string(own));
      context.barrier();
      return all;
    });
    CHECK(met.collect() == std::vector<std::string>{"task 0", "task 1", "task 0", "task 1"});
  });
}

TEST_CASE("jobs are the same over encrypted connections") {
  withSession(clusterConf(2, Conf().set("ferro.ssl.rpc.enabled", true)), [](Session& session) {
    auto sums = session.range(0, 10'000, 1, 8)
                    .map([](int64_t x) { return std::pair(x % 100, x); })
                    .reduceByKey([](int64_t a, int64_t b) { return a + b; }, 8);
    CHECK(sums.count() == 100);
    CHECK(sums.values().sum() == 49'995'000);
  });
}

TEST_CASE("a result larger than a message comes whole through the executor's blocks") {
  forEachClusterSession([](Session& session) {
    auto texts =
        session.range(0, 3, 1, 3).map([](int64_t x) { return std::string(4 << 20, static_cast<char>('a' + x)); });
    const auto collected = texts.collect();
    REQUIRE(collected.size() == 3);
    for (size_t i = 0; i < 3; ++i) CHECK(collected[i] == std::string(4 << 20, static_cast<char>('a' + i)));
  });
}

TEST_CASE("tasks that read a cached Rdd run where its blocks are") {
  withSession(clusterConf(3), [](Session& session) {
    auto cached = session.range(0, 600, 1, 6).map([](int64_t x) { return x * 2; }).cache();
    CHECK(cached.count() == 600);
    auto listener = listenTo(session);
    CHECK(cached.sum() == 600 * 599);
    CHECK(becomesTrue([&] { return countOf<TaskEnd>(*listener) >= 6; }));
    for (const TaskStart& start : listener->all<TaskStart>()) CHECK(start.task.locality == Locality::PROCESS_LOCAL);
  });
}

TEST_CASE("a copy of a task that is much slower than the others is what counts in the end") {
  Conf conf;
  conf.set("ferro.speculation", true)
      .set("ferro.speculation.quantile", 0.5)
      .set("ferro.speculation.minTaskRuntime", "20ms")
      .set("ferro.speculation.interval", "10ms");
  withSession(clusterConf(2, conf), [](Session& session) {
    Accumulator<int64_t> counted = session.longAccumulator();
    auto rows = session.range(0, 8, 1, 8)
                    .map(
                        [](int64_t x, const Accumulator<int64_t>& count) {
                          TaskContext& task = *TaskContext::get();
                          while (x == 0 && task.attemptNumber() == 0) task.throwIfCancelled();
                          count.add(1);
                          return x;
                        },
                        counted);
    CHECK(rows.sum() == 28);
    CHECK(counted.value() == 8);
  });
}

TEST_CASE("executors come when tasks wait and go when there is nothing to do") {
  Conf conf;
  conf.set("ferro.dynamicAllocation.enabled", true)
      .set("ferro.dynamicAllocation.minExecutors", 0)
      .set("ferro.dynamicAllocation.schedulerBacklogTimeout", "20ms")
      .set("ferro.dynamicAllocation.executorIdleTimeout", "300ms");
  withSession(clusterConf(3, conf), [](Session& session) {
    auto listener = listenTo(session);
    for (int round = 0; round < 2; ++round) {
      // Each task waits until it has a neighbour, so that one executor is not enough.
      auto met = session.range(0, 2, 1, 2).barrier().mapPartitions([](Rows<int64_t>& rows) {
        BarrierContext::get().barrier();
        return std::vector<int64_t>{*rows.next()};
      });
      CHECK(met.sum() == 1);
      const auto came = [&] { return countOf<ExecutorAdded>(*listener) >= static_cast<size_t>(2 * (round + 1)); };
      const auto gone = [&] { return countOf<ExecutorRemoved>(*listener) == countOf<ExecutorAdded>(*listener); };
      CHECK(becomesTrue(came));
      CHECK(becomesTrue(gone));
    }
  });
}

}  // namespace ferro::test
