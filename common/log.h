// One line for each thing worth telling the person who runs the program: to stderr, or to a sink that takes its place
// (a progress bar that must be cleared first, a test). Any thread may call these.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ferro {

enum class LogLevel { kDebug, kInfo, kWarn, kError, kOff };

// DEBUG, INFO, WARN, ERROR or OFF, in any case.
std::optional<LogLevel> logLevelNamed(std::string_view name);

class LogSink {
 public:
  virtual ~LogSink() = default;
  // line is whole ("WARN ..."), without time and line end. Called on any thread, several at once.
  virtual void write(LogLevel level, std::string_view line) = 0;
};

// "2026-01-31 23:59:59", local time: what stands in front of each line on stderr.
std::string logTime();

// A process has one stderr, hence one level (kWarn at first) and one sink. Null brings stderr back.
void setLogLevel(LogLevel level);
LogLevel logLevel();
void setLogSink(std::shared_ptr<LogSink> sink);

void log(LogLevel level, std::string_view message);
inline void logDebug(std::string_view message) { log(LogLevel::kDebug, message); }
inline void logInfo(std::string_view message) { log(LogLevel::kInfo, message); }
inline void logWarn(std::string_view message) { log(LogLevel::kWarn, message); }
inline void logError(std::string_view message) { log(LogLevel::kError, message); }

}  // namespace ferro
