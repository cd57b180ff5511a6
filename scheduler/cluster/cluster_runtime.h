// Everything of the driver that runs jobs on executor processes, put together and taken apart in the right order:
// schedulers, the endpoint that executors reach, and the fleet. Owned by the session; any thread may call it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "ferro/blockmanager/block_client.h"
#include "ferro/blockmanager/block_locations.h"
#include "ferro/blockmanager/block_transfer_service.h"
#include "ferro/blockmanager/broadcast_source.h"
#include "ferro/conf/conf.h"
#include "ferro/net/connection_pool.h"
#include "ferro/net/net_loop.h"
#include "ferro/scheduler/cached_partitions.h"
#include "ferro/scheduler/cluster/driver_endpoint.h"
#include "ferro/scheduler/cluster/executor_fleet.h"
#include "ferro/scheduler/cluster/log_directory.h"
#include "ferro/scheduler/cluster/mpi_rendezvous.h"
#include "ferro/scheduler/console_progress.h"
#include "ferro/scheduler/dag_scheduler.h"
#include "ferro/scheduler/driver_barriers.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/scheduler/preferred_places.h"
#include "ferro/scheduler/runtime.h"
#include "ferro/scheduler/scheduler_options.h"
#include "ferro/scheduler/task_scheduler.h"
#include "ferro/shuffle/service/service_link.h"

namespace ferro {

class ClusterRuntime final : public Runtime {
 public:
  // What the runtime is given outlives it; `environment` is the driver's own.
  struct Parts {
    const Conf& conf;
    std::string applicationId;
    ExecutorEnvironment& environment;
    MapOutputTracker& outputs;
    AccumulatorRegistry& accumulators;
    ListenerBus& bus;
    const TaskBodyCodec& codec;
  };

  explicit ClusterRuntime(const Parts& parts);
  ~ClusterRuntime() override;

  DagScheduler& dag() override { return dag_; }
  TaskScheduler& tasks() override { return tasks_; }
  void removeShuffle(int shuffleId) override;
  void removeRdd(int rddId) override;
  int64_t memoryInUse() override;
  void awaitExecutors() override;
  void stop() override;

  // Where executors reach this driver.
  const HostPort& address() const { return endpoint_.address(); }

 private:
  template <class T>
  void sendToAll(cluster::Kind kind, const T& value) {
    fleet_.post(fleet::SendToAll{makeMessage(kind, value)});
  }

  void executorJoined(const cluster::Join& join);
  void executorLost(const ExecutorPlace& place);
  std::shared_ptr<arrow::Buffer> fetchResult(const ExecutorPlace& place, int64_t taskId);

  // How many executors have joined, ever; the fleet's thread counts.
  struct Joins {
    std::mutex mutex;
    std::condition_variable changed;
    int64_t count = 0;
  };

  const Parts parts_;
  Joins joins_;
  const std::unique_ptr<LogDirectory> logDirectory_;  // where executors are launched from here
  const NetOptions netOptions_;
  SystemClock clock_;
  BlockLocations blocks_;
  ClusterCachedPartitions cache_;
  LineagePlaces places_;
  const SchedulerOptions options_;
  TaskScheduler tasks_;
  std::unique_ptr<ConsoleProgress> progress_;
  DriverBarriers barriers_;
  NetLoop loop_;
  ConnectionPool peers_;
  ShuffleServiceLink shuffleServices_;
  BlockClient blockClient_;
  BlockTransferService blockService_;
  BroadcastSource broadcasts_;
  DriverEndpoint endpoint_;
  const std::string howToStart_;  // an executor, where others start them; else empty
  DagScheduler dag_;
  ExecutorFleet fleet_;
  std::unique_ptr<MpiRendezvous> rendezvous_;  // of an application that mpirun started
  std::atomic<bool> stopped_{false};
};

}  // namespace ferro
