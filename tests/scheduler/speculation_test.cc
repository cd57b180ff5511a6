// Copies of slow tasks: who gets one, where it runs, and that only one of the two counts.
#include "ferro/scheduler/speculation.h"

#include <atomic>

#include "executor_group.h"
#include "fake_executors.h"
#include "gate.h"
#include "recording_listener.h"

using namespace ferro;
using namespace std::chrono_literals;

namespace {

SchedulerOptions speculating() {
  SchedulerOptions options;
  options.speculation = {
      .enabled = true, .interval = 100ms, .multiplier = 3, .quantile = 0.75, .minTaskRuntime = 100ms};
  return options;
}

// Four tasks of which three have ended after a second each; the last one runs on "slow".
struct Straggler {
  Straggler() : cluster(speculating()) {
    cluster.add("slow", "north", 4);
    cluster.add("quick", "south", 4);
    set = cluster.submit(cluster.spec(0, 4));
    std::vector<LaunchedTask> tasks;
    for (int i = 0; i < 4; ++i) tasks.push_back(*cluster.poll("slow"));
    cluster.advance(1s);
    for (int i = 0; i < 3; ++i) cluster.end(tasks[static_cast<size_t>(i)]);
    original = tasks.back();
  }
  LaunchedTask copy() {
    cluster.advance(2100ms);
    auto task = cluster.poll("quick");
    REQUIRE(task);
    return *task;
  }
  StageProgress progress() { return cluster.scheduler.progress().at(0); }

  FakeExecutors cluster;
  std::shared_ptr<TaskSet> set;
  LaunchedTask original;
};

class SpeculatedSum final : public AccumulatorDelta {
 public:
  void encode(Encoder&) const override {}
};

class CountingAccumulator final : public DriverAccumulator {
 public:
  void merge(const AccumulatorDelta&) override { ++merged; }
  std::unique_ptr<AccumulatorDelta> decodeDelta(Decoder&) const override { return std::make_unique<SpeculatedSum>(); }
  std::atomic<int> merged{0};
};

}  // namespace

TEST_CASE("a task is slow when it runs for a multiple of the median, once enough others have ended") {
  const SpeculationOptions options{.enabled = true, .multiplier = 2, .quantile = 0.5, .minTaskRuntime = 100ms};
  std::vector<Clock::TimePoint::duration> ended{5s, 1s};
  CHECK(slowAfter(options, 6, ended) == std::nullopt);
  ended.push_back(2s);
  CHECK(slowAfter(options, 6, ended) == Clock::TimePoint::duration(4s));
  ended = {1ms, 2ms, 3ms};
  CHECK(slowAfter(options, 6, ended) == Clock::TimePoint::duration(100ms));
  CHECK(slowAfter(options, 1, ended) == std::nullopt);
}

TEST_CASE("a slow task gets one copy, on another executor") {
  Straggler straggler;
  auto& cluster = straggler.cluster;
  CHECK(cluster.polled("quick") == "nothing");
  CHECK(cluster.untilWake() == 100ms);
  cluster.advance(2s);
  CHECK(cluster.polled("quick") == "nothing");  // three seconds, not more
  cluster.advance(100ms);
  CHECK(cluster.polled("slow") == "nothing");
  auto copy = cluster.poll("quick");
  REQUIRE(copy);
  CHECK(copy->index == straggler.original.index);
  CHECK(copy->attempt == 1);
  CHECK(copy->isCopy);
  CHECK(copy->info("quick").speculative);
  cluster.advance(1h);
  CHECK(cluster.polled("quick") == "nothing");
  CHECK(cluster.polled("slow") == "nothing");
}

TEST_CASE("where there is one executor nothing is copied and nobody wakes") {
  FakeExecutors cluster(speculating());
  cluster.add("only", "north", 8);
  cluster.submit(cluster.spec(0, 4));
  std::vector<LaunchedTask> tasks;
  for (int i = 0; i < 4; ++i) tasks.push_back(*cluster.poll("only"));
  for (int i = 0; i < 3; ++i) cluster.end(tasks[static_cast<size_t>(i)]);
  cluster.advance(1h);
  CHECK(cluster.polled("only") == "nothing");
  CHECK(cluster.untilWake() == std::nullopt);
}

TEST_CASE("when the copy has won the original is killed, and progress counts the task once") {
  Straggler straggler;
  auto& cluster = straggler.cluster;
  const LaunchedTask copy = straggler.copy();
  CHECK(straggler.progress().active == 2);
  cluster.end(copy);
  cluster.scheduler.killOthers(copy);
  CHECK(cluster.executors.at("slow")->killed == std::vector<TaskId>{straggler.original.id});
  CHECK(cluster.executors.at("quick")->killed.empty());
  CHECK(straggler.progress().done == 4);
  cluster.end(straggler.original);
  CHECK(straggler.progress().done == 4);
  CHECK(straggler.progress().active == 0);
}

