#include "ferro/scheduler/cluster/fleet_options.h"

#include <algorithm>

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"

namespace ferro {

FleetOptions FleetOptions::fromConf(const Conf& conf) {
  constexpr int kMissedHeartbeats = 4;
  FleetOptions options;
  const Master master = masterOf(conf);
  if (const auto* local = std::get_if<LocalClusterMaster>(&master)) {
    options.executors = static_cast<int>(local->executors);
    options.launch.cores = static_cast<int>(local->coresPerExecutor);
    options.launch.memory = local->memoryPerExecutor.bytes();
  }
  options.taskCpus = static_cast<int>(conf.get(keys::kTaskCpus));
  options.heartbeatTimeout = kMissedHeartbeats * conf.get(keys::kExecutorHeartbeatInterval);
  options.maxFailures =
      static_cast<int>(conf.get(keys::kExecutorMaxNumFailures)
                           .value_or(std::max<int64_t>(3, 2 * static_cast<int64_t>(options.executors))));
  if (conf.get(keys::kDynamicAllocationEnabled)) {
    options.allocation = AllocationOptions::fromConf(conf, options.launch.cores / options.taskCpus);
    options.allocation->maxExecutors = std::min(options.allocation->maxExecutors, options.executors);
  }
  options.maxResultBytes = conf.get(keys::kDriverMaxResultSize).bytes();
  return options;
}

}  // namespace ferro
