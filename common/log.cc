#include "ferro/common/log.h"

#include <strings.h>

#include <array>
#include <ctime>
#include <mutex>
#include <string>
#include <utility>

// Nothing of it is left to link: a program that uses Ferro need not know of it. The levels as the settings spell them.
#define FMT_HEADER_ONLY
#define SPDLOG_LEVEL_NAMES {"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "CRITICAL", "OFF"}
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

namespace ferro {
namespace {

constexpr std::array<std::string_view, 5> kLevelNames = {"DEBUG", "INFO", "WARN", "ERROR", "OFF"};
constexpr std::array kLevels = {spdlog::level::debug, spdlog::level::info, spdlog::level::warn, spdlog::level::err,
                                spdlog::level::off};

spdlog::level::level_enum levelOf(LogLevel level) { return kLevels[static_cast<size_t>(level)]; }

LogLevel levelOf(spdlog::level::level_enum level) {
  for (size_t i = 0; i < kLevels.size(); ++i) {
    if (level <= kLevels[i]) return static_cast<LogLevel>(i);
  }
  return LogLevel::kOff;
}

std::unique_ptr<spdlog::formatter> formatterOf(const char* pattern, std::string end) {
  return std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::local, std::move(end));
}

// To stderr, or to the sink that takes its place.
class SwitchedSink final : public spdlog::sinks::sink {
 public:
  SwitchedSink() { stderr_.set_formatter(formatterOf("%Y-%m-%d %H:%M:%S %l %v", "\n")); }

  void set(std::shared_ptr<LogSink> other) {
    std::lock_guard lock(mutex_);
    other_.swap(other);
  }

  void log(const spdlog::details::log_msg& message) override {
    std::shared_ptr<LogSink> other;
    {
      std::lock_guard lock(mutex_);
      other = other_;
    }
    if (other == nullptr) return stderr_.log(message);
    spdlog::memory_buf_t line;
    // One for each call, because several threads may be here at once.
    formatterOf("%l %v", "")->format(message, line);
    other->write(levelOf(message.level), std::string_view(line.data(), line.size()));
  }

  void flush() override { stderr_.flush(); }
  void set_pattern(const std::string&) override {}
  void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

 private:
  spdlog::sinks::stderr_sink_mt stderr_;
  std::mutex mutex_;
  std::shared_ptr<LogSink> other_;  // guarded by mutex_
};

struct LogState {
  LogState() { logger.set_level(spdlog::level::warn); }

  std::shared_ptr<SwitchedSink> sink = std::make_shared<SwitchedSink>();
  spdlog::logger logger{"ferro", sink};
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

std::string logTime() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts)};
}

void setLogLevel(LogLevel level) { logState().logger.set_level(levelOf(level)); }

LogLevel logLevel() { return levelOf(logState().logger.level()); }

void setLogSink(std::shared_ptr<LogSink> sink) { logState().sink->set(std::move(sink)); }

void log(LogLevel level, std::string_view message) {
  LogState& state = logState();
  if (!state.logger.should_log(levelOf(level))) return;
  std::string line(message);
  // One line, and nothing that moves a cursor: it may hold whatever somebody else has written.
  for (char& character : line) {
    const bool isControl = static_cast<unsigned char>(character) < ' ' || character == '\x7F';
    if (isControl && character != '\t') character = ' ';
  }
  state.logger.log(levelOf(level), line);
}

}  // namespace ferro
