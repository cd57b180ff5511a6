#include "ferro/scheduler/cluster/fleet_options.h"

#include <algorithm>
#include <limits>

#include "ferro/conf/conf.h"
#include "ferro/conf/executor_request.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/scheduler/cluster/slurm_request.h"

namespace ferro {

FleetOptions FleetOptions::fromConf(const Conf& conf) {
  constexpr int kMissedHeartbeats = 4;
  FleetOptions options;
  const Master master = masterOf(conf);
  const bool onSlurm = std::holds_alternative<SlurmMaster>(master);
  const ExecutorRequest request = executorRequestOf(conf);
  // Where nobody starts them, they come by themselves.
  const bool areStarted = onSlurm || std::holds_alternative<LocalClusterMaster>(master);
  options.executors = areStarted ? static_cast<int>(request.executors) : 0;
  options.launch.cores = static_cast<int>(request.coresOfOne);
  options.launch.memory = request.memoryOfOne;
  if (onSlurm) options.joinTimeout = conf.get(keys::kSlurmQueueTimeout);
  options.taskCpus = static_cast<int>(conf.get(keys::kTaskCpus));
  options.heartbeatTimeout = kMissedHeartbeats * conf.get(keys::kExecutorHeartbeatInterval);
  options.maxFailures =
      static_cast<int>(conf.get(keys::kExecutorMaxNumFailures)
                           .value_or(std::max<int64_t>(3, 2 * static_cast<int64_t>(options.executors))));
  if (conf.get(keys::kDynamicAllocationEnabled)) {
    // Jobs of their own find room as the cluster has it; an allocation has what was asked for, and no more.
    const bool isOpen = onSlurm && !isInSlurmAllocation() && !conf.isSet(keys::kCoresMax);
    options.allocation = AllocationOptions::fromConf(conf, options.launch.cores / options.taskCpus,
                                                     isOpen ? std::numeric_limits<int>::max() : options.executors);
  }
  options.maxResultBytes = conf.get(keys::kDriverMaxResultSize).bytes();
  return options;
}

}  // namespace ferro
