// What ferro.local.serialize puts between the driver and its local executor: bodies, results and accumulator updates
// pass as bytes, as they would to another process. Owned by the executor, any of its threads may call it.
#pragma once

#include <memory>

#include "ferro/scheduler/decoded_bodies.h"
#include "ferro/scheduler/task_set.h"

namespace ferro {

class ByteBoundary {
 public:
  ByteBoundary(const TaskBodyCodec& codec, AccumulatorRegistry& accumulators, ExecutorEnvironment& environment)
      : accumulators_(accumulators), bodies_(codec, environment) {}

  // The executor's own copy of the body, decoded once for each task set.
  std::shared_ptr<const TaskBody> bodyOf(const TaskSet& set, TaskMetrics& metrics);
  void forget(const TaskSet& set);

  // Replaces what the task gave by what the driver would decode.
  void passBack(TaskOutcome& outcome) const;

 private:
  AccumulatorRegistry& accumulators_;
  DecodedBodies bodies_;
};

}  // namespace ferro
