#include "ferro/scheduler/scheduler_options.h"

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"

namespace ferro {

namespace {

SpeculationOptions speculationFrom(const Conf& conf) {
  return {.enabled = conf.get(keys::kSpeculation),
          .interval = conf.get(keys::kSpeculationInterval),
          .multiplier = conf.get(keys::kSpeculationMultiplier),
          .quantile = conf.get(keys::kSpeculationQuantile),
          .minTaskRuntime = conf.get(keys::kSpeculationMinTaskRuntime)};
}

ExclusionOptions exclusionFrom(const Conf& conf) {
  return {.enabled = conf.get(keys::kExcludeOnFailureEnabled),
          .maxTaskAttemptsPerExecutor = static_cast<int>(conf.get(keys::kExcludeOnFailureMaxTaskAttempts)),
          .maxFailedTasksPerExecutorInStage = static_cast<int>(conf.get(keys::kExcludeOnFailureStageMaxFailedTasks)),
          .maxFailedTasksPerExecutorInApplication =
              static_cast<int>(conf.get(keys::kExcludeOnFailureApplicationMaxFailedTasks)),
          .timeout = conf.get(keys::kExcludeOnFailureTimeout)};
}

}  // namespace

SchedulerOptions SchedulerOptions::fromConf(const Conf& conf) {
  SchedulerOptions options;
  options.maxFailures = static_cast<int>(taskMaxFailures(conf));
  options.maxConsecutiveAttempts = static_cast<int>(conf.get(keys::kStageMaxConsecutiveAttempts));
  options.taskCpus = static_cast<int>(conf.get(keys::kTaskCpus));
  options.mode = conf.get(keys::kSchedulerMode) == "FAIR" ? SchedulingMode::kFair : SchedulingMode::kFifo;
  if (auto file = conf.get(keys::kSchedulerAllocationFile)) options.pools = readAllocationFile(*file);
  options.localityWait = conf.get(keys::kLocalityWait);
  options.speculation = speculationFrom(conf);
  options.exclusion = exclusionFrom(conf);
  options.barrierSlotWait = conf.get(keys::kBarrierSlotsTimeout);
  options.barrierSyncLimit = conf.get(keys::kBarrierSyncTimeout);
  options.serialize = conf.get(keys::kLocalSerialize);
  options.showProgress = conf.get(keys::kUiShowConsoleProgress);
  return options;
}

}  // namespace ferro
