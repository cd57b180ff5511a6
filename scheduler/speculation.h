// Which running tasks of a stage are so slow that a copy on another executor is worth its slot. A pure decision.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "ferro/common/clock.h"

namespace ferro {

struct SpeculationOptions {
  bool enabled = false;
  std::chrono::milliseconds interval{100};        // between two looks
  double multiplier = 3;                          // of the median of those that have ended
  double quantile = 0.9;                          // of the tasks must have ended
  std::chrono::milliseconds minTaskRuntime{100};  // a task that has run for less is never slow
};

// How long a task must have run to be slow; nothing while too few of numTasks have ended. A stage of one task has
// nothing to compare with. The order of `ended` changes.
std::optional<Clock::TimePoint::duration> slowAfter(const SpeculationOptions& options, int numTasks,
                                                    std::vector<Clock::TimePoint::duration>& ended);

}  // namespace ferro
