// How many executors an application should have, by how many tasks wait and how long executors idle. A state machine
// without threads and clock: whoever starts executors calls update() now and then, every 100 ms or so, and does what it
// says. Not thread-safe.
#pragma once

#include <chrono>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/clock.h"

namespace ferro {

class Conf;

struct AllocationOptions {
  int minExecutors = 0;
  int maxExecutors = std::numeric_limits<int>::max();
  int initialExecutors = 0;
  int slotsPerExecutor = 1;
  std::chrono::milliseconds backlogTimeout{1000};           // tasks wait for this long before the first is asked for
  std::chrono::milliseconds sustainedBacklogTimeout{1000};  // and for this long before twice as many are
  std::chrono::milliseconds idleTimeout{60'000};
  std::optional<std::chrono::milliseconds> cachedIdleTimeout;   // of executors that hold cached blocks; none: they stay
  std::optional<std::chrono::milliseconds> shuffleIdleTimeout;  // the same for map outputs that only they serve
  bool keepsShuffleOutputs = true;  // false with a shuffle service, which serves them when the executor is gone

  // Of executors of one size, so many at most. Error kInvalidConf when more than that should always be there.
  static AllocationOptions fromConf(const Conf& conf, int slotsPerExecutor, int mostExecutors);
};

struct AllocatedExecutor {
  std::string id;
  std::optional<Clock::TimePoint> idleSince;  // none while it runs a task
  bool holdsCachedBlocks = false;
  bool holdsShuffleOutputs = false;
};

struct AllocationState {
  int pendingTasks = 0;
  int runningTasks = 0;
  int starting = 0;                          // asked for, and not there yet
  std::vector<AllocatedExecutor> executors;  // that are there and not being drained
};

struct AllocationActions {
  int ask = 0;                     // so many executors more
  std::vector<std::string> drain;  // give them no more tasks, and let them go
};

class ExecutorAllocation {
 public:
  explicit ExecutorAllocation(AllocationOptions options);

  AllocationActions update(Clock::TimePoint now, const AllocationState& state);
  int target() const { return target_; }

 private:
  void adjustTarget(Clock::TimePoint now, const AllocationState& state);
  bool mayGo(Clock::TimePoint now, const AllocatedExecutor& executor) const;

  const AllocationOptions options_;
  int target_;
  int step_ = 1;                            // how many more the next time tasks have waited for too long
  std::optional<Clock::TimePoint> growAt_;  // while tasks wait
  bool started_ = false;                    // the first tasks have come: until then the initial executors stay
};

}  // namespace ferro
