#include "ferro/scheduler/cluster/remote_executor.h"

#include <algorithm>
#include <utility>

#include <arrow/buffer.h>

namespace ferro {
namespace {

// Large enough that a piece costs nothing, small enough that none is near any limit.
constexpr int64_t kBodyPieceBytes = 16 << 20;

// The encoded body of a set, which is kept until all of it was sent.
class BodyBytes final : public arrow::Buffer {
 public:
  explicit BodyBytes(std::shared_ptr<const TaskSet> set)
      : arrow::Buffer(std::string_view(set->spec().encodedBody)), set_(std::move(set)) {}

 private:
  const std::shared_ptr<const TaskSet> set_;
};

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
    if (!bodiesSent_.contains(name)) sendBody(task.set);
    bodiesSent_.insert(name);
  }
  cluster::LaunchTask launch{name, task.identity()};
  launch.identity.mapOutputEpoch = mapOutputEpoch;
  send(cluster::kLaunchTask, launch);
}

void RemoteExecutor::sendBody(const std::shared_ptr<const TaskSet>& set) {
  const auto body = std::make_shared<BodyBytes>(set);
  int64_t offset = 0;
  do {
    const int64_t length = std::min(kBodyPieceBytes, body->size() - offset);
    Message piece = makeMessage(cluster::kTaskBody, cluster::TaskBodyPiece{nameOf(*set), offset, body->size()});
    piece.payload.add(arrow::SliceBuffer(body, offset, length));
    connection_->send(std::move(piece));
    offset += length;
  } while (offset < body->size());
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