TEST_CASE("a task that fails is not tried again while its other attempt runs") {
  Straggler straggler;
  auto& cluster = straggler.cluster;
  const LaunchedTask copy = straggler.copy();
  cluster.end(straggler.original, false);
  cluster.scheduler.retry(straggler.original);
  CHECK(cluster.polled("quick") == "nothing");
  CHECK(cluster.polled("slow") == "nothing");
  cluster.end(copy, false);
  cluster.scheduler.retry(copy);
  auto again = cluster.poll("slow");
  REQUIRE(again);
  CHECK(again->attempt == 2);
  CHECK(!again->isCopy);
}

TEST_CASE("a copy that waits for a slot is dropped when the original ends") {
  Straggler straggler;
  auto& cluster = straggler.cluster;
  cluster.advance(5s);
  CHECK(cluster.polled("slow") == "nothing");  // looks, and finds the slow task
  cluster.end(straggler.original);
  CHECK(cluster.polled("quick") == "nothing");
  cluster.scheduler.close(*straggler.set);
  CHECK(cluster.scheduler.numTaskSets() == 0);
}

TEST_CASE("the loser of a race is neither a failure nor a result, and adds to no accumulator") {
  SchedulerOptions options = speculating();
  options.maxFailures = 1;  // a loser that counted would fail the job
  options.speculation.interval = 5ms;
  options.speculation.minTaskRuntime = 1ms;
  ExecutorGroup group(options, {{"first", "north", 2}, {"second", "south", 2}});
  auto heard = std::make_shared<RecordingListener>();
  group.bus.add(heard);
  auto accumulator = std::make_shared<CountingAccumulator>();
  const int64_t id = group.accumulators.add(accumulator);
  Counter killed;
  const auto results = group.run(source(8), [&](TaskContext& context) -> int64_t {
    context.accumulators()[id] = std::make_unique<SpeculatedSum>();
    if (context.partitionId() == 5 && context.attemptNumber() == 0) {
      try {
        runUntilCancelled(context);
      } catch (const Error&) {
        killed.arrive();
        throw;
      }
    }
    if (context.partitionId() == 6) killed.waitFor(1);  // while the stage still runs
    return context.partitionId() == 5 ? 50 + context.attemptNumber() : context.partitionId();
  });
  CHECK(results == std::vector<int64_t>{0, 1, 2, 3, 4, 51, 6, 7});
  group.assertIdle();
  group.stop();
  CHECK(accumulator->merged == 8);
  REQUIRE(group.bus.drain(kLimit));
  std::vector<TaskEndReason> reasons;
  std::string executors;
  for (const TaskEnd& end : heard->all<TaskEnd>()) {
    if (end.task.partition != 5) continue;
    reasons.push_back(end.reason);
    executors += end.task.executorId + " ";
  }
  CHECK(reasons == std::vector<TaskEndReason>{TaskEndReason::kSuccess, TaskEndReason::kCancelled});
  CHECK(((executors == "first second ") || (executors == "second first ")));
}

TEST_CASE("of two attempts of a map on different executors the first to end is what readers find") {
  ExecutorGroup group({}, {});
  Counter submitted;
  group.tasks.setWorkListener([&] { submitted.arrive(); });
  auto shuffle = shuffleOf(source(2));
  std::vector<int64_t> results;
  auto job = group.submit(reading({shuffle}, 1), [](TaskContext&) { return int64_t{7}; }, results);
  const ExecutorInfo info{"any", "host", 4};
  submitted.waitFor(1);
  auto report = [&](const LaunchedTask& task, std::unique_ptr<TaskValue> value) {
    TaskOutcome outcome;
    outcome.task = task;
    outcome.executorId = info.id;
    outcome.value = std::move(value);
    group.dag.taskEnded(std::move(outcome));
  };
  auto statusAt = [](int map, const std::string& executor) {
    return std::make_unique<MapStatusValue>(MapStatus{map, 0, 0, {}, {executor, "host", 1}});
  };
  for (int map = 0; map < 2; ++map) {
    auto task = group.tasks.pollTask(info);
    REQUIRE(task);
    group.tasks.taskEnded(*task, true);
    report(*task, statusAt(map, "winner"));
    report(*task, statusAt(map, "loser"));
  }
  submitted.waitFor(2);
  auto last = group.tasks.pollTask(info);
  REQUIRE(last);
  CHECK(group.outputs.mapStatus(shuffle->shuffleId(), 0)->place.executorId == "winner");
  group.tasks.taskEnded(*last, true);
  report(*last, std::make_unique<IntValue>(7));
  REQUIRE(job.waitFor(kLimit));
  group.assertIdle();
}
