#include "ferro/conf/key_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/conf/keys.h"

namespace ferro {
namespace {

std::string_view withoutPrefix(std::string_view name) {
  for (const std::string_view prefix : {"ferro.", "spark."}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

}  // namespace

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

std::string KeyTable::misspelled(std::string_view name) const {
  const std::string_view words = withoutPrefix(name);
  std::string_view nearest;
  size_t fewestEdits = std::max<size_t>(1, words.size() / 6) + 1;
  for (const std::string_view known : names_) {
    const size_t edits = editDistance(words, withoutPrefix(known));
    if (edits >= fewestEdits) continue;
    fewestEdits = edits;
    nearest = known;
  }
  if (nearest.empty()) return "";
  return std::string(name.starts_with("spark.") ? "spark." : "ferro.") + std::string(withoutPrefix(nearest));
}

std::string KeyTable::suggestion(std::string_view name) const {
  if (const std::string meant = misspelled(name); !meant.empty()) return "the nearest known is " + meant;
  // Somebody who writes `memory` means one of those that end so.
  const std::string part = "." + lowerCase(withoutPrefix(name));
  std::vector<std::string_view> related;
  for (const std::string_view known : names_) {
    if (part.size() > 1 && lowerCase(known).ends_with(part)) related.push_back(known);
  }
  for (const std::string_view known : names_) {
    if (part.size() > 1 && lowerCase(known).find(part + ".") != std::string::npos) related.push_back(known);
  }
  if (related.empty()) return "docs/configuration.md lists all";
  constexpr size_t kMaxSuggestions = 3;
  related.resize(std::min(related.size(), kMaxSuggestions));
  std::string text = "did you mean ";
  for (size_t i = 0; i < related.size(); ++i) {
    if (i > 0) text += i + 1 == related.size() ? " or " : ", ";
    text += related[i];
  }
  return text + "?";
}

const KeyTable& keyTable() {
  using namespace keys;
  static const KeyTable table({
      {"Application",
       {&kAppName, &kMaster, &kPropertiesFile, &kDefaultParallelism, &kSqlShufflePartitions,
        &kSqlAutoBroadcastJoinThreshold, &kSqlPreferSortMergeJoin, &kSqlSessionTimeZone,
        &kSqlParquetDatetimeRebaseModeInRead, &kSqlParquetInt96RebaseModeInRead, &kFilesVerifyUnchanged, &kLocalDir,
        &kSerializer, &kLocalSerialize}},
      {"Driver and executors",
       {&kDriverMemory,
        &kDriverMaxResultSize,
        &kExecutorMemory,
        &kExecutorCores,
        &kExecutorInstances,
        &kExecutorHeartbeatInterval,
        &kExecutorMaxNumFailures,
        &kExecutorLogsDir,
        &kExecutorLogsMaxAge,
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
       {&kAuthenticate, &kAuthenticateAllowInsecureNetwork, &kAuthenticateSecret, &kAuthenticateSecretFile,
        &kAuthenticateSecretBitLength, &kIoEncryptionEnabled, &kIoEncryptionKeySizeBits, &kRedactionRegex}},
  });
  return table;
}

}  // namespace ferro
