// What the closing summary counts, prints and advises.
#include "ferro/scheduler/summary/run_summary.h"

#include "ferro/scheduler/summary/advice.h"
#include "ferro/scheduler/summary/readable.h"
#include "ferro/scheduler/summary/summary_text.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

constexpr int64_t kMilli = 1'000'000;

StageInfo stageInfo(int id, const std::string& name) {
  StageInfo info;
  info.id = StageId{id};
  info.name = name;
  return info;
}

TaskEnd taskEnd(int stage, int64_t millis, TaskEndReason reason = TaskEndReason::kSuccess) {
  TaskEnd end;
  end.task.stage = StageId{stage};
  end.reason = reason;
  end.metrics.runNanos = millis * kMilli;
  return end;
}

StageFigures stageOf(int64_t millis, std::vector<int64_t> taskMillis) {
  StageFigures stage;
  stage.id = StageId{3};
  stage.name = "reduceByKey";
  stage.numAttempts = 1;
  stage.millis = millis;
  for (int64_t each : taskMillis) {
    stage.taskNanos.push_back(each * kMilli);
    stage.runNanos += each * kMilli;
  }
  return stage;
}

std::vector<std::string> adviceOn(const StageFigures& stage, int cores = 2) {
  RunFigures run;
  run.mostCores = cores;
  run.stages = {stage};
  return adviceFor(run);
}

}  // namespace

