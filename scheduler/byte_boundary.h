// What ferro.local.serialize puts between the driver and its local executor: bodies, results and accumulator updates
// pass as bytes, as they would to another process. Owned by the executor, any of its threads may call it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "ferro/scheduler/task_set.h"

namespace ferro {

class ByteBoundary {
 public:
  ByteBoundary(const TaskBodyCodec& codec, AccumulatorRegistry& accumulators, ExecutorEnvironment& environment)
      : codec_(codec), accumulators_(accumulators), environment_(environment) {}

  // The executor's own copy of the body, decoded once for each task set.
  std::shared_ptr<const TaskBody> bodyOf(const TaskSet& set, TaskMetrics& metrics);
  void forget(const TaskSet& set);

  // Replaces what the task gave by what the driver would decode.
  void passBack(TaskOutcome& outcome) const;

 private:
  using Key = std::pair<StageId, int>;
  struct Entry {
    std::mutex mutex;  // held while the first task decodes; the others wait for it
    std::shared_ptr<const TaskBody> body;
  };

  const TaskBodyCodec& codec_;
  AccumulatorRegistry& accumulators_;
  ExecutorEnvironment& environment_;

  std::mutex mutex_;
  std::map<Key, std::shared_ptr<Entry>> bodies_;
};

}  // namespace ferro
