#include "ferro/scheduler/dag_scheduler.h"

#include <atomic>
#include <map>
#include <thread>

#include "test_cluster.h"

using namespace ferro;

TEST_CASE("a job gives one result for each partition") {
  TestCluster cluster;
  CHECK(cluster.run(source(5)) == std::vector<int64_t>{0, 1, 2, 3, 4});
  cluster.assertIdle();
}

TEST_CASE("a job may ask for some partitions only, in any order") {
  TestCluster cluster;
  std::vector<int64_t> results;
  JobSpec job = cluster.spec(source(9), [](TaskContext& context) { return context.partitionId(); }, results);
  job.partitions = {7, 2};
  results.assign(2, -1);
  cluster.runtime.dag().submit(std::move(job)).wait();
  CHECK(results == std::vector<int64_t>{7, 2});
}

TEST_CASE("a job without partitions ends at once") {
  TestCluster cluster;
  CHECK(cluster.run(source(0)).empty());
  CHECK(cluster.run(reading({shuffleOf(source(0))}, 3)) == std::vector<int64_t>{0, 1, 2});
  cluster.assertIdle();
}

TEST_CASE("a stage runs after all maps that it reads") {
  TestCluster cluster;
  std::atomic<int> maps{0};
  auto shuffle = shuffleOf(source(20), [&](TaskContext&) { ++maps; });
  auto seen = cluster.run(reading({shuffle}, 4), [&](TaskContext&) { return maps.load(); });
  CHECK(seen == std::vector<int64_t>(4, 20));
  cluster.assertIdle();
}

TEST_CASE("a diamond runs its shared stage once") {
  TestCluster cluster;
  std::atomic<int> top{0}, left{0}, right{0};
  auto shared = reading({shuffleOf(source(3), [&](TaskContext&) { ++top; })}, 2);
  auto leftSide = reading({shuffleOf(narrow({shared}), [&](TaskContext&) { ++left; })}, 2);
  auto rightSide = reading({shuffleOf(narrow({shared}), [&](TaskContext&) { ++right; })}, 2);
  cluster.run(narrow({leftSide, rightSide}));
  CHECK(top == 3);
  CHECK(left == 2);
  CHECK(right == 2);
  cluster.assertIdle();
}

TEST_CASE("a stage whose outputs exist is skipped") {
  TestCluster cluster;
  std::atomic<int> maps{0};
  auto reduced = reading({shuffleOf(source(3), [&](TaskContext&) { ++maps; })}, 2);
  cluster.run(reduced);
  cluster.run(reduced);
  cluster.run(narrow({reduced}));
  CHECK(maps == 3);
  cluster.assertIdle();
}

TEST_CASE("a failing task is tried again and counts its attempts") {
  TestCluster cluster(TestCluster::retrying(3));
  auto attempts = cluster.run(source(4), [](TaskContext& context) -> int64_t {
    if (context.partitionId() == 2 && context.attemptNumber() < 2) throw std::runtime_error("not yet");
    return context.attemptNumber();
  });
  CHECK(attempts == std::vector<int64_t>{0, 0, 2, 0});
  cluster.assertIdle();
}

TEST_CASE("a job whose task fails too often fails with one line that says what, where and how often") {
  TestCluster cluster(TestCluster::retrying(4));
  std::vector<int64_t> results;
  auto node = source(20, "parallelize at main.cc:7");
  auto job = cluster.submit(
      node,
      [](TaskContext& context) -> int64_t {
        if (context.partitionId() == 17) throw std::runtime_error("division\nby zero");
        return 0;
      },
      results);
  auto error = failureOf(job);
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kUserFunction);
  CHECK_THAT(error->what(), Catch::StartsWith("job 0 failed: stage 0 (parallelize at main.cc:7), task ") &&
                                Catch::EndsWith(" (partition 17), attempt 4 of 4: std::runtime_error: division by zero "
                                                "[USER_FUNCTION]"));
  cluster.assertIdle();
}
