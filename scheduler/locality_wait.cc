#include "ferro/scheduler/locality_wait.h"

namespace ferro {

Locality LocalityWait::allowed(TimePoint now, Waiting waiting) {
  while (level_ != Locality::ANY) {
    const bool waited = level_ == Locality::PROCESS_LOCAL ? waiting.forExecutors : waiting.forHosts;
    if (!waited) {
      relax(now);
    } else if (now - since_ >= wait_) {
      relax(since_ + wait_);
    } else {
      break;
    }
  }
  return level_;
}

void LocalityWait::launched(Locality level, TimePoint now) {
  if (level == Locality::NO_PREF) return;
  level_ = level;
  since_ = now;
}

void LocalityWait::restart(TimePoint now) {
  level_ = Locality::PROCESS_LOCAL;
  since_ = now;
}

std::optional<LocalityWait::TimePoint> LocalityWait::relaxesAt() const {
  if (level_ == Locality::ANY) return std::nullopt;
  return since_ + wait_;
}

void LocalityWait::relax(TimePoint since) {
  level_ = level_ == Locality::PROCESS_LOCAL ? Locality::NODE_LOCAL : Locality::ANY;
  since_ = since;
}

}  // namespace ferro
