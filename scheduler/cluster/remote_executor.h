// An executor process as the driver sees it: what it is sent, over one connection. Owned by the fleet, whose thread
// launches tasks; the rest any thread may call.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "ferro/blockmanager/executor_place.h"
#include "ferro/net/connection.h"
#include "ferro/scheduler/cluster/messages.h"
#include "ferro/scheduler/executor.h"

namespace ferro {

class RemoteExecutor final : public Executor {
 public:
  RemoteExecutor(ConnectionPtr connection, const cluster::Join& join);

  const ExecutorInfo& info() const override { return info_; }
  const ExecutorPlace& place() const { return place_; }
  const ConnectionPtr& connection() const { return connection_; }

  // Sends the task, and the body of its stage before the first one. Throws Error when it cannot be sent.
  void launch(const LaunchedTask& task, int64_t mapOutputEpoch);
  void cancel(const TaskSet& set) override;
  void kill(TaskId task) override;
  void forget(const TaskSet& set) override;
  void removeShuffle(int shuffleId) override;
  void removeMapOutput(int shuffleId, int mapId) override;

  template <class T>
  void send(cluster::Kind kind, const T& value) {
    connection_->send(makeMessage(kind, value));
  }

 private:
  void sendBody(const std::shared_ptr<const TaskSet>& set);

  const ConnectionPtr connection_;
  const ExecutorPlace place_;
  const ExecutorInfo info_;

  std::mutex mutex_;  // held while a body is sent, so that none is forgotten before it came
  std::set<cluster::TaskSetName> bodiesSent_;
};

}  // namespace ferro
