// Where the tasks of a barrier stage meet. Tasks ask it through their executor's environment: directly where they run
// in the driver's process, otherwise by way of a message to the driver. Any thread may call it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/error.h"

namespace ferro {

class TaskContext;

// One task's arrival. Plain values that travel.
struct BarrierRequest {
  int stage = 0;
  int stageAttempt = 0;
  int partition = 0;
  int64_t epoch = 0;    // how often the task has met the others before
  std::string method;   // what the task called: all must call the same
  std::string message;  // what the others get to see

  bool operator==(const BarrierRequest&) const = default;
};

struct BarrierReply {
  std::vector<std::string> messages;  // by partition
  std::optional<Error> error;
};

class BarrierCoordinator {
 public:
  using OnReply = std::function<void(BarrierReply)>;

  virtual ~BarrierCoordinator() = default;
  // onReply is called once, on any thread and maybe before this returns: when all tasks of the stage have arrived, or
  // with an error when they never will.
  virtual void sync(BarrierRequest request, OnReply onReply) = 0;
  // The hosts that run the stage's tasks, by partition, once all are launched.
  virtual void hosts(int stage, int stageAttempt, OnReply onReply) = 0;
};

// Both wait for the reply and throw its error; a task that is cancelled meanwhile throws kCancelled.
std::vector<std::string> syncAndWait(BarrierCoordinator& coordinator, const TaskContext& context,
                                     BarrierRequest request);
std::vector<std::string> hostsAndWait(BarrierCoordinator& coordinator, const TaskContext& context);

}  // namespace ferro
