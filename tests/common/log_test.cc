#include "ferro/common/log.h"

#include <string>
#include <thread>
#include <vector>

#include "ferro_test.h"
#include "recorded_log.h"

using namespace ferro;

namespace {

// Records what is logged, and leaves the level as it was.
struct Recording : test::RecordedLog {
  ~Recording() { setLogLevel(LogLevel::kWarn); }
};

}  // namespace

TEST_CASE("only what is at least as grave as the level is logged") {
  const Recording recording;
  logInfo("not shown");
  logWarn("shown");
  setLogLevel(LogLevel::kInfo);
  logInfo("shown now");
  logDebug("not shown");
  setLogLevel(LogLevel::kOff);
  logError("not shown");
  CHECK(recording.lines() == std::vector<std::string>{"WARN shown", "INFO shown now"});
}

TEST_CASE("an event is one line") {
  const Recording recording;
  logError("first\nsecond");
  CHECK(recording.lines() == std::vector<std::string>{"ERROR first second"});
}

TEST_CASE("an event cannot move a terminal's cursor") {
  const Recording recording;
  logError("task \x1B[2J\b\tfailed");
  CHECK(recording.lines() == std::vector<std::string>{"ERROR task  [2J \tfailed"});
}

TEST_CASE("braces and percent signs are text") {
  const Recording recording;
  logWarn("{} {0} %s %v {");
  CHECK(recording.lines() == std::vector<std::string>{"WARN {} {0} %s %v {"});
}

TEST_CASE("threads may log while the sink changes") {
  const Recording recording;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 100; ++i) logWarn("from a thread");
    });
  }
  const test::RecordedLog second;
  for (std::thread& thread : threads) thread.join();
  CHECK(recording.lines().size() + second.lines().size() == 400);
}

TEST_CASE("levels have Spark's names") {
  CHECK(logLevelNamed("warn") == LogLevel::kWarn);
  CHECK(logLevelNamed("OFF") == LogLevel::kOff);
  CHECK_FALSE(logLevelNamed("loud").has_value());
}
