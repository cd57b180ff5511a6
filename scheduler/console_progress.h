// Spark's progress bar: shows on a terminal how far the running stages are, once they have run for half a second, and
// takes itself away when a job ends. Owned by the session; has a thread of its own.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "ferro/common/clock.h"
#include "ferro/scheduler/progress_bar.h"

namespace ferro {

// What to write to the terminal, given what stands there already. One thread at a time.
class ProgressLine {
 public:
  explicit ProgressLine(int width) : width_(width) {}

  std::string update(std::vector<StageProgress> stages, Clock::TimePoint now);
  std::string clear(Clock::TimePoint now);
  // A line above the bar, which comes back with the next update.
  std::string above(std::string_view line);

 private:
  std::string wipe();

  const int width_;
  std::string shown_;
  Clock::TimePoint lastShown_{};
  Clock::TimePoint lastCleared_{};
};

class ConsoleProgress {
 public:
  using Source = std::function<std::vector<StageProgress>()>;
  using Write = std::function<void(std::string_view)>;

  ConsoleProgress(Source source, Write write, const Clock& clock, int width);
  ~ConsoleProgress();
  ConsoleProgress(const ConsoleProgress&) = delete;
  ConsoleProgress& operator=(const ConsoleProgress&) = delete;

  // Takes the bar away before the program prints its result. Any thread.
  void jobEnded();
  // Any thread.
  void writeAbove(std::string_view line);

  // The bar of a session's tasks, or null when it is not wanted or stderr is no terminal. What is logged stands above
  // it.
  static std::unique_ptr<ConsoleProgress> onTerminal(Source source, bool wanted, const Clock& clock);

  static bool isTerminal();    // stderr
  static int terminalWidth();  // $COLUMNS, or what the terminal says, or 80
  static void writeToStderr(std::string_view text);

 private:
  void run();

  const Source source_;
  const Write write_;
  const Clock& clock_;

  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  ProgressLine line_;

  class Log;
  std::shared_ptr<Log> log_;  // of the bar on the terminal
  std::thread thread_;
};

}  // namespace ferro
