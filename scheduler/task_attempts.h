// The attempts of one task set's tasks: which run where since when, which tasks are done. Kept only with speculation,
// where a task may run twice at once. Not thread-safe: it belongs to the TaskScheduler, which guards it.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "ferro/common/clock.h"
#include "ferro/scheduler/ids.h"
#include "ferro/scheduler/speculation.h"

namespace ferro {

class TaskAttempts {
 public:
  struct Running {
    TaskId id;
    int attempt = 0;
    std::string executorId;
    Clock::TimePoint since;
  };

  void launched(int index, Running attempt);
  // True if it is the first attempt of its task that ended well.
  bool ended(int index, TaskId id, bool succeeded, Clock::TimePoint now);
  // What an attempt gave was of no use: its task is to be done again.
  void reopen(int index);

  bool isDone(int index) const;
  bool isRunning(int index) const { return running_.contains(index); }
  bool runsOn(int index, const std::string& executorId) const;
  // Those of a task that run; more than one when a copy does.
  std::vector<Running> runningOf(int index) const;
  int nextAttempt(int index) const;

  // Tasks of which one attempt runs, and has run for too long.
  std::vector<int> slowTasks(const SpeculationOptions& options, int numTasks, Clock::TimePoint now);

 private:
  std::unordered_map<int, std::vector<Running>> running_;  // by index
  std::unordered_map<int, int> nextAttempt_;               // by index
  std::vector<bool> done_;                                 // by index
  std::vector<Clock::TimePoint::duration> durations_;      // of attempts that ended well
};

}  // namespace ferro
