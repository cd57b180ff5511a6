// What listeners hear of jobs, stages and tasks, and in which order.
#include <utility>

#include "ferro/shuffle/fetch_failed.h"
#include "recording_listener.h"
#include "test_cluster.h"

using namespace ferro;

namespace {

std::vector<std::string> heardBy(TestCluster& cluster, const RecordingListener& listener) {
  REQUIRE(cluster.bus.drain(kLimit));
  std::vector<std::string> lines;
  for (const Event& event : listener.events()) lines.push_back(describe(event));
  return lines;
}

}  // namespace

TEST_CASE("events of a job come in order: job, stage, tasks, stage, job") {
  TestCluster cluster({}, 1);
  auto listener = std::make_shared<RecordingListener>();
  cluster.bus.add(listener);
  cluster.run(reading({shuffleOf(source(2))}, 1));
  // A thread takes its next task while the end of the one before is still on its way to the loop, so the order is fixed
  // among starts of tasks and among all others, not between the two.
  std::vector<std::string> starts;
  std::vector<std::string> others;
  for (std::string& line : heardBy(cluster, *listener)) {
    (line.starts_with("task start") ? starts : others).push_back(std::move(line));
  }
  CHECK(others == std::vector<std::string>{"job start 0", "stage start 0.0", "task end 0.0:0#0", "task end 0.0:1#0",
                                           "stage end 0.0", "stage start 1.0", "task end 1.0:0#0", "stage end 1.0",
                                           "job end 0"});
  CHECK(starts == std::vector<std::string>{"task start 0.0:0#0", "task start 0.0:1#0", "task start 1.0:0#0"});
}

TEST_CASE("a job tells its stages when it starts, those that are skipped too") {
  TestCluster cluster;
  auto node = reading({shuffleOf(source(2, "numbers"))}, 3, "sums");
  cluster.run(node);
  auto listener = std::make_shared<RecordingListener>();
  cluster.bus.add(listener);
  cluster.run(node);
  REQUIRE(cluster.bus.drain(kLimit));
  const auto starts = listener->all<JobStart>();
  REQUIRE(starts.size() == 1);
  REQUIRE(starts[0].stages.size() == 2);
  CHECK(starts[0].stages[0].name == "numbers");
  CHECK(starts[0].stages[0].skipped);
  CHECK(starts[0].stages[1].name == "sums");
  CHECK(!starts[0].stages[1].skipped);
  CHECK(starts[0].stages[1].parents == std::vector<StageId>{starts[0].stages[0].id});
  CHECK(listener->all<StageSubmitted>().size() == 1);
}

TEST_CASE("each task has one start and one end, with its metrics and why it failed") {
  TestCluster cluster(TestCluster::retrying(2));
  auto listener = std::make_shared<RecordingListener>();
  cluster.bus.add(listener);
  cluster.run(source(3), [](TaskContext& context) -> int64_t {
    context.metrics().inputRows = 7;
    if (context.partitionId() == 1 && context.attemptNumber() == 0) throw std::runtime_error("once");
    return 0;
  });
  REQUIRE(cluster.bus.drain(kLimit));
  CHECK(listener->all<TaskStart>().size() == 4);
  const auto ends = listener->all<TaskEnd>();
  REQUIRE(ends.size() == 4);
  int failed = 0;
  for (const TaskEnd& end : ends) {
    CHECK(end.metrics.inputRows == 7);
    CHECK(end.task.executorId == "driver");
    if (end.reason != TaskEndReason::kFailed) continue;
    ++failed;
    CHECK(end.error == "std::runtime_error: once");
    CHECK(end.task.partition == 1);
  }
  CHECK(failed == 1);
}

TEST_CASE("a rerun is a new attempt of its stage, with the tasks that it runs") {
  TestCluster cluster({}, 1);
  auto listener = std::make_shared<RecordingListener>();
  cluster.bus.add(listener);
  auto shuffle = shuffleOf(source(3));
  bool lost = false;
  cluster.run(reading({shuffle}, 1), [&](TaskContext&) -> int64_t {
    if (std::exchange(lost, true)) return 0;
    throw FetchFailed(shuffle->shuffleId(), 1, 0, std::nullopt, "gone");
  });
  REQUIRE(cluster.bus.drain(kLimit));
  std::vector<std::string> stages;
  for (const Event& event : listener->events()) {
    if (std::holds_alternative<StageSubmitted>(event) || std::holds_alternative<StageCompleted>(event)) {
      stages.push_back(describe(event));
    }
  }
  CHECK(stages == std::vector<std::string>{"stage start 0.0", "stage end 0.0", "stage start 1.0",
                                           "stage end 1.0 failed", "stage start 0.1", "stage end 0.1",
                                           "stage start 1.1", "stage end 1.1"});
  CHECK(listener->all<StageSubmitted>()[2].stage.numTasks == 1);
}

TEST_CASE("a job that fails says why when it ends") {
  TestCluster cluster;
  auto listener = std::make_shared<RecordingListener>();
  cluster.bus.add(listener);
  std::vector<int64_t> results;
  CHECK(failureOf(cluster.submit(source(1), [](TaskContext&) -> int64_t { throw std::runtime_error("no"); }, results)));
  REQUIRE(cluster.bus.drain(kLimit));
  const auto ends = listener->all<JobEnd>();
  REQUIRE(ends.size() == 1);
  CHECK_THAT(ends[0].error.value(), Catch::Contains("attempt 1 of 1: std::runtime_error: no"));
  CHECK(listener->all<StageCompleted>()[0].error);
}
