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

 private:
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

  // The bar of a session's tasks, or null when it is not wanted or stderr is no terminal.
  static std::unique_ptr<ConsoleProgress> onTerminal(Source source, bool wanted, const Clock& clock);

  static bool isTerminal();    // stderr
  static int terminalWidth();  // $COLUMNS, or 80
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

  std::thread thread_;
};

}  // namespace ferro
