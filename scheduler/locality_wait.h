// Delay scheduling of one task set: how far from its data a task may start now. Slots that are not near are refused
// until nothing was launched at the present level for the wait; then the next level counts. Not thread-safe: it belongs
// to the TaskScheduler, which guards it.
#pragma once

#include <chrono>
#include <optional>

#include "ferro/common/clock.h"
#include "ferro/scheduler/locality.h"

namespace ferro {

class LocalityWait {
 public:
  using TimePoint = Clock::TimePoint;

  LocalityWait() = default;
  LocalityWait(std::chrono::milliseconds wait, TimePoint now) : wait_(wait), since_(now) {}

  // Which levels have tasks that wait for an executor or a host that is there; the others are not waited for.
  struct Waiting {
    bool forExecutors = false;
    bool forHosts = false;
  };

  // The farthest level at which a task may start now: PROCESS_LOCAL, NODE_LOCAL or ANY.
  Locality allowed(TimePoint now, Waiting waiting);
  // A launch shows that the level still gives work: tasks wait for it anew.
  void launched(Locality level, TimePoint now);
  // Nearer slots have come: they are worth waiting for.
  void restart(TimePoint now);
  // When the level relaxes if nothing is launched; nothing when it cannot any more.
  std::optional<TimePoint> relaxesAt() const;

 private:
  void relax(TimePoint since);

  std::chrono::milliseconds wait_{0};
  TimePoint since_{};
  Locality level_ = Locality::PROCESS_LOCAL;
};

}  // namespace ferro
