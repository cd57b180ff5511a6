#include "ferro/scheduler/cluster/driver_endpoint.h"

#include <utility>

#include "ferro/blockmanager/file_key.h"
#include "ferro/common/error.h"
#include "ferro/common/loaded_modules.h"
#include "ferro/common/log.h"
#include "ferro/conf/key_table.h"

namespace ferro {

namespace {

// Whoever waits at a barrier is answered when the others have come.
BarrierCoordinator::OnReply answering(Responder responder, cluster::Kind kind) {
  return [responder = std::make_shared<Responder>(std::move(responder)), kind](const BarrierReply& reply) {
    if (reply.error) {
      responder->fail(*reply.error);
    } else {
      responder->reply(makeMessage(kind, reply.messages));
    }
  };
}

void checkSameProgram(const cluster::Hello& hello) {
  if (hello.protocol != cluster::kProtocolVersion) {
    throw Error(ErrorCode::kInvalidArgument,
                "this executor speaks version " + std::to_string(hello.protocol) + " of Ferro's protocol, the driver " +
                    std::to_string(cluster::kProtocolVersion) + "; build both with the same Ferro");
  }
  if (hello.buildId != executableBuildId()) {
    throw Error(ErrorCode::kInvalidArgument,
                "this executor runs another build of the program than the driver; start the same file on both sides");
  }
}

}  // namespace

DriverEndpoint::DriverEndpoint(NetLoop& loop, const NetOptions& options, const HostPort& bind, const Parts& parts)
    : parts_(parts), blocks_(parts.blocks, parts.onBlockUpdated) {
  addHandlers();
  server_ = std::make_unique<Server>(loop, options, bind, router_);
}

DriverEndpoint::~DriverEndpoint() { stop(); }

void DriverEndpoint::serve(ExecutorFleet& fleet) { fleet_ = &fleet; }

void DriverEndpoint::stop() { server_->stop(); }

void DriverEndpoint::addHandlers() {
  blocks_.addTo(router_);
  parts_.addServices(router_);
  router_.add(cluster::kHello, [this](const ConnectionPtr& from, Message message, Responder responder) {
    welcome(from, readMessage<cluster::Hello>(message), responder);
  });
  router_.add(cluster::kJoin, [this](const ConnectionPtr& from, Message message, Responder responder) {
    const auto known = executors_.find(from.get());
    auto join = readMessage<cluster::Join>(message);
    if (known == executors_.end() || known->second != join.place.executorId) {
      throw Error(ErrorCode::kInvalidArgument, "an executor joins after it was welcomed, under the name it was given");
    }
    fleet_.load()->post(fleet::Joined{std::move(join), from, std::move(responder)});
  });
  router_.add(cluster::kHeartbeat, [this](const ConnectionPtr&, Message message, Responder) {
    fleet_.load()->post(fleet::Heard{readMessage<cluster::Heartbeat>(message).executorId});
  });
  router_.add(cluster::kTaskEnded, [this](const ConnectionPtr& from, Message message, Responder) {
    const auto known = executors_.find(from.get());
    if (known == executors_.end()) return;
    fleet_.load()->post(fleet::TaskFinished{known->second, readMessage<cluster::TaskEnded>(message)});
  });
  router_.add(cluster::kMapOutputs, [this](const ConnectionPtr&, Message message, Responder responder) {
    responder.reply({cluster::kMapOutputs, *parts_.outputs.locations(readMessage<int>(message)), {}});
  });
  router_.add(cluster::kBarrierSync, [this](const ConnectionPtr&, Message message, Responder responder) {
    parts_.barriers.sync(readMessage<BarrierRequest>(message), answering(std::move(responder), cluster::kBarrierSync));
  });
  router_.add(cluster::kBarrierHosts, [this](const ConnectionPtr&, Message message, Responder responder) {
    const auto set = readMessage<cluster::TaskSetName>(message);
    parts_.barriers.hosts(set.stage, set.attempt, answering(std::move(responder), cluster::kBarrierHosts));
  });
  router_.add(cluster::kShuffleService, [this](const ConnectionPtr&, Message message, Responder) {
    parts_.onShuffleService(readMessage<ExecutorPlace>(message).address());
  });
  router_.addOnClosed([this](const ConnectionPtr& connection, const std::string& reason) {
    auto known = executors_.extract(connection.get());
    if (!known.empty()) fleet_.load()->post(fleet::ConnectionLost{known.mapped(), connection, reason});
  });
}

void DriverEndpoint::welcome(const ConnectionPtr& from, const cluster::Hello& hello, Responder& responder) {
  checkSameProgram(hello);
  if (fleet_.load() == nullptr) throw Error(ErrorCode::kNetwork, "the driver is not ready yet");
  cluster::Welcome welcome;
  welcome.executorId = hello.executorId.empty() ? "guest-" + std::to_string(nextGuest_++) : hello.executorId;
  welcome.applicationId = parts_.applicationId;
  if (parts_.fileKey != nullptr) welcome.fileKey = parts_.fileKey->bytes();
  for (const ConfSetting& setting : parts_.conf.settings()) {
    const ConfKeyBase* key = keyTable().find(setting.key);
    if (key == nullptr || !key->isSecret) welcome.settings.emplace_back(setting.key, setting.text);
  }
  executors_[from.get()] = welcome.executorId;
  responder.reply(makeMessage(cluster::kHello, welcome));
}

}  // namespace ferro
