// Settings of the driver and of executors: how many, how large, and when one is given up.
#pragma once

#include "ferro/conf/conf_key.h"

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
    .meaning = "Memory of an executor process, which one arbiter shares between cached blocks and running tasks. "
               "Unlike Spark's 1g, `auto` divides half of a machine's memory between its executors. Local mode has no "
               "executor process: there `ferro.driver.memory` counts.",
    .range = kMemoryRange,
    .bareSizeUnit = ByteUnit::kMebibyte,
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<int64_t> kExecutorCores({
    .name = "ferro.executor.cores",
    .defaultText = "1",
    .meaning = "Cores of an executor: it runs this many tasks of one cpu at once.",
    .range = between(1, 4096),
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<int64_t> kExecutorInstances({
    .name = "ferro.executor.instances",
    .defaultText = "2",
    .meaning = "Number of executors, unless dynamic allocation decides it.",
    .range = between(1, 100'000),
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::chrono::milliseconds> kExecutorHeartbeatInterval({
    .name = "ferro.executor.heartbeatInterval",
    .defaultText = "3s",
    .meaning = "How often an executor tells the driver that it lives. Four intervals of silence and it is given up. "
               "Unlike Spark's 10s, and 120s until somebody notices: a stopped executor is found within 15 s, and "
               "heartbeats have a thread of their own, so that a busy executor does not look dead.",
    .range = between(10, 3'600'000),
    .status = ConfStatus::kNoEffectYet,
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
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<int64_t> kDynamicAllocationMinExecutors({
    .name = "ferro.dynamicAllocation.minExecutors",
    .defaultText = "0",
    .meaning = "Fewest executors that dynamic allocation keeps.",
    .range = between(0, 100'000),
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::optional<int64_t>> kDynamicAllocationMaxExecutors({
    .name = "ferro.dynamicAllocation.maxExecutors",
    .whenUnset = "no limit",
    .meaning = "Most executors that dynamic allocation asks for.",
    .range = atLeast(1),
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::optional<int64_t>> kDynamicAllocationInitialExecutors({
    .name = "ferro.dynamicAllocation.initialExecutors",
    .whenUnset = "`ferro.dynamicAllocation.minExecutors`",
    .meaning = "Executors that dynamic allocation starts with.",
    .range = between(0, 100'000),
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::chrono::milliseconds> kDynamicAllocationExecutorIdleTimeout({
    .name = "ferro.dynamicAllocation.executorIdleTimeout",
    .defaultText = "60s",
    .meaning = "An executor without a task for this long is given back.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
    .status = ConfStatus::kNoEffectYet,
});

inline constexpr ConfKey<std::chrono::milliseconds> kDynamicAllocationSchedulerBacklogTimeout({
    .name = "ferro.dynamicAllocation.schedulerBacklogTimeout",
    .defaultText = "1s",
    .meaning = "More executors are asked for when tasks have waited for this long.",
    .range = atLeast(1),
    .bareTimeUnit = TimeUnit::kSecond,
    .status = ConfStatus::kNoEffectYet,
});

}  // namespace ferro::keys
