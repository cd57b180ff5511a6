// Barrier stages: all tasks start together or none, they meet, and they fail together.
#include <atomic>
#include <mutex>
#include <set>

#include "executor_group.h"
#include "fake_executors.h"
#include "ferro/scheduler/driver_barriers.h"
#include "gate.h"

using namespace ferro;
using namespace std::chrono_literals;

namespace {

TaskSetSpec gang(FakeExecutors& cluster, int stage, int numTasks) {
  TaskSetSpec spec = cluster.spec(stage, numTasks);
  spec.barrier = true;
  return spec;
}

FakeNodePtr barrierSource(int partitions) {
  auto node = source(partitions, "barrier");
  node->markBarrier();
  return node;
}

std::vector<std::string> meet(DriverBarriers& barriers, TaskContext& context, int64_t epoch, std::string message) {
  const TaskIdentity& identity = context.identity();
  return syncAndWait(barriers, context,
                     {identity.stageId, identity.stageAttempt, identity.partition, epoch, "allGather", message});
}

// Executors whose tasks can meet.
struct BarrierGroup {
  explicit BarrierGroup(SchedulerOptions options = {},
                        std::vector<ExecutorInfo> infos = {{"a", "north", 2}, {"b", "south", 2}})
      : barriers(options.barrierSyncLimit), group(options, infos, {.barriers = &barriers}) {}
  DriverBarriers barriers;
  ExecutorGroup group;
};

BarrierRequest request(int partition, int64_t epoch = 0, std::string message = "", std::string method = "barrier") {
  return {3, 1, partition, epoch, std::move(method), std::move(message)};
}

// Keeps what a task would be told.
struct Told {
  BarrierCoordinator::OnReply keep() {
    return [this](BarrierReply reply) {
      std::lock_guard lock(mutex);
      messages = reply.messages;
      error = reply.error ? reply.error->what() : "";
      ++count;
      arrived.arrive();
    };
  }
  std::mutex mutex;
  std::vector<std::string> messages;
  std::string error;
  int count = 0;
  Counter arrived;
};

}  // namespace

TEST_CASE("a barrier set starts when slots for all its tasks are free, and not before") {
  FakeExecutors cluster;
  cluster.add("a", "north", 2);
  cluster.add("b", "south", 1);
  cluster.submit(cluster.spec(0, 1));
  auto other = cluster.poll("a");
  REQUIRE(other);
  std::vector<std::string> hosts;
  cluster.scheduler.setGangListener([&](const TaskSet&, const std::vector<std::string>& found) { hosts = found; });
  cluster.submit(gang(cluster, 1, 3));
  CHECK(cluster.polled("a") == "nothing");
  CHECK(cluster.polled("b") == "nothing");
  cluster.end(*other);
  CHECK(cluster.polled("b") == "0 NO_PREF");
  CHECK(hosts.empty());
  CHECK(cluster.polled("a") == "1 NO_PREF");
  CHECK(cluster.polled("a") == "2 NO_PREF");
  CHECK(hosts == std::vector<std::string>{"south", "north", "north"});
}

TEST_CASE("slots that come free are held for a barrier set whose turn it is") {
  FakeExecutors cluster;
  cluster.add("a", "north", 2);
  cluster.submit(cluster.spec(0, 1));
  auto running = cluster.poll("a");
  cluster.submit(gang(cluster, 1, 2));
  cluster.submit(cluster.spec(2, 100));
  CHECK(cluster.polled("a") == "nothing");
  cluster.end(*running);
  for (int i = 0; i < 2; ++i) CHECK(cluster.poll("a")->set->spec().barrier);
}

TEST_CASE("once a barrier set has begun, no other set gets a slot before it is complete") {
  FakeExecutors cluster;
  cluster.add("a", "north", 2);
  cluster.add("b", "south", 2);
  auto later = cluster.submit(gang(cluster, 5, 3));
  int told = 0;
  cluster.scheduler.setWorkListener([&] { ++told; });
  CHECK(cluster.poll("a")->set == later);
  CHECK(told == 1);  // whoever was refused before should poll again
  cluster.submit(gang(cluster, 1, 2));
  cluster.submit(cluster.spec(0, 4));
  CHECK(cluster.poll("b")->set == later);
  CHECK(cluster.poll("a")->set == later);
  CHECK(cluster.poll("b")->set->spec().stage == StageId{0});
}

