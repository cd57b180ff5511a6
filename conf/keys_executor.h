// Settings of the driver and of executors: how many, how large, and when one is given up.
#pragma once

#include "ferro/conf/conf_key.h"
#include "ferro/conf/duration_key.h"

namespace ferro::keys {

inline constexpr ConfRange kMemoryRange = between(1 << 10, 1LL << 44);

inline constexpr ConfKey<MemoryLimit> kDriverMemory({
    .name = "ferro.driver.memory",
    .defaultText = "auto",
    .meaning = "Memory of the driver; in local mode, where tasks run in the driver, the bound on everything. Unlike "
               "Spark's 1g, `auto` takes half of the machine's memory (or of the control group's limit), so that a "
               "program on one machine is fast without tuning.",
    .range = kMemoryRange,
    .bareSizeUnit = ByteUnit::kMebibyte,
});

inline constexpr ConfKey<ByteSize> kDriverMaxResultSize({
    .name = "ferro.driver.maxResultSize",
    .defaultText = "1g",
    .meaning = "Most bytes that the results of one action's tasks may take in the driver before the job fails; 0 means "
               "no limit.",
});

inline constexpr ConfKey<MemoryLimit> kExecutorMemory({
    .name = "ferro.executor.memory",
    .defaultText = "auto",
    .meaning =
        "Memory of an executor process, which one arbiter shares between cached blocks and running tasks. "
        "On a cluster `auto` asks for 1g for each core; `local-cluster[N,cores,memory]` says it itself, and local "
        "mode has no executor process: there `ferro.driver.memory` counts.",
    .range = kMemoryRange,
    .bareSizeUnit = ByteUnit::kMebibyte,
});

inline constexpr ConfKey<int64_t> kExecutorCores({
    .name = "ferro.executor.cores",
    .defaultText = "1",
    .meaning = "Cores of an executor that a cluster starts: it runs this many tasks of one cpu at once.",
    .range = between(1, 4096),
});

inline constexpr ConfKey<int64_t> kExecutorInstances({
    .name = "ferro.executor.instances",
    .defaultText = "2",
    .meaning = "Number of executors that a cluster starts, unless dynamic allocation decides it.",
    .range = between(1, 100'000),
});

inline constexpr ConfKey<std::chrono::milliseconds> kExecutorHeartbeatInterval({
    .name = "ferro.executor.heartbeatInterval",
    .defaultText = "3s",
    .meaning = "How often an executor tells the driver that it lives. Four intervals of silence and it is given up. "
               "Unlike Spark's 10s, and 120s until somebody notices: a stopped executor is found within 15 s, and "
               "heartbeats have a thread of their own, so that a busy executor does not look dead.",
    .range = between(10, 3'600'000),
});

inline constexpr ConfKey<std::optional<int64_t>> kExecutorMaxNumFailures({
    .name = "ferro.executor.maxNumFailures",
    .whenUnset = "twice the number of executors, at least 3",
    .meaning = "How many executors in a row may end before they have done anything; then no more are started, and jobs "
               "fail with the last one's output.",
    .range = atLeast(1),
});

inline constexpr ConfKey<std::optional<std::string>> kExecutorLogsDir({
    .name = "ferro.executor.logs.dir",
    .whenUnset = "a directory in `ferro.local.dir` that goes with the session, unless an executor was lost",
    .meaning = "Directory that keeps what executors on this machine print, a file each.",
});

inline constexpr ConfKey<std::chrono::milliseconds> kExecutorLogsMaxAge({
    .name = "ferro.executor.logs.maxAge",
    .defaultText = "7d",
    .meaning = "How long the logs of an application that lost an executor stay in `ferro.local.dir`. The next "
               "application of the same user that starts executors there removes what is older.",
    .range = atLeast(0),
});

inline constexpr ConfKey<std::string> kDriverBindAddress({
    .name = "ferro.driver.bindAddress",
    .defaultText = "127.0.0.1",
    .meaning = "Address on which the driver listens for executors. Unlike in Spark it is the loopback one unless told "
               "otherwise; on a cluster, where that would be of no use, all addresses of the machine.",
});

inline constexpr ConfKey<std::optional<std::string>> kDriverHost({
    .name = "ferro.driver.host",
    .whenUnset = "`ferro.driver.bindAddress`; on a cluster, the machine's name",
    .meaning = "Name or address under which executors reach the driver.",
});

inline constexpr ConfKey<int64_t> kDriverPort({
    .name = "ferro.driver.port",
    .defaultText = "0",
    .meaning = "Port on which the driver listens for executors; 0 means any.",
    .range = between(0, 65'535),
});

inline constexpr ConfKey<std::chrono::milliseconds> kNetworkTimeout({
    .name = "ferro.network.timeout",
    .defaultText = "120s",
    .meaning = "Limit of every wait for the network that has none of its own. Lost executors are noticed by their "
               "heartbeats, long before.",
    .range = atLeast(1),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<bool> kDynamicAllocationEnabled({
    .name = "ferro.dynamicAllocation.enabled",
    .defaultText = "false",
    .meaning = "Asks for executors while tasks wait, and gives back those that idle.",
});

inline constexpr ConfKey<int64_t> kDynamicAllocationMinExecutors({
    .name = "ferro.dynamicAllocation.minExecutors",
    .defaultText = "0",
    .meaning = "Fewest executors that dynamic allocation keeps.",
    .range = between(0, 100'000),
});

inline constexpr ConfKey<std::optional<int64_t>> kDynamicAllocationMaxExecutors({
    .name = "ferro.dynamicAllocation.maxExecutors",
    .whenUnset = "no limit",
    .meaning = "Most executors that dynamic allocation asks for.",
    .range = atLeast(1),
});

inline constexpr ConfKey<std::optional<int64_t>> kDynamicAllocationInitialExecutors({
    .name = "ferro.dynamicAllocation.initialExecutors",
    .whenUnset = "`ferro.dynamicAllocation.minExecutors`",
    .meaning = "Executors that dynamic allocation starts with.",
    .range = between(0, 100'000),
});

inline constexpr ConfKey<std::chrono::milliseconds> kDynamicAllocationExecutorIdleTimeout({
    .name = "ferro.dynamicAllocation.executorIdleTimeout",
    .defaultText = "60s",
    .meaning = "An executor without a task for this long is given back.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<std::chrono::milliseconds> kDynamicAllocationSchedulerBacklogTimeout({
    .name = "ferro.dynamicAllocation.schedulerBacklogTimeout",
    .defaultText = "1s",
    .meaning = "More executors are asked for when tasks have waited for this long.",
    .range = atLeast(1),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<std::optional<std::chrono::milliseconds>> kDynamicAllocationSustainedBacklogTimeout({
    .name = "ferro.dynamicAllocation.sustainedSchedulerBacklogTimeout",
    .whenUnset = "`ferro.dynamicAllocation.schedulerBacklogTimeout`",
    .meaning = "After the first, twice as many executors are asked for each time that tasks have waited for this long.",
    .range = atLeast(1),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<std::optional<std::chrono::milliseconds>> kDynamicAllocationCachedExecutorIdleTimeout({
    .name = "ferro.dynamicAllocation.cachedExecutorIdleTimeout",
    .whenUnset = "they are kept",
    .meaning = "An executor that holds cached blocks is given back after this long without a task.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<bool> kDynamicAllocationShuffleTrackingEnabled({
    .name = "ferro.dynamicAllocation.shuffleTracking.enabled",
    .defaultText = "true",
    .meaning =
        "Keeps executors whose map outputs nobody else can serve. Without it they are given back like others, and "
        "what is lost is computed again.",
});

inline constexpr ConfKey<std::optional<std::chrono::milliseconds>> kDynamicAllocationShuffleTrackingTimeout({
    .name = "ferro.dynamicAllocation.shuffleTracking.timeout",
    .whenUnset = "as long as the shuffle is in use",
    .meaning = "How long an executor that holds map outputs is kept without a task.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
});

}  // namespace ferro::keys
