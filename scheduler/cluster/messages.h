// What driver and executors say to each other about tasks. Plain values that travel in the body of a net Message; the
// executor speaks first, with Hello, and nothing else is understood before it was welcomed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/blockmanager/executor_place.h"
#include "ferro/net/message_body.h"
#include "ferro/scheduler/outcome_codec.h"
#include "ferro/scheduler/task_context.h"

namespace ferro::cluster {

inline constexpr uint32_t kProtocolVersion = 3;

enum Kind : uint16_t {
  // An executor to the driver.
  kHello = message_kinds::kSchedulerFirst,  // request: Hello → Welcome
  kJoin,                                    // request: Join → nothing; tasks may follow
  kHeartbeat,                               // Heartbeat
  kTaskEnded,                               // TaskEnded
  kMapOutputs,                              // request: int32 shuffle → encoded locations
  kBarrierSync,                             // request: BarrierRequest → vector<string>, the messages by partition
  kBarrierHosts,                            // request: TaskSetName → vector<string>, the hosts by partition
  kShuffleService,                          // ExecutorPlace: who serves its map outputs from now on
  // The driver to an executor.
  kTaskBody,         // TaskBodyPiece; all pieces come, in order, before the first task of a set
  kLaunchTask,       // LaunchTask
  kCancelTasks,      // TaskSetName: its running tasks should stop soon
  kForgetTasks,      // TaskSetName: its body is not needed any more
  kKillTask,         // int64 task
  kRemoveShuffle,    // int32 shuffle
  kRemoveMapOutput,  // pair<int32, int32> shuffle and map
  kRemoveRdd,        // int32 rdd
  kRemoveBroadcast,  // int64 broadcast
  kExecutorLost,     // ExecutorPlace: nobody need wait for it any more
  kMemoryInUse,      // request: nothing → int64 bytes that the executor's arbiter counts
  kLeave,            // the application has no more work for this executor
};

// The first word of an executor: is this the same protocol, the same build?
struct Hello {
  uint32_t protocol = kProtocolVersion;
  std::string buildId;
  std::string executorId;  // what its launcher called it; empty when nobody did
  int64_t process = 0;
};

struct Welcome {
  std::string executorId;
  std::string applicationId;
  std::vector<std::pair<std::string, std::string>> settings;
  std::string fileKey;  // for its temporary files; empty: they are not encrypted
};

// It has its memory, its directories and its server, and may be given work.
struct Join {
  ExecutorPlace place;
  int cores = 0;
  int64_t memoryLimit = 0;
  std::string output;            // where what it prints is kept; empty when nobody knows
  ExecutorPlace shuffleService;  // who serves its map outputs after its end; without a port, nobody
};

struct Heartbeat {
  std::string executorId;
  int64_t memoryUsed = 0;
};

struct TaskSetName {
  int stage = 0;
  int attempt = 0;
  auto operator<=>(const TaskSetName&) const = default;
};

// Bodies may be larger than a message: each piece says where it belongs, and its bytes are the message's payload.
struct TaskBodyPiece {
  TaskSetName set;
  int64_t offset = 0;
  int64_t bodyBytes = 0;
};

struct LaunchTask {
  TaskSetName set;
  TaskIdentity identity;
};

struct TaskEnded {
  int64_t taskId = 0;
  EncodedOutcome outcome;
};

}  // namespace ferro::cluster
