// Warnings that strangers can cause: a few of them in each period are written, the rest is counted, so that nobody can
// fill a disk with log lines. Belongs to one thread.
#pragma once

#include <chrono>
#include <string>

#include "ferro/common/clock.h"

namespace ferro {

class LimitedLog {
 public:
  static constexpr int kLinesInAPeriod = 5;
  static constexpr std::chrono::seconds kPeriod{10};

  // `what` names what is counted: "refused connections".
  LimitedLog(const Clock& clock, std::string what) : clock_(clock), what_(std::move(what)) {}
  // Tells what was left out.
  ~LimitedLog() { endPeriod(); }
  LimitedLog(const LimitedLog&) = delete;
  LimitedLog& operator=(const LimitedLog&) = delete;

  void warn(const std::string& line);

 private:
  void endPeriod();

  const Clock& clock_;
  const std::string what_;
  Clock::TimePoint began_{};
  int lines_ = 0;  // in this period, those left out too
};

}  // namespace ferro
