#include "ferro/scheduler/executor_allocation.h"

#include <algorithm>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"

namespace ferro {

AllocationOptions AllocationOptions::fromConf(const Conf& conf, int slotsPerExecutor, int mostExecutors) {
  AllocationOptions options;
  options.minExecutors = static_cast<int>(conf.get(keys::kDynamicAllocationMinExecutors));
  const int64_t most = conf.get(keys::kDynamicAllocationMaxExecutors).value_or(mostExecutors);
  options.maxExecutors = static_cast<int>(std::min<int64_t>(most, mostExecutors));
  options.initialExecutors =
      static_cast<int>(conf.get(keys::kDynamicAllocationInitialExecutors).value_or(options.minExecutors));
  // As in Spark, the number of executors that somebody asks for is where to begin.
  if (conf.isSet(keys::kExecutorInstances)) {
    options.initialExecutors = std::max(options.initialExecutors, static_cast<int>(conf.get(keys::kExecutorInstances)));
  }
  if (options.minExecutors > options.maxExecutors) {
    throw Error(ErrorCode::kInvalidConf,
                "ferro.dynamicAllocation.minExecutors=" + std::to_string(options.minExecutors) + " is more than the " +
                    std::to_string(options.maxExecutors) +
                    " executors that there may be (ferro.dynamicAllocation.maxExecutors, ferro.master and what it "
                    "was given)");
  }
  options.slotsPerExecutor = slotsPerExecutor;
  options.backlogTimeout = conf.get(keys::kDynamicAllocationSchedulerBacklogTimeout);
  options.sustainedBacklogTimeout =
      conf.get(keys::kDynamicAllocationSustainedBacklogTimeout).value_or(options.backlogTimeout);
  options.idleTimeout = conf.get(keys::kDynamicAllocationExecutorIdleTimeout);
  options.cachedIdleTimeout = conf.get(keys::kDynamicAllocationCachedExecutorIdleTimeout);
  options.shuffleIdleTimeout = conf.get(keys::kDynamicAllocationShuffleTrackingTimeout);
  options.keepsShuffleOutputs = conf.get(keys::kDynamicAllocationShuffleTrackingEnabled);
  return options;
}

ExecutorAllocation::ExecutorAllocation(AllocationOptions options)
    : options_(options), target_(std::clamp(options_.initialExecutors, options_.minExecutors, options_.maxExecutors)) {}

AllocationActions ExecutorAllocation::update(Clock::TimePoint now, const AllocationState& state) {
  adjustTarget(now, state);
  AllocationActions actions;
  int left = static_cast<int>(state.executors.size());
  actions.ask = std::max(0, target_ - left - state.starting);
  for (const AllocatedExecutor& executor : state.executors) {
    if (left <= std::max(target_, options_.minExecutors)) break;
    if (!mayGo(now, executor)) continue;
    actions.drain.push_back(executor.id);
    --left;
  }
  return actions;
}

void ExecutorAllocation::adjustTarget(Clock::TimePoint now, const AllocationState& state) {
  const int tasks = state.pendingTasks + state.runningTasks;
  const int slots = options_.slotsPerExecutor;
  const int needed = std::clamp(tasks / slots + (tasks % slots != 0), options_.minExecutors, options_.maxExecutors);
  started_ = started_ || tasks > 0;
  if (!started_) return;
  if (needed <= target_) {  // enough: what was asked for beyond that need not come
    target_ = needed;
    step_ = 1;
    growAt_.reset();
    return;
  }
  if (state.pendingTasks == 0) {
    step_ = 1;
    growAt_.reset();
  } else if (!growAt_) {
    growAt_ = now + options_.backlogTimeout;
  } else if (now >= *growAt_) {
    target_ = step_ > needed - target_ ? needed : target_ + step_;
    step_ = step_ > needed / 2 ? needed : step_ * 2;
    growAt_ = now + options_.sustainedBacklogTimeout;
  }
}

bool ExecutorAllocation::mayGo(Clock::TimePoint now, const AllocatedExecutor& executor) const {
  if (!executor.idleSince) return false;
  auto limit = options_.idleTimeout;
  if (executor.holdsCachedBlocks) {
    if (!options_.cachedIdleTimeout) return false;
    limit = *options_.cachedIdleTimeout;
  }
  if (executor.holdsShuffleOutputs && options_.keepsShuffleOutputs) {
    if (!options_.shuffleIdleTimeout) return false;
    limit = std::max(limit, *options_.shuffleIdleTimeout);
  }
  return now - *executor.idleSince >= limit;
}

}  // namespace ferro
