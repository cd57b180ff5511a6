#include "ferro/common/log.h"

#include <strings.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace ferro {
namespace {

constexpr std::array<std::string_view, 5> kLevelNames = {"DEBUG", "INFO", "WARN", "ERROR", "OFF"};

class StderrSink final : public LogSink {
 public:
  // One system call for each line, so that lines of several threads or processes do not mix.
  void write(LogLevel, std::string_view line) override {
    const std::string text = std::string(line) + '\n';
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  }
};

struct LogState {
  std::atomic<LogLevel> level{LogLevel::kWarn};
  std::mutex mutex;
  std::shared_ptr<LogSink> sink = std::make_shared<StderrSink>();  // guarded by mutex
};

LogState& logState() {
  static LogState state;
  return state;
}

}  // namespace

std::optional<LogLevel> logLevelNamed(std::string_view name) {
  for (size_t i = 0; i < kLevelNames.size(); ++i) {
    const std::string_view known = kLevelNames[i];
    if (name.size() == known.size() && strncasecmp(name.data(), known.data(), known.size()) == 0) {
      return static_cast<LogLevel>(i);
    }
  }
  return std::nullopt;
}

void setLogLevel(LogLevel level) { logState().level = level; }

LogLevel logLevel() { return logState().level; }

void setLogSink(std::shared_ptr<LogSink> sink) {
  if (!sink) sink = std::make_shared<StderrSink>();
  LogState& state = logState();
  std::lock_guard lock(state.mutex);
  state.sink.swap(sink);
}

void log(LogLevel level, std::string_view message) {
  LogState& state = logState();
  if (level < state.level.load()) return;
  std::string line(kLevelNames[static_cast<size_t>(level)]);
  line += ' ';
  for (const char character : message) line += character == '\n' || character == '\r' ? ' ' : character;
  std::shared_ptr<LogSink> sink;
  {
    std::lock_guard lock(state.mutex);
    sink = state.sink;
  }
  sink->write(level, line);
}

}  // namespace ferro
