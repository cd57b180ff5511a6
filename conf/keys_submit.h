// Settings of how an application is submitted, and what it asks a cluster for.
#pragma once

#include "ferro/conf/conf_key.h"
#include "ferro/conf/duration_key.h"

namespace ferro::keys {

inline constexpr ConfKey<std::string> kSubmitDeployMode({
    .name = "ferro.submit.deployMode",
    .defaultText = "client",
    .meaning = "Where `ferro-submit` runs the driver: `client` on the machine of its caller, `cluster` on one of the "
               "cluster's, so that the caller may leave.",
    .choices = "client, cluster",
});

inline constexpr ConfKey<std::optional<std::string>> kSubmitStagingDir({
    .name = "ferro.submit.stagingDir",
    .whenUnset = "`.ferroStaging` in the home directory for a cluster, else `ferro.local.dir`",
    .meaning = "Directory in which `ferro-submit` puts what an application needs: settings, files and archives. On a "
               "cluster, one that all machines share.",
});

inline constexpr ConfKey<bool> kSubmitLoadSparkDefaults({
    .name = "ferro.submit.loadSparkDefaults",
    .defaultText = "true",
    .meaning = "Reads `spark-defaults.conf`. As in Spark, `ferro-submit --properties-file` takes its place unless "
               "`--load-spark-defaults` is there too.",
});

inline constexpr ConfKey<int64_t> kDriverCores({
    .name = "ferro.driver.cores",
    .defaultText = "1",
    .meaning = "Cores that a driver in cluster mode asks the cluster for.",
    .range = between(1, 4096),
});

inline constexpr ConfKey<bool> kDriverSupervise({
    .name = "ferro.driver.supervise",
    .defaultText = "false",
    .meaning = "Starts a driver in cluster mode again when it fails.",
});

inline constexpr ConfKey<std::optional<int64_t>> kCoresMax({
    .name = "ferro.cores.max",
    .whenUnset = "no limit",
    .meaning =
        "Most cores of all executors that a cluster starts; with it, `ferro.executor.instances` need not be set.",
    .range = between(1, 10'000'000),
});

inline constexpr ConfKey<std::optional<std::vector<std::string>>> kFiles({
    .name = "ferro.files",
    .whenUnset = "none",
    .meaning = "Files that `ferro-submit` makes available to driver and executors by their names, as "
               "`ferro::Files::get(name)`; `path#name` gives another name.",
});

inline constexpr ConfKey<std::optional<std::vector<std::string>>> kArchives({
    .name = "ferro.archives",
    .whenUnset = "none",
    .meaning = "Archives (.tar, .tar.gz, .tgz, .tar.zst, .tar.bz2, .tar.xz, .zip) that `ferro-submit` unpacks into "
               "directories, available as `ferro.files` are; `path#name` gives another name.",
});

inline constexpr ConfKey<int64_t> kExecutorGpus({
    .name = "ferro.executor.resource.gpu.amount",
    .defaultText = "0",
    .meaning = "GPUs that an executor asks the cluster for.",
    .range = between(0, 1024),
});

inline constexpr ConfKey<std::optional<std::string>> kSlurmPartition({
    .name = "ferro.slurm.partition",
    .whenUnset = "the cluster's default",
    .meaning = "Slurm's partition to run in; `ferro-submit --queue` sets it.",
});

inline constexpr ConfKey<std::optional<std::string>> kSlurmAccount({
    .name = "ferro.slurm.account",
    .whenUnset = "the user's default",
    .meaning = "Slurm's account to charge.",
});

inline constexpr ConfKey<std::optional<std::string>> kSlurmTimeLimit({
    .name = "ferro.slurm.timeLimit",
    .whenUnset = "the partition's",
    .meaning =
        "Longest time that the application may take, as Slurm writes it: minutes, or `days-hours:minutes:seconds`.",
});

inline constexpr ConfKey<std::optional<std::vector<std::string>>> kSlurmOptions({
    .name = "ferro.slurm.options",
    .whenUnset = "none",
    .meaning = "Further options for Slurm's requests, such as `--constraint=haswell,--exclusive`.",
});

inline constexpr ConfKey<std::optional<std::string>> kSlurmBroadcastDir({
    .name = "ferro.slurm.broadcastDir",
    .whenUnset = "nodes find the program and the staging directory at the driver's paths",
    .meaning = "Directory that each node has for itself, such as `/tmp`: Slurm copies the program with its libraries, "
               "files and archives there (`sbcast`) for the executors, and removes them at the end.",
});

inline constexpr ConfKey<std::chrono::milliseconds> kSlurmQueueTimeout({
    .name = "ferro.slurm.queueTimeout",
    .defaultText = "1h",
    .meaning = "How long an executor may wait in Slurm's queue until it counts as one that cannot be started.",
    .range = atLeast(1000),
    .bareTimeUnit = TimeUnit::kSecond,
});

}  // namespace ferro::keys
