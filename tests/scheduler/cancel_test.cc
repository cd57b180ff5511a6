// Jobs that are ended from outside, and what is left of them: nothing.
#include <atomic>
#include <thread>

#include "gate.h"
#include "test_cluster.h"

using namespace ferro;

namespace {

FakeBody::Function endless(Counter& started) {
  return [&started](TaskContext& context) -> int64_t {
    started.arrive();
    runUntilCancelled(context);
    return 0;
  };
}

}  // namespace

TEST_CASE("a cancelled job ends at once, its running tasks stop and its waiting tasks never start") {
  TestCluster cluster;
  Counter started;
  std::vector<int64_t> results;
  auto job = cluster.submit(source(100), endless(started), results);
  started.waitFor(2);
  CHECK(!job.waitFor(std::chrono::milliseconds(1)));
  job.cancel();
  auto error = failureOf(job);
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kCancelled);
  CHECK(std::string(error->what()) == "job 0 was cancelled: by request");
  cluster.assertIdle();
  CHECK(started.count() == 2);
  CHECK(results == std::vector<int64_t>(100, -1));
}

TEST_CASE("cancelling a group ends its jobs and no others") {
  TestCluster cluster({}, 4);
  Counter started;
  Gate gate;
  std::vector<int64_t> first, second, third;
  auto submit = [&](std::string group, FakeBody::Function function, std::vector<int64_t>& results) {
    JobSpec job = cluster.spec(source(1), std::move(function), results);
    job.properties.group = std::move(group);
    return cluster.runtime.dag().submit(std::move(job));
  };
  auto doomed = submit("etl", endless(started), first);
  auto alsoDoomed = submit("etl", endless(started), second);
  auto other = submit(
      "report",
      [&](TaskContext&) -> int64_t {
        gate.pass();
        return 5;
      },
      third);
  started.waitFor(2);
  cluster.runtime.dag().cancelJobGroup("etl");
  CHECK(std::string(failureOf(doomed)->what()) == "job 0 was cancelled: with its group etl");
  CHECK(failureOf(alsoDoomed)->code() == ErrorCode::kCancelled);
  gate.open();
  CHECK(!failureOf(other));
  CHECK(third == std::vector<int64_t>{5});
  cluster.assertIdle();
}

TEST_CASE("a stage that another job needs goes on when one of its jobs is cancelled") {
  TestCluster cluster;
  Counter started;
  Gate gate;
  auto shuffle = shuffleOf(source(2), [&](TaskContext& context) {
    started.arrive();
    gate.pass();
    context.throwIfCancelled();
  });
  std::vector<int64_t> first, second;
  auto partition = [](TaskContext& context) -> int64_t { return context.partitionId(); };
  auto cancelled = cluster.submit(reading({shuffle}, 2), partition, first);
  started.waitFor(2);
  auto other = cluster.submit(reading({shuffle}, 2), partition, second);
  cancelled.cancel();
  CHECK(failureOf(cancelled)->code() == ErrorCode::kCancelled);
  gate.open();
  CHECK(!failureOf(other));
  CHECK(second == std::vector<int64_t>{0, 1});
  CHECK(started.count() == 2);
  cluster.assertIdle();
}

TEST_CASE("all jobs can be cancelled at once") {
  TestCluster cluster;
  Counter started;
  std::vector<int64_t> first, second;
  auto one = cluster.submit(source(5), endless(started), first);
  auto two = cluster.submit(source(5), endless(started), second);
  started.waitFor(1);
  cluster.runtime.dag().cancelAllJobs();
  CHECK(failureOf(one)->code() == ErrorCode::kCancelled);
  CHECK(failureOf(two)->code() == ErrorCode::kCancelled);
  cluster.assertIdle();
}

TEST_CASE("stopping while tasks run cancels their jobs, and jobs submitted later end at once") {
  TestCluster cluster;
  Counter started;
  std::vector<int64_t> results, late;
  auto job = cluster.submit(source(10), endless(started), results);
  started.waitFor(2);
  cluster.runtime.stop();
  CHECK(std::string(failureOf(job)->what()) == "job 0 was cancelled: the session stopped");
  auto afterwards = cluster.submit(source(1), endless(started), late);
  CHECK(failureOf(afterwards)->code() == ErrorCode::kCancelled);
  job.cancel();
  CHECK(cluster.runtime.tasks().numTaskSets() == 0);
}

TEST_CASE("a failure in the middle of many tasks leaves nothing behind") {
  TestCluster cluster({}, 4);
  std::vector<int64_t> results;
  auto node = reading({shuffleOf(source(200))}, 500);
  auto job = cluster.submit(
      node,
      [](TaskContext& context) -> int64_t {
        if (context.partitionId() == 250) throw std::runtime_error("in the middle");
        return 0;
      },
      results);
  CHECK_THAT(failureOf(job)->what(),
             Catch::Contains("(partition 250), attempt 1 of 1: std::runtime_error: in the middle"));
  std::weak_ptr<FakeNode> lineage = node;
  node.reset();
  cluster.assertIdle();
  cluster.runtime.stop();
  CHECK(lineage.expired());
}

TEST_CASE("what the receiver of results throws fails the job") {
  TestCluster cluster;
  std::vector<int64_t> results;
  JobSpec spec = cluster.spec(source(50), [](TaskContext&) { return int64_t{1}; }, results);
  int calls = 0;
  spec.onResult = [&](int, std::unique_ptr<TaskValue>) {
    if (++calls == 3) throw Error(ErrorCode::kOutOfMemory, "results do not fit");
  };
  auto error = failureOf(cluster.runtime.dag().submit(std::move(spec)));
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kOutOfMemory);
  CHECK(calls == 3);
  cluster.assertIdle();
}

TEST_CASE("an action inside a task is refused instead of waiting for itself") {
  TestCluster cluster({}, 1);
  std::vector<int64_t> results;
  auto job = cluster.submit(source(1), [&](TaskContext&) -> int64_t { return cluster.run(source(1)).at(0); }, results);
  auto error = failureOf(job);
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kInvalidArgument);
  CHECK_THAT(error->what(), Catch::Contains("an action was called inside a task"));
}

TEST_CASE("anything a task throws becomes the job's error") {
  TestCluster cluster;
  auto errorOf = [&](FakeBody::Function function) {
    std::vector<int64_t> results;
    return *failureOf(cluster.submit(source(1), std::move(function), results));
  };
  CHECK(errorOf([](TaskContext&) -> int64_t { throw 42; }).code() == ErrorCode::kUserFunction);
  CHECK(errorOf([](TaskContext&) -> int64_t { throw std::bad_alloc(); }).code() == ErrorCode::kOutOfMemory);
  CHECK(errorOf([](TaskContext&) -> int64_t { throw Error(ErrorCode::kDiskFull, "no space in /scratch"); }).code() ==
        ErrorCode::kDiskFull);
  cluster.assertIdle();
}
