#include "ferro/scheduler/cluster/remote_barriers.h"

#include <utility>

#include "ferro/scheduler/cluster/messages.h"

namespace ferro {

void RemoteBarriers::sync(BarrierRequest request, OnReply onReply) {
  ask(makeMessage(cluster::kBarrierSync, request), std::move(onReply));
}

void RemoteBarriers::hosts(int stage, int stageAttempt, OnReply onReply) {
  ask(makeMessage(cluster::kBarrierHosts, cluster::TaskSetName{stage, stageAttempt}), std::move(onReply));
}

void RemoteBarriers::ask(Message request, OnReply onReply) {
  driver_->call(std::move(request), limit_, [onReply = std::move(onReply)](const Reply& reply) {
    if (reply.error) {
      onReply({{}, reply.error});
    } else {
      onReply({readMessage<std::vector<std::string>>(reply.message), std::nullopt});
    }
  });
}

}  // namespace ferro