TEST_CASE("a barrier set with more tasks than slots lets others go first, and is reported after a while") {
  FakeExecutors cluster;
  std::vector<std::string> reasons;
  cluster.scheduler.setStuckListener([&](StuckTasks stuck) { reasons.push_back(stuck.why); });
  cluster.add("a", "north", 2);
  cluster.submit(gang(cluster, 0, 3));
  auto other = cluster.submit(cluster.spec(1, 1));
  CHECK(cluster.poll("a")->set == other);
  CHECK(cluster.untilWake() == 30'000ms);
  cluster.advance(30s);
  CHECK(cluster.polled("a") == "nothing");
  REQUIRE(reasons.size() == 1);
  CHECK_THAT(reasons[0], Catch::StartsWith("a barrier stage runs all its 3 tasks at once, but all executors together "
                                           "have only 2 slots"));
  CHECK(cluster.polled("a") == "nothing");
  CHECK(reasons.size() == 1);
}

TEST_CASE("a barrier set that waits for slots starts when another executor comes") {
  FakeExecutors cluster;
  cluster.add("a", "north", 2);
  cluster.submit(gang(cluster, 0, 3));
  CHECK(cluster.polled("a") == "nothing");
  cluster.add("b", "south", 1);
  for (const char* id : {"a", "b", "a"}) CHECK(cluster.polled(id) != "nothing");
}

TEST_CASE("a barrier set that cannot be completed because an executor went is to be tried again") {
  FakeExecutors cluster;
  std::vector<StuckTasks> reported;
  cluster.scheduler.setStuckListener([&](StuckTasks stuck) { reported.push_back(std::move(stuck)); });
  cluster.add("a", "north", 2);
  cluster.add("b", "south", 1);
  auto set = cluster.submit(gang(cluster, 0, 3));
  CHECK(cluster.polled("a") != "nothing");
  cluster.remove("b");
  REQUIRE(reported.size() == 1);
  CHECK(reported[0].mayTryAgain);
  cluster.scheduler.cancel(*set);
  cluster.submit(cluster.spec(1, 1));
  CHECK(cluster.polled("a") != "nothing");  // nothing holds the slots any more
}

TEST_CASE("tasks that meet get everybody's message in the order of partitions") {
  DriverBarriers barriers(1h);
  barriers.begin({3}, 1, 3);
  Told told[3];
  for (int partition : {2, 0, 1}) {
    barriers.sync(request(partition, 0, "from " + std::to_string(partition)), told[partition].keep());
  }
  for (Told& one : told) CHECK(one.messages == std::vector<std::string>{"from 0", "from 1", "from 2"});
  Told again;
  barriers.sync(request(0, 1), again.keep());
  CHECK(again.count == 0);
  barriers.end({3}, 1, "the test ends");
}

TEST_CASE("tasks that wait are told when the attempt ends, and latecomers too") {
  DriverBarriers barriers(1h);
  barriers.begin({3}, 1, 2);
  Told waiting, late, hosts;
  barriers.sync(request(0), waiting.keep());
  barriers.hosts(3, 1, hosts.keep());
  CHECK(hosts.count == 0);
  barriers.end({3}, 1, "task 1 failed");
  CHECK(waiting.error == "the attempt of the barrier stage ended: task 1 failed");
  CHECK(hosts.error == waiting.error);
  barriers.sync(request(1), late.keep());
  CHECK_THAT(late.error, Catch::Contains("stage 3 is not a running barrier stage"));
}

TEST_CASE("a task that ends without coming to the barrier breaks it for those who wait, before and after") {
  DriverBarriers barriers(1h);
  barriers.begin({3}, 1, 3);
  Told before, after;
  barriers.sync(request(0), before.keep());
  barriers.taskEnded({3}, 1, 2);
  barriers.sync(request(1), after.keep());
  CHECK_THAT(before.error, Catch::StartsWith("task 2 ended without barrier(), at which others wait"));
  CHECK(after.error == before.error);
  barriers.begin({3}, 2, 2);
  Told alone;
  barriers.taskEnded({3}, 2, 1);
  BarrierRequest other = request(0);
  other.stageAttempt = 2;
  barriers.sync(other, alone.keep());
  CHECK_THAT(alone.error, Catch::StartsWith("task 1 ended without barrier(), at which task 0 waits"));
}

TEST_CASE("tasks that call different things at the same barrier are told") {
  DriverBarriers barriers(1h);
  barriers.begin({3}, 1, 2);
  Told first, second;
  barriers.sync(request(0), first.keep());
  barriers.sync(request(1, 0, "", "allGather"), second.keep());
  CHECK(first.error == "task 1 called allGather() where others called barrier()");
  CHECK(second.error == first.error);
}

TEST_CASE("nobody waits at a barrier for longer than the limit") {
  DriverBarriers barriers(10ms);
  barriers.begin({3}, 1, 2);
  Told told;
  barriers.sync(request(0), told.keep());
  told.arrived.waitFor(1);
  CHECK(told.error == "only 1 of 2 tasks came to barrier() within 10 ms; see ferro.barrier.sync.timeout");
}

TEST_CASE("hosts are told once all tasks are launched") {
  DriverBarriers barriers(1h);
  barriers.begin({3}, 1, 2);
  Told early, late;
  barriers.hosts(3, 1, early.keep());
  CHECK(early.count == 0);
  barriers.launched({3}, 1, {"north", "south"});
  barriers.hosts(3, 1, late.keep());
  CHECK(early.messages == std::vector<std::string>{"north", "south"});
  CHECK(late.messages == early.messages);
}

TEST_CASE("all tasks of a barrier stage run at once and meet as often as they like") {
  BarrierGroup cluster;
  const auto results = cluster.group.run(barrierSource(4), [&](TaskContext& context) -> int64_t {
    std::string seen;
    for (int round = 0; round < 20; ++round) {
      seen.clear();
      for (auto& message : meet(cluster.barriers, context, round, std::to_string(context.partitionId() + round))) {
        seen += message + " ";
      }
    }
    return seen == "19 20 21 22 " ? 1 : 0;
  });
  CHECK(results == std::vector<int64_t>(4, 1));
  cluster.group.assertIdle();
}

TEST_CASE("two barrier jobs that do not fit together run one after the other") {
  BarrierGroup cluster;
  auto body = [&](TaskContext& context) -> int64_t {
    return static_cast<int64_t>(meet(cluster.barriers, context, 0, "").size());
  };
  for (int round = 0; round < 20; ++round) {
    std::vector<int64_t> first, second, third;
    auto one = cluster.group.submit(barrierSource(3), body, first);
    auto two = cluster.group.submit(barrierSource(3), body, second);
    auto plain = cluster.group.submit(source(10), [](TaskContext&) { return int64_t{1}; }, third);
    REQUIRE(one.waitFor(kLimit));
    REQUIRE(two.waitFor(kLimit));
    REQUIRE(plain.waitFor(kLimit));
    CHECK(first == std::vector<int64_t>(3, 3));
    CHECK(second == std::vector<int64_t>(3, 3));
  }
  cluster.group.assertIdle();
}

TEST_CASE("when one task of a barrier stage fails all run again, and results come from one attempt") {
  BarrierGroup cluster(TestCluster::retrying(3));
  std::atomic<int> runs{0};
  const auto results = cluster.group.run(barrierSource(3), [&](TaskContext& context) -> int64_t {
    ++runs;
    const int attempt = context.identity().stageAttempt;
    if (attempt < 2 && context.partitionId() == attempt) throw std::runtime_error("flaky");
    if (attempt == 2) meet(cluster.barriers, context, 0, "");
    return attempt;
  });
  CHECK(results == std::vector<int64_t>(3, 2));
  CHECK(runs <= 9);
  cluster.group.assertIdle();
}

TEST_CASE("tasks that wait at the barrier are woken when another fails, and the job ends with its cause") {
  BarrierGroup cluster(TestCluster::retrying(2));
  std::vector<int64_t> results;
  auto job = cluster.group.submit(
      barrierSource(3),
      [&](TaskContext& context) -> int64_t {
        if (context.partitionId() == 1) throw std::runtime_error("out of luck");
        meet(cluster.barriers, context, 0, "");
        return 0;
      },
      results);
  const auto error = failureOf(job);
  REQUIRE(error);
  CHECK_THAT(error->what(), Catch::Contains("out of luck"));
  cluster.group.assertIdle();
}

TEST_CASE("a barrier map stage that fails half way writes all its outputs anew") {
  BarrierGroup cluster(TestCluster::retrying(2));
  std::atomic<int> maps{0};
  auto shuffle = shuffleOf(barrierSource(3), [&](TaskContext& context) {
    ++maps;
    if (context.identity().stageAttempt == 0 && context.partitionId() == 0) throw std::runtime_error("flaky");
  });
  CHECK(cluster.group.run(reading({shuffle}, 2)) == std::vector<int64_t>{0, 1});
  CHECK(maps >= 4);
  for (int map = 0; map < 3; ++map) {
    CHECK(cluster.group.outputs.mapStatus(shuffle->shuffleId(), map).has_value());
  }
  cluster.group.assertIdle();
}

TEST_CASE("a task that never comes to the barrier while others wait fails the job, which does not hang") {
  BarrierGroup cluster;
  std::vector<int64_t> results;
  auto job = cluster.group.submit(
      barrierSource(3),
      [&](TaskContext& context) -> int64_t {
        if (context.partitionId() != 2) meet(cluster.barriers, context, 0, "");
        return 0;
      },
      results);
  const auto error = failureOf(job);
  REQUIRE(error);
  CHECK_THAT(error->what(), Catch::Contains("task 2 ended without allGather()"));
  cluster.group.assertIdle();
}

TEST_CASE("a barrier job with too many tasks fails with the number of slots") {
  SchedulerOptions options;
  options.barrierSlotWait = 20ms;
  BarrierGroup cluster(options);
  std::vector<int64_t> results;
  auto job = cluster.group.submit(barrierSource(5), [](TaskContext&) { return int64_t{0}; }, results);
  const auto error = failureOf(job);
  REQUIRE(error);
  CHECK_THAT(error->what(), Catch::Contains("all its 5 tasks at once, but all executors together have only 4 slots"));
  cluster.group.assertIdle();
}

TEST_CASE("a job over some partitions of a barrier step is refused") {
  BarrierGroup cluster;
  std::vector<int64_t> results(1);
  JobSpec job;
  job.node = barrierSource(3);
  job.partitions = {0};
  job.body = std::make_shared<FakeBody>([](TaskContext&) { return int64_t{0}; });
  job.onResult = [](int, std::unique_ptr<TaskValue>) {};
  const auto error = failureOf(cluster.group.dag.submit(std::move(job)));
  REQUIRE(error);
  CHECK(error->code() == ErrorCode::kInvalidArgument);
  CHECK_THAT(error->what(), Catch::Contains("ask for all partitions (collect, not take or first)"));
  cluster.group.assertIdle();
}

TEST_CASE("a cancelled barrier job leaves nobody waiting") {
  BarrierGroup cluster;
  Counter waiting;
  std::vector<int64_t> results;
  auto job = cluster.group.submit(
      barrierSource(2),
      [&](TaskContext& context) -> int64_t {
        waiting.arrive();
        if (context.partitionId() == 0) meet(cluster.barriers, context, 0, "");
        runUntilCancelled(context);
        return 0;
      },
      results);
  waiting.waitFor(2);
  job.cancel();
  CHECK(failureOf(job)->code() == ErrorCode::kCancelled);
  cluster.group.assertIdle();
}
