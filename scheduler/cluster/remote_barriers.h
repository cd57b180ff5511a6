// How tasks of barrier stages in an executor process meet the others: the driver's coordinator, over the connection to
// it. Owned by the executor process; any thread may call it.
#pragma once

#include <chrono>

#include "ferro/net/connection.h"
#include "ferro/scheduler/barrier_coordinator.h"

namespace ferro {

class RemoteBarriers final : public BarrierCoordinator {
 public:
  // The driver itself ends waits that take too long; `limit` is a little more than that.
  RemoteBarriers(ConnectionPtr driver, std::chrono::milliseconds limit) : driver_(std::move(driver)), limit_(limit) {}

  void sync(BarrierRequest request, OnReply onReply) override;
  void hosts(int stage, int stageAttempt, OnReply onReply) override;

 private:
  void ask(Message request, OnReply onReply);

  const ConnectionPtr driver_;
  const std::chrono::milliseconds limit_;
};

}  // namespace ferro
