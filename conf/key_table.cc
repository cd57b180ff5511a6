#include "ferro/conf/key_table.h"

#include <string>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/conf/keys.h"

namespace ferro {

KeyTable::KeyTable(std::vector<KeyTheme> themes) : themes_(std::move(themes)) {
  for (const KeyTheme& theme : themes_) {
    for (const ConfKeyBase* key : theme.keys) {
      bool isNew = byName_.emplace(key->name, key).second;
      if (!isNew) throwInternal("the key " + std::string(key->name) + " is listed twice");
      names_.push_back(key->name);
    }
  }
}

const ConfKeyBase* KeyTable::find(std::string_view name) const {
  constexpr std::string_view kSparkPrefix = "spark.";
  std::string alias;
  if (name.starts_with(kSparkPrefix)) {
    alias = "ferro." + std::string(name.substr(kSparkPrefix.size()));
    name = alias;
  }
  auto found = byName_.find(name);
  return found == byName_.end() ? nullptr : found->second;
}

std::string_view KeyTable::nearest(std::string_view name) const { return nearestName(name, names_).value_or(""); }

const KeyTable& keyTable() {
  using namespace keys;
  static const KeyTable table({
      {"Application",
       {&kAppName, &kMaster, &kPropertiesFile, &kDefaultParallelism, &kSqlShufflePartitions,
        &kSqlAutoBroadcastJoinThreshold, &kSqlPreferSortMergeJoin, &kLocalDir, &kSerializer, &kLocalSerialize}},
      {"Driver and executors",
       {&kDriverMemory,
        &kDriverMaxResultSize,
        &kExecutorMemory,
        &kExecutorCores,
        &kExecutorInstances,
        &kExecutorHeartbeatInterval,
        &kExecutorMaxNumFailures,
        &kExecutorLogsDir,
        &kDriverBindAddress,
        &kDriverHost,
        &kDriverPort,
        &kNetworkTimeout,
        &kDynamicAllocationEnabled,
        &kDynamicAllocationMinExecutors,
        &kDynamicAllocationMaxExecutors,
        &kDynamicAllocationInitialExecutors,
        &kDynamicAllocationExecutorIdleTimeout,
        &kDynamicAllocationSchedulerBacklogTimeout,
        &kDynamicAllocationSustainedBacklogTimeout,
        &kDynamicAllocationCachedExecutorIdleTimeout,
        &kDynamicAllocationShuffleTrackingEnabled,
        &kDynamicAllocationShuffleTrackingTimeout}},
      {"Submission and clusters",
       {&kSubmitDeployMode, &kSubmitStagingDir, &kSubmitLoadSparkDefaults, &kDriverCores, &kDriverSupervise, &kCoresMax,
        &kFiles, &kArchives, &kExecutorGpus, &kSlurmPartition, &kSlurmAccount, &kSlurmTimeLimit, &kSlurmOptions,
        &kSlurmBroadcastDir, &kSlurmQueueTimeout}},
      {"Network", {&kSslRpcEnabled, &kRpcMessageMaxSize}},
      {"Scheduling",
       {&kSchedulerMode, &kSchedulerAllocationFile, &kTaskCpus, &kTaskMaxFailures, &kStageMaxConsecutiveAttempts,
        &kLocalityWait, &kSpeculation, &kSpeculationInterval, &kSpeculationMultiplier, &kSpeculationQuantile,
        &kSpeculationMinTaskRuntime, &kExcludeOnFailureEnabled, &kExcludeOnFailureMaxTaskAttempts,
        &kExcludeOnFailureStageMaxFailedTasks, &kExcludeOnFailureApplicationMaxFailedTasks, &kExcludeOnFailureTimeout,
        &kBarrierSyncTimeout, &kBarrierSlotsTimeout}},
      {"Memory and storage",
       {&kMemoryFraction, &kMemoryStorageFraction, &kStorageReplication, &kStorageReplicationProactive,
        &kBroadcastTopology, &kBroadcastBlockSize, &kBroadcastCompress, &kCheckpointDir, &kCleanCheckpoints,
        &kIoCompressionCodec}},
      {"Shuffle",
       {&kShuffleCompress, &kShuffleSpillCompress, &kShuffleFileBuffer, &kShuffleChecksumEnabled,
        &kReducerMaxSizeInFlight, &kShuffleIoMaxRetries, &kShuffleIoRetryWait, &kShuffleServiceEnabled,
        &kShuffleServicePort, &kShuffleServiceSecretFile, &kShuffleServiceBindAddress, &kShuffleServiceGrace}},
      {"Progress, UI and history",
       {&kLogLevel, &kUiShowConsoleProgress, &kUiSummary, &kUiEnabled, &kUiPort, &kEventLogEnabled, &kEventLogDir,
        &kEventLogCompress, &kEventLogRollingEnabled, &kEventLogRollingMaxFileSize, &kEventLogLogBlockUpdatesEnabled,
        &kHistoryFsLogDirectory}},
      {"Security",
       {&kAuthenticate, &kAuthenticateSecret, &kAuthenticateSecretFile, &kAuthenticateSecretBitLength,
        &kRedactionRegex}},
  });
  return table;
}

}  // namespace ferro
