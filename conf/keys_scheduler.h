// Settings of the scheduler: how jobs share the slots, how often what fails is tried again, when a slow task gets a
// copy.
#pragma once

#include "ferro/conf/conf_key.h"
#include "ferro/conf/duration_key.h"

namespace ferro::keys {

inline constexpr ConfKey<std::string> kSchedulerMode({
    .name = "ferro.scheduler.mode",
    .defaultText = "FIFO",
    .meaning = "How jobs that run at once share the slots: `FIFO` serves the earlier job first, `FAIR` shares between "
               "pools by weight and minimum share.",
    .choices = "FIFO, FAIR",
});

inline constexpr ConfKey<std::optional<std::string>> kSchedulerAllocationFile({
    .name = "ferro.scheduler.allocation.file",
    .whenUnset = "every pool has weight 1 and no minimum share",
    .meaning = "Spark's `fairscheduler.xml`: the pools of `FAIR` mode, with their modes, weights and minimum shares.",
});

inline constexpr ConfKey<int64_t> kTaskCpus({
    .name = "ferro.task.cpus",
    .defaultText = "1",
    .meaning = "Slots that one task takes.",
    .range = between(1, 4096),
});

inline constexpr ConfKey<int64_t> kTaskMaxFailures({
    .name = "ferro.task.maxFailures",
    .defaultText = "4",
    .meaning = "How often one task may fail before its job fails. In local mode the first failure ends the job, unless "
               "this key is set or the master is `local[N,F]`.",
    .range = between(1, 1'000'000),
});

inline constexpr ConfKey<int64_t> kStageMaxConsecutiveAttempts({
    .name = "ferro.stage.maxConsecutiveAttempts",
    .defaultText = "4",
    .meaning = "How often in a row a stage may be tried because its input could not be fetched before its job fails.",
    .range = between(1, 1'000'000),
});

inline constexpr ConfKey<std::chrono::milliseconds> kLocalityWait({
    .name = "ferro.locality.wait",
    .defaultText = "3s",
    .meaning = "How long a task waits for a slot near its data before it takes one farther away; 0 means not at all.",
    .range = atLeast(0),
});

inline constexpr ConfKey<bool> kSpeculation({
    .name = "ferro.speculation",
    .defaultText = "false",
    .meaning = "Starts a copy of a task that is much slower than the others of its stage, on another executor; "
               "whichever ends first counts.",
});

inline constexpr ConfKey<std::chrono::milliseconds> kSpeculationInterval({
    .name = "ferro.speculation.interval",
    .defaultText = "100ms",
    .meaning = "How often slow tasks are looked for.",
    .range = atLeast(1),
});

inline constexpr ConfKey<double> kSpeculationMultiplier({
    .name = "ferro.speculation.multiplier",
    .defaultText = "3",
    .meaning = "A task is slow when it runs this many times longer than the median of its stage.",
    .range = atLeast(1),
});

inline constexpr ConfKey<double> kSpeculationQuantile({
    .name = "ferro.speculation.quantile",
    .defaultText = "0.9",
    .meaning = "Part of a stage's tasks that must have ended before slow ones are looked for.",
    .range = between(0, 1),
});

inline constexpr ConfKey<std::chrono::milliseconds> kSpeculationMinTaskRuntime({
    .name = "ferro.speculation.minTaskRuntime",
    .defaultText = "100ms",
    .meaning = "A task that has run for less than this is never slow.",
    .range = atLeast(0),
});

inline constexpr ConfKey<bool> kExcludeOnFailureEnabled({
    .name = "ferro.excludeOnFailure.enabled",
    .defaultText = "false",
    .meaning =
        "Gives no more tasks to executors on which tasks fail again and again, and fails a job when no executor is "
        "left for one of its tasks. Without it a task that failed still goes to another executor if one has a "
        "free slot within `ferro.locality.wait`.",
});

inline constexpr ConfKey<int64_t> kExcludeOnFailureMaxTaskAttempts({
    .name = "ferro.excludeOnFailure.task.maxTaskAttemptsPerExecutor",
    .defaultText = "1",
    .meaning = "How often one task may fail on an executor before it is tried on others only.",
    .range = between(1, 1'000'000),
});

inline constexpr ConfKey<int64_t> kExcludeOnFailureStageMaxFailedTasks({
    .name = "ferro.excludeOnFailure.stage.maxFailedTasksPerExecutor",
    .defaultText = "2",
    .meaning = "How many tasks of a stage may fail on an executor before it gets no more of that stage.",
    .range = between(1, 1'000'000),
});

inline constexpr ConfKey<int64_t> kExcludeOnFailureApplicationMaxFailedTasks({
    .name = "ferro.excludeOnFailure.application.maxFailedTasksPerExecutor",
    .defaultText = "2",
    .meaning =
        "How many tasks, of stages that went well in the end, may fail on an executor before it gets no more tasks "
        "at all for `ferro.excludeOnFailure.timeout`.",
    .range = between(1, 1'000'000),
});

inline constexpr ConfKey<std::chrono::milliseconds> kExcludeOnFailureTimeout({
    .name = "ferro.excludeOnFailure.timeout",
    .defaultText = "1h",
    .meaning = "How long an executor stays excluded from the application.",
    .range = atLeast(1),
});

inline constexpr ConfKey<std::chrono::milliseconds> kBarrierSyncTimeout({
    .name = "ferro.barrier.sync.timeout",
    .defaultText = "1h",
    .meaning =
        "How long a task of a barrier stage waits for the others at `barrier()` or `allGather()` before the attempt "
        "fails. Unlike Spark's 365 days.",
    .range = atLeast(1),
    .bareTimeUnit = TimeUnit::kSecond,
});

inline constexpr ConfKey<std::chrono::milliseconds> kBarrierSlotsTimeout({
    .name = "ferro.barrier.slots.timeout",
    .defaultText = "30s",
    .meaning =
        "How long a barrier stage with more tasks than all executors have slots waits for further executors before "
        "its job fails. Spark looks 40 times, every 15 seconds.",
    .range = atLeast(0),
    .bareTimeUnit = TimeUnit::kSecond,
});

}  // namespace ferro::keys
