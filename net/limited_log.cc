#include "ferro/net/limited_log.h"

#include "ferro/common/log.h"

namespace ferro {

void LimitedLog::warn(const std::string& line) {
  const Clock::TimePoint now = clock_.now();
  if (lines_ == 0 || now - began_ >= kPeriod) {
    endPeriod();
    began_ = now;
  }
  ++lines_;
  if (lines_ <= kLinesInAPeriod) logWarn(line);
}

void LimitedLog::endPeriod() {
  if (lines_ > kLinesInAPeriod) {
    logWarn(std::to_string(lines_ - kLinesInAPeriod) + " more " + what_ + " within " + std::to_string(kPeriod.count()) +
            " s were not logged");
  }
  lines_ = 0;
}

}  // namespace ferro
