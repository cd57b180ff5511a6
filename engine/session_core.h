// What a Session is made of: settings, executor, scheduler, event bus, and the register of what must be cleaned up.
// Shared by the session and by every Rdd, broadcast and shuffle that came from it; stop() ends it for all of them. Any
// thread may call it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ferro/conf/conf.h"
#include "ferro/engine/node.h"
#include "ferro/engine/task_program.h"
#include "ferro/scheduler/accumulator.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/listener_bus.h"
#include "ferro/scheduler/runtime.h"
#include "ferro/shuffle/map_output_tracker.h"

namespace ferro {

class CachedFrames;
class SessionObservers;

class SessionCore : public std::enable_shared_from_this<SessionCore> {
 public:
  explicit SessionCore(Conf conf);
  ~SessionCore();

  // What runs jobs. Whoever holds it keeps it from being taken apart, not from being stopped.
  struct Services {
    explicit Services(SessionCore& session);
    ~Services();

    struct BlockEvents;
    std::unique_ptr<BlockEvents> blockEvents;
    ExecutorEnvironment environment;
    MapOutputTracker outputs;
    TaskProgramCodec codec;
    std::unique_ptr<Runtime> runtime;
  };

  // Throws Error kInvalidArgument when the session was stopped.
  std::shared_ptr<Services> services() const;
  // Null when the session was stopped.
  std::shared_ptr<Services> servicesIfRunning() const;
  // Returns when the session is stopped, whoever began it.
  void stop();

  const Conf& conf() const { return conf_; }
  const std::string& applicationId() const { return applicationId_; }
  int cores() const { return cores_; }
  ListenerBus& bus() { return bus_; }
  AccumulatorRegistry& accumulators() { return accumulators_; }

  CachedFrames& cachedFrames() { return *cachedFrames_; }

  int newNodeId() { return nextNode_++; }
  int newShuffleId() { return nextShuffle_++; }
  int64_t newBroadcastId() { return nextBroadcast_++; }

  // What jobs of the calling thread carry.
  JobProperties propertiesOfThread() const;
  void setPropertiesOfThread(JobProperties properties);

  // Checkpoints asked for and not yet made: they are, after the next job that the node takes part in.
  struct PendingCheckpoint {
    std::weak_ptr<const Node> node;
    bool local = false;
  };
  void addPendingCheckpoint(PendingCheckpoint checkpoint);
  std::vector<PendingCheckpoint> takePendingCheckpoints();

  std::string checkpointDirectory() const;
  void setCheckpointDirectory(std::string directory);

 private:
  const Conf conf_;
  const uint64_t number_;  // of the sessions of this process
  const std::string applicationId_;
  const int cores_;
  ListenerBus bus_;
  const std::unique_ptr<SessionObservers> observers_;
  AccumulatorRegistry accumulators_;
  const std::unique_ptr<CachedFrames> cachedFrames_;
  std::atomic<int> nextNode_{0};
  std::atomic<int> nextShuffle_{0};
  std::atomic<int64_t> nextBroadcast_{0};

  std::mutex stopMutex_;  // held while the session stops

  mutable std::mutex mutex_;
  std::shared_ptr<Services> services_;
  std::vector<PendingCheckpoint> pendingCheckpoints_;
  std::string checkpointDirectory_;
};

}  // namespace ferro
