// A task that failed is tried elsewhere, and executors on which much fails get no more work.
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "executor_group.h"
#include "fake_executors.h"
#include "recording_listener.h"

using namespace ferro;
using namespace std::chrono_literals;

namespace {

SchedulerOptions excluding() {
  SchedulerOptions options;
  options.exclusion.enabled = true;
  return options;
}

struct StuckSets {
  explicit StuckSets(TaskScheduler& scheduler) {
    scheduler.setStuckListener([this](const StuckTasks& stuck) { reasons.push_back(stuck.why); });
  }
  std::vector<std::string> reasons;
};

void fail(FakeExecutors& cluster, const LaunchedTask& task) {
  cluster.end(task, false);
  cluster.scheduler.retry(task);
}

}  // namespace

TEST_CASE("a task that failed goes to another executor, if one has a slot soon") {
  FakeExecutors cluster;
  cluster.add("a");
  cluster.add("b");
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  CHECK(cluster.polled("a") == "nothing");
  CHECK(cluster.untilWake() == 3000ms);
  auto again = cluster.poll("b");
  REQUIRE(again);
  CHECK(again->attempt == 1);
}

TEST_CASE("a task that failed does not wait for another executor forever") {
  FakeExecutors cluster;
  cluster.add("a");
  cluster.add("busy");
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  CHECK(cluster.polled("a") == "nothing");
  cluster.advance(3000ms);
  CHECK(cluster.polled("a") == "0 NO_PREF");
}

TEST_CASE("a task that has failed everywhere may run anywhere") {
  FakeExecutors cluster;
  cluster.add("a");
  cluster.add("b");
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  fail(cluster, *cluster.poll("b"));
  CHECK(cluster.polled("a") == "0 NO_PREF");
}

TEST_CASE("with one executor a task that failed starts again at once") {
  SchedulerOptions options = GENERATE(SchedulerOptions(), excluding());
  FakeExecutors cluster(options);
  cluster.add("a");
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  fail(cluster, *cluster.poll("a"));
  CHECK(cluster.polled("a") == "0 NO_PREF");
}

TEST_CASE("when the other executor goes the task may run where it failed") {
  FakeExecutors cluster(excluding());
  cluster.add("a");
  cluster.add("b");
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  cluster.advance(24h);
  CHECK(cluster.polled("a") == "nothing");
  cluster.remove("b");
  CHECK(cluster.polled("a") == "0 NO_PREF");
}

TEST_CASE("an executor on which two tasks of a stage failed gets no more of that stage") {
  FakeExecutors cluster(excluding());
  cluster.add("bad", "north", 4);
  cluster.add("good", "south", 4);
  cluster.submit(cluster.spec(0, 10));
  fail(cluster, *cluster.poll("bad"));
  CHECK(cluster.polled("bad") != "nothing");
  fail(cluster, *cluster.poll("bad"));
  CHECK(cluster.polled("bad") == "nothing");
  CHECK(cluster.polled("good") != "nothing");
  auto other = cluster.submit(cluster.spec(1, 1));
  CHECK(cluster.poll("bad")->set == other);
}

TEST_CASE("tasks do not wait for the executor they prefer when it is excluded from their stage") {
  FakeExecutors cluster(excluding());
  cluster.add("bad", "north", 4);
  cluster.add("good", "south", 4);
  cluster.submit(0, std::vector<TaskPreference>(5, onExecutor("bad", "north")));
  fail(cluster, *cluster.poll("bad"));
  fail(cluster, *cluster.poll("bad"));
  CHECK(cluster.polled("bad") == "nothing");
  for (int i = 0; i < 5; ++i) CHECK(cluster.polled("good") != "nothing");
}

