#include "ferro/common/log.h"

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ferro_test.h"

using namespace ferro;

namespace {

class Recorder : public LogSink {
 public:
  void write(LogLevel, std::string_view line) override {
    std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
  }
  std::vector<std::string> lines() const {
    std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

// Records what is logged as long as it lives.
struct Recording {
  Recording() { setLogSink(recorder); }
  ~Recording() {
    setLogSink(nullptr);
    setLogLevel(LogLevel::kWarn);
  }
  std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
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
  CHECK(recording.recorder->lines() == std::vector<std::string>{"WARN shown", "INFO shown now"});
}

TEST_CASE("an event is one line") {
  const Recording recording;
  logError("first\nsecond");
  CHECK(recording.recorder->lines() == std::vector<std::string>{"ERROR first second"});
}

TEST_CASE("threads may log while the sink changes") {
  const Recording recording;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 100; ++i) logWarn("from a thread");
    });
  }
  const auto second = std::make_shared<Recorder>();
  setLogSink(second);
  for (std::thread& thread : threads) thread.join();
  CHECK(recording.recorder->lines().size() + second->lines().size() == 400);
}

TEST_CASE("levels have Spark's names") {
  CHECK(logLevelNamed("warn") == LogLevel::kWarn);
  CHECK(logLevelNamed("OFF") == LogLevel::kOff);
  CHECK_FALSE(logLevelNamed("loud").has_value());
}
