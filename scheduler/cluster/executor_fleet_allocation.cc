// The part of ExecutorFleet that lets the number of executors follow the work.
#include <algorithm>
#include <utility>
#include <vector>

#include "ferro/common/log.h"
#include "ferro/scheduler/cluster/executor_fleet.h"
#include "ferro/scheduler/executor_end.h"

namespace ferro {

AllocationState ExecutorFleet::allocationState() const {
  AllocationState state;
  for (const StageProgress& stage : parts_.tasks.progress()) {
    state.pendingTasks += std::max(0, stage.total - stage.done - stage.active);
  }
  state.starting = static_cast<int>(starting_.size());
  for (const auto& [id, member] : members_) {
    state.runningTasks += static_cast<int>(member.running.size());
    if (member.isDraining) continue;
    state.executors.push_back({.id = id,
                               .idleSince = member.idleSince,
                               .holdsCachedBlocks = parts_.holdsCachedBlocks(id),
                               .holdsShuffleOutputs = parts_.outputs.servesAny(id)});
  }
  return state;
}

void ExecutorFleet::allocate() {
  if (!allocation_ || launcher_ == nullptr || gaveUp_) return;
  const AllocationActions actions = allocation_->update(parts_.clock.now(), allocationState());
  for (int i = 0; i < actions.ask && !gaveUp_; ++i) startOne();
  for (const std::string& id : actions.drain) {
    if (Member* member = find(id)) member->isDraining = true;
  }
  releaseDrained();
}

void ExecutorFleet::releaseDrained() {
  std::vector<std::string> drained;
  for (const auto& [id, member] : members_) {
    if (member.isDraining && member.running.empty()) drained.push_back(id);
  }
  for (const std::string& id : drained) {
    const Member member = std::move(members_.extract(id).mapped());
    logInfo("executor " + id + " goes, because there is nothing for it to do");
    parts_.tasks.removeExecutor(*member.executor, std::string(kExecutorWasIdle));
    member.executor->connection()->send({cluster::kLeave, {}, {}});
    parts_.onLost(member.executor->place());
    parts_.dag.executorLost(id, "it was idle");
  }
}

}  // namespace ferro