TEST_CASE("an executor whose failed tasks went well elsewhere is excluded from all stages for a while") {
  FakeExecutors cluster(excluding());
  cluster.add("bad", "north", 4);
  cluster.add("good", "south", 4);
  auto set = cluster.submit(cluster.spec(0, 2));
  fail(cluster, *cluster.poll("bad"));
  fail(cluster, *cluster.poll("bad"));
  cluster.end(*cluster.poll("good"));
  cluster.end(*cluster.poll("good"));
  cluster.scheduler.close(*set);
  cluster.submit(cluster.spec(1, 5));
  CHECK(cluster.polled("bad") == "nothing");
  CHECK(cluster.polled("good") != "nothing");
  CHECK(cluster.untilWake() == 1h);
  cluster.advance(1h);
  CHECK(cluster.polled("bad") != "nothing");
}

TEST_CASE("failures of a stage that failed as a whole are not held against the executor") {
  FakeExecutors cluster(excluding());
  cluster.add("innocent", "north", 4);
  cluster.add("other", "south", 4);
  auto set = cluster.submit(cluster.spec(0, 2));
  fail(cluster, *cluster.poll("innocent"));
  fail(cluster, *cluster.poll("innocent"));
  cluster.scheduler.close(*set);
  cluster.submit(cluster.spec(1, 1));
  CHECK(cluster.polled("innocent") != "nothing");
}

TEST_CASE("a task for which no executor is left is reported, once the last one is excluded") {
  FakeExecutors cluster(excluding());
  StuckSets stuck(cluster.scheduler);
  cluster.add("a");
  cluster.add("b");
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  CHECK(stuck.reasons.empty());
  fail(cluster, *cluster.poll("b"));
  CHECK(stuck.reasons == std::vector<std::string>{"no executor is left for task 0: all 2 are excluded after failures; "
                                                  "see ferro.excludeOnFailure.enabled"});
}

TEST_CASE("an executor that goes may leave a task without any") {
  FakeExecutors cluster(excluding());
  StuckSets stuck(cluster.scheduler);
  for (const char* id : {"a", "b", "c"}) cluster.add(id);
  cluster.submit(cluster.spec(0, 1));
  fail(cluster, *cluster.poll("a"));
  fail(cluster, *cluster.poll("b"));
  CHECK(stuck.reasons.empty());
  cluster.remove("c");
  CHECK(stuck.reasons.size() == 1);
}

TEST_CASE("a job whose task failed on every executor ends with a sentence that says so, and does not hang") {
  SchedulerOptions options = excluding();
  options.maxFailures = 4;
  ExecutorGroup group(options, {{"a", "north", 1}, {"b", "south", 1}});
  std::vector<int64_t> results;
  auto job = group.submit(
      source(3),
      [](TaskContext& context) -> int64_t {
        if (context.partitionId() == 1) throw std::runtime_error("bad disk");
        return 0;
      },
      results);
  const auto error = failureOf(job);
  REQUIRE(error);
  CHECK_THAT(error->what(), Catch::Contains("no executor is left for task 1: all 2 are excluded after failures") &&
                                Catch::Contains("its first failure: std::runtime_error: bad disk"));
  group.assertIdle();
}

TEST_CASE("retries go to the other executor, so that one bad executor fails no job") {
  ExecutorGroup group(TestCluster::retrying(2), {{"bad", "north", 1}, {"good", "south", 1}});
  auto heard = std::make_shared<RecordingListener>();
  group.bus.add(heard);
  // The executors' threads are told apart by the first task that each of them runs.
  std::mutex mutex;
  std::optional<std::thread::id> bad;
  const auto results = group.run(source(50), [&](TaskContext& context) -> int64_t {
    std::lock_guard lock(mutex);
    if (!bad) bad = std::this_thread::get_id();
    if (*bad == std::this_thread::get_id()) throw std::runtime_error("bad disk");
    return context.partitionId();
  });
  CHECK(results.at(49) == 49);
  group.assertIdle();
  REQUIRE(group.bus.drain(kLimit));
  std::set<std::string> failedOn;
  for (const TaskEnd& end : heard->all<TaskEnd>()) {
    if (end.reason == TaskEndReason::kFailed) failedOn.insert(end.task.executorId);
  }
  CHECK(failedOn.size() == 1);
}