TEST_CASE("amounts are written as people read them") {
  CHECK(readableNanos(1'500) == "1.5 us");
  CHECK(readableNanos(150 * kMilli) == "150 ms");
  CHECK(readableMillis(0) == "0 ms");
  CHECK(readableMillis(12'340) == "12.3 s");
  CHECK(readableMillis(600'000) == "10.0 min");
  CHECK(readableMillis(36'000'000) == "10.0 h");
  CHECK(readableBytes(512) == "512 B");
  CHECK(readableBytes(12 << 20) == "12.0 MiB");
  CHECK(readableBytes(int64_t{3} << 40) == "3.0 TiB");
  CHECK(readablePercent(4, 5) == "80 %");
}

TEST_CASE("the summary adds up tasks by stage, and attempts of a stage") {
  RunSummary summary;
  summary.on(ApplicationStart{"app-1", "sums", "me", 1000});
  summary.on(ExecutorAdded{"1", "a", 4, 1000});
  summary.on(ExecutorAdded{"2", "b", 4, 1000});
  summary.on(ExecutorRemoved{"2", "its process was killed", 1000});
  summary.on(JobStart{});
  summary.on(StageSubmitted{stageInfo(0, "map"), {}, 1000});
  TaskEnd first = taskEnd(0, 100);
  first.metrics.shuffle.bytesWritten = 10;
  first.metrics.shuffle.diskBytesSpilled = 3;
  first.metrics.diskBytesSpilled = 4;
  first.metrics.peakMemoryBytes = 50;
  summary.on(first);
  summary.on(taskEnd(0, 5, TaskEndReason::kFailed));
  summary.on(taskEnd(0, 5, TaskEndReason::kCancelled));
  summary.on(StageCompleted{stageInfo(0, "map"), "lost", 1500});
  summary.on(StageSubmitted{stageInfo(0, "map"), {}, 1600});
  summary.on(taskEnd(0, 200));
  summary.on(StageCompleted{stageInfo(0, "map"), std::nullopt, 1700});
  summary.on(JobEnd{JobId{0}, "failed", 2000});
  summary.on(ApplicationEnd{3000});

  const RunFigures run = summary.figures();
  CHECK(run.millis == 2000);
  CHECK(run.numJobs == 1);
  CHECK(run.numFailedJobs == 1);
  CHECK(run.mostCores == 8);
  CHECK(run.numLostExecutors == 1);
  REQUIRE(run.stages.size() == 1);
  const StageFigures& stage = run.stages[0];
  CHECK(stage.numAttempts == 2);
  CHECK(stage.numFailed == 1);
  CHECK(stage.millis == 600);
  CHECK(stage.taskNanos == std::vector<int64_t>{100 * kMilli, 200 * kMilli});
  CHECK(stage.shuffleBytesWritten == 10);
  CHECK(stage.diskBytesSpilled == 7);
  CHECK(stage.peakTaskMemory == 50);
}

TEST_CASE("cached bytes are followed up and down, and their most is kept") {
  RunSummary summary;
  const auto update = [&](int partition, int64_t bytes) {
    summary.on(BlockUpdated{"driver", {BlockId::rdd(0, partition), StorageLevel::MEMORY_ONLY, bytes, 0}});
  };
  update(0, 100);
  update(1, 50);
  update(0, 0);
  update(2, 40);
  summary.on(BlockUpdated{"driver", {BlockId::broadcast(0), StorageLevel::MEMORY_ONLY, 1000, 0}});
  CHECK(summary.figures().mostCachedBytes == 150);
}

TEST_CASE("blocks that are lost with their executor are not counted beside those that replace them") {
  RunSummary summary;
  for (const std::string executor : {"1", "2"}) {
    summary.on(ExecutorAdded{executor, "a", 1, 0});
    summary.on(BlockUpdated{executor, {BlockId::rdd(0, 0), StorageLevel::MEMORY_ONLY, 100, 0}});
    summary.on(ExecutorRemoved{executor, "its process was killed", 0});
  }
  CHECK(summary.figures().mostCachedBytes == 100);
}

TEST_CASE("the summary is a line for the application, a table of stages and the advice") {
  RunFigures run;
  run.id = "app-1";
  run.name = "sums";
  run.millis = 12'300;
  run.numJobs = 1;
  run.mostCores = 2;
  StageFigures map = stageOf(2'000, {1'000, 900, 1'100});
  map.id = StageId{0};
  map.name = "a step with quite a long name in it";
  map.shuffleBytesWritten = 12 << 20;
  map.diskBytesSpilled = 1 << 20;
  StageFigures reduce = stageOf(10'000, {8'000, 500, 400, 300});
  reduce.shuffleBytesRead = 12 << 20;
  reduce.groupsWholeKeys = true;
  reduce.peakTaskMemory = 3 << 20;
  run.stages = {map, reduce};
  CHECK(summaryText(run) ==
        "sums (app-1): 12.3 s, 1 job, 2 stages, 7 tasks on 2 cores\n"
        "  stage                                  time  tasks  median  longest      read   written  spilled     peak\n"
        "  0      a step with quite a long ...   2.0 s      3   1.0 s    1.1 s         -  12.0 MiB  1.0 MiB        -\n"
        "  3      reduceByKey                   10.0 s      4  500 ms    8.0 s  12.0 MiB         -        -  3.0 MiB\n"
        "advice: stage 0: 1.0 MiB spilled to disk; give executors more memory (ferro.executor.memory, in local mode "
        "ferro.driver.memory) or cut the data into more partitions\n"
        "advice: stage 3: one task took 80 % of the time (8.0 s; half of the tasks took less than 500 ms); some keys "
        "have "
        "most of the rows: combine before the shuffle (reduceByKey instead of groupByKey) or spread such keys by a "
        "second one\n");
}

TEST_CASE("whoever reduces by key is not told to") {
  StageFigures stage = stageOf(10'000, {8'000, 500, 400, 300});
  stage.shuffleBytesRead = 12 << 20;
  REQUIRE(adviceOn(stage).size() == 1);
  CHECK_THAT(adviceOn(stage)[0], Catch::Contains("use more partitions") && !Catch::Contains("reduceByKey"));
}

TEST_CASE("of many stages the longest are shown") {
  RunFigures run;
  for (int id = 0; id < 25; ++id) {
    run.stages.push_back(stageOf(id * 10, {1}));
    run.stages.back().id = StageId{id};
  }
  const std::string text = summaryText(run);
  CHECK_THAT(text, Catch::Contains("and 5 shorter stages"));
  CHECK_THAT(text, Catch::Contains("\n  24 ") && !Catch::Contains("\n  4 "));
}

TEST_CASE("a run in which nothing stands out gets no advice") {
  CHECK(adviceOn(stageOf(2'000, {900, 1'000, 1'100, 950})).empty());
  CHECK(adviceOn(stageOf(100, {90, 1, 1, 1})).empty());
}

TEST_CASE("idle cores, tiny tasks, waiting and failures each have their sentence") {
  CHECK_THAT(adviceOn(stageOf(5'000, {5'000}), 4).at(0), Catch::Contains("its 1 task leaves some of the 4 cores idle"));
  CHECK_THAT(adviceOn(stageOf(5'000, std::vector<int64_t>(10'000, 0))).at(0), Catch::Contains("use fewer partitions"));
  StageFigures waiting = stageOf(5'000, {4'000, 4'000});
  waiting.fetchWaitNanos = 4'000 * kMilli;
  CHECK_THAT(adviceOn(waiting).at(0), Catch::Contains("waited for shuffle data from other executors for 50 %"));
  StageFigures failing = stageOf(10, {5});
  failing.numFailed = 2;
  CHECK_THAT(adviceOn(failing).at(0), Catch::Contains("2 tasks failed and ran again"));
}
