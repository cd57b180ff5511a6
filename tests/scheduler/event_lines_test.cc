#include "ferro/scheduler/event_lines.h"

#include "ferro_test.h"

using namespace ferro;

namespace {

StageInfo stage() {
  StageInfo info;
  info.id = StageId{4};
  info.attempt = 1;
  info.name = "map";
  info.numTasks = 8;
  return info;
}

std::string text(EventLines& lines, const Event& event, LogLevel level = LogLevel::kInfo) {
  const auto line = lines.lineOf(event);
  REQUIRE(line);
  CHECK(line->level == level);
  return line->text;
}

}  // namespace

TEST_CASE("applications, jobs, stages and executors are a line each when they begin and when they end") {
  EventLines lines;
  CHECK(text(lines, ApplicationStart{"app-1", "sums", "me", 1000}) == "application app-1 (sums) starts");
  CHECK(text(lines, ExecutorAdded{"1", "node1", 4, 0}) == "executor 1 is there: host node1, 4 cores");
  CHECK(text(lines, JobStart{JobId{2}, {stage()}, {"", "", "", "collect"}, 1000}) == "job 2 (collect) starts: 1 stage");
  CHECK(text(lines, StageSubmitted{stage(), {}, 1000}) == "stage 4.1 (map) starts: 8 tasks");
  CHECK(text(lines, StageCompleted{stage(), std::nullopt, 2500}) == "stage 4.1 (map) is done after 1.5 s");
  CHECK(text(lines, JobEnd{JobId{2}, "no", 3000}) == "job 2 failed after 2.0 s: no");
  CHECK(text(lines, ExecutorRemoved{"1", "stopped", 0}) == "executor 1 is gone: stopped");
  CHECK(text(lines, ApplicationEnd{4000}) == "the application is done after 3.0 s");
}

TEST_CASE("the end of a task is a line for those who look closely") {
  EventLines lines;
  TaskEnd end;
  end.task.id = TaskId{11};
  end.task.stage = StageId{4};
  end.task.partition = 2;
  end.task.executorId = "1";
  end.task.launchTime = 1000;
  end.finishTime = 1250;
  CHECK(text(lines, end, LogLevel::kDebug) ==
        "task 11 (stage 4.0, partition 2, attempt 0, executor 1) is done after 250 ms");
  end.reason = TaskEndReason::kFailed;
  end.error = "no";
  CHECK(text(lines, end, LogLevel::kDebug) ==
        "task 11 (stage 4.0, partition 2, attempt 0, executor 1) failed after 250 ms: no");
}

TEST_CASE("what comes with every block is no line") { CHECK(!EventLines().lineOf(BlockUpdated{})); }
