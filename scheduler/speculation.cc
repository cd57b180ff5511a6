#include "ferro/scheduler/speculation.h"

#include <algorithm>

namespace ferro {

std::optional<Clock::TimePoint::duration> slowAfter(const SpeculationOptions& options, int numTasks,
                                                    std::vector<Clock::TimePoint::duration>& ended) {
  using Duration = Clock::TimePoint::duration;
  const auto needed = std::max(1, static_cast<int>(options.quantile * numTasks));
  if (numTasks < 2 || static_cast<int>(ended.size()) < needed) return std::nullopt;
  const auto middle = ended.begin() + static_cast<std::ptrdiff_t>(ended.size() / 2);
  std::nth_element(ended.begin(), middle, ended.end());
  const Duration scaled(static_cast<Duration::rep>(static_cast<double>(middle->count()) * options.multiplier));
  return std::max<Duration>(scaled, options.minTaskRuntime);
}

}  // namespace ferro
