// Something that runs tasks, as the schedulers see it. An executor pulls tasks from the TaskScheduler whenever it has a
// free slot. Any thread may call it.
#pragma once

#include <string>

#include "ferro/scheduler/task_set.h"

namespace ferro {

struct ExecutorInfo {
  std::string id;
  std::string host;
  int cores = 1;
};

class Executor {
 public:
  virtual ~Executor() = default;
  virtual const ExecutorInfo& info() const = 0;
  // The running tasks of the set should stop soon: nobody wants what they give.
  virtual void cancel(const TaskSet& set) = 0;
  // The same for one task.
  virtual void kill(TaskId task) = 0;
  // The task set is closed: whatever the executor keeps for its tasks may go.
  virtual void forget(const TaskSet& set) = 0;
  // Drops map outputs that must not be read again, because the stage that wrote them will run anew and differently.
  virtual void removeShuffle(int shuffleId) = 0;
  virtual void removeMapOutput(int shuffleId, int mapId) = 0;
};

}  // namespace ferro
