#include "ferro/scheduler/cluster/remote_executor.h"

#include <utility>

namespace ferro {
namespace {

cluster::TaskSetName nameOf(const TaskSet& set) { return {set.spec().stage.value, set.spec().stageAttempt}; }

}  // namespace

RemoteExecutor::RemoteExecutor(ConnectionPtr connection, const cluster::Join& join)
    : connection_(std::move(connection)),
      place_(join.place),
      info_{join.place.executorId, join.place.host, join.cores} {}

void RemoteExecutor::launch(const LaunchedTask& task, int64_t mapOutputEpoch) {
  const cluster::TaskSetName name = nameOf(*task.set);
  {
    std::lock_guard lock(mutex_);
    if (bodiesSent_.insert(name).second) {
      send(cluster::kTaskBody, cluster::TaskBodyMessage{name, task.set->spec().encodedBody});
    }
  }
  cluster::LaunchTask launch{name, task.identity()};
  launch.identity.mapOutputEpoch = mapOutputEpoch;
  send(cluster::kLaunchTask, launch);
}

void RemoteExecutor::cancel(const TaskSet& set) { send(cluster::kCancelTasks, nameOf(set)); }

void RemoteExecutor::kill(TaskId task) { send(cluster::kKillTask, task.value); }

void RemoteExecutor::forget(const TaskSet& set) {
  std::lock_guard lock(mutex_);
  if (bodiesSent_.erase(nameOf(set)) > 0) send(cluster::kForgetTasks, nameOf(set));
}

void RemoteExecutor::removeShuffle(int shuffleId) { send(cluster::kRemoveShuffle, shuffleId); }

void RemoteExecutor::removeMapOutput(int shuffleId, int mapId) {
  send(cluster::kRemoveMapOutput, std::pair(shuffleId, mapId));
}

}  // namespace ferro
