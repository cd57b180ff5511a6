// What runs a session's jobs, wherever the tasks are: in threads of this process or in executor processes. Owned by the
// session; any thread may call it.
#pragma once

#include <cstdint>

namespace ferro {

class DagScheduler;
class TaskScheduler;

class Runtime {
 public:
  virtual ~Runtime() = default;

  virtual DagScheduler& dag() = 0;
  virtual TaskScheduler& tasks() = 0;

  // What nobody can ask for any more goes, on every executor.
  virtual void removeShuffle(int shuffleId) = 0;
  virtual void removeRdd(int rddId) = 0;

  // Bytes that all executors together hold in memory that the arbiters count.
  virtual int64_t memoryInUse() = 0;
  // Where executors come by themselves: waits for those that were announced, for a while.
  virtual void awaitExecutors() {}

  // Cancels all jobs, waits for their running tasks to notice, ends all threads and processes.
  virtual void stop() = 0;
};

}  // namespace ferro
