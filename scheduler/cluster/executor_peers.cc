#include "ferro/scheduler/cluster/executor_peers.h"

#include <chrono>
#include <utility>

#include "ferro/conf/keys.h"
#include "ferro/conf/network_reach.h"
#include "ferro/scheduler/cluster/messages.h"
#include "ferro/shuffle/service/service_settings.h"
#include "ferro/shuffle/shuffle_network.h"

namespace ferro {
namespace {

constexpr std::chrono::seconds kPeerConnectLimit{10};

BroadcastPeers broadcastPeersOf(const ExecutorPeers::Parts& parts, ConnectionPool& pool) {
  return {.blocks = parts.environment.blocks(),
          .directory = parts.directory,
          .pool = pool,
          .executorId = parts.executorId,
          .driver = {"driver", parts.driverAddress.host, parts.driverAddress.port},
          .driverDeadline = parts.environment.conf().get(keys::kNetworkTimeout)};
}

// Asks the driver where the outputs of a shuffle lie.
CachedMapOutputLocator::Fetch askDriver(const ExecutorPeers::Parts& parts) {
  return [driver = parts.driver, limit = parts.environment.conf().get(keys::kNetworkTimeout)](int shuffle) {
    return driver->callAndWait(makeMessage(cluster::kMapOutputs, shuffle), limit).body;
  };
}

}  // namespace

// The services are in the router before the server listens; what needs our own address comes after.
ExecutorPeers::ExecutorPeers(const Parts& parts)
    : parts_(parts),
      pool_(parts.loop, parts.net, kPeerConnectLimit),
      blockClient_(pool_, BlockClientOptions{.deadline = parts.environment.conf().get(keys::kNetworkTimeout)}),
      blockService_(parts.environment.blocks(), blockClient_),
      broadcasts_(broadcastPeersOf(parts, pool_), blockService_, parts.environment.broadcasts(),
                  parts.environment.memory()),
      mapOutputs_(askDriver(parts)),
      server_(parts.loop, parts.net, HostPort{parts.host, 0}, filledRouter()),
      self_{parts.executorId, parts.host, server_.address().port},
      remoteBlocks_(blockClient_, parts.directory, self_, parts.environment.memory(), parts.environment.localDirs()),
      replicator_(blockClient_, parts.directory, self_,
                  static_cast<int>(parts.environment.conf().get(keys::kStorageReplication))) {
  ExecutorEnvironment& environment = parts_.environment;
  environment.setRemote({.blocks = &remoteBlocks_, .broadcasts = &broadcasts_});
  environment.blocks().setReplicator(&replicator_);
  environment.shuffles().connect({.peers = &pool_,
                                  .locator = &mapOutputs_,
                                  .self = self_,
                                  .options = ShuffleFetchOptions::from(environment.conf()),
                                  .lost = &lost_});
  if (parts_.outputs != nullptr) useShuffleService();
}

MessageRouter& ExecutorPeers::filledRouter() {
  blockService_.addTo(router_);
  broadcasts_.addTo(router_);
  parts_.environment.shuffles().serve(router_);
  return router_;
}

void ExecutorPeers::useShuffleService() {
  const Conf& conf = parts_.environment.conf();
  // The secret is read anew each time: a service that lost its directory has made another.
  const auto access = [&conf, net = parts_.net] {
    ShuffleServiceAccess service{shuffleServiceAddress(conf), net, readShuffleServiceSecret(conf)};
    service.net.tls = usesTls(conf, conf.get(keys::kShuffleServiceBindAddress));
    return service;
  };
  const RegisterExecutor registration{.applicationId = parts_.applicationId,
                                      .executorId = parts_.executorId,
                                      .directories = parts_.outputs->directories(),
                                      .authenticate = parts_.net.authenticate,
                                      .secret = parts_.net.secret,
                                      .tls = parts_.net.tls};
  ShuffleManager& shuffles = parts_.environment.shuffles();
  shuffles.useService(*parts_.outputs, {});
  registration_ = std::make_unique<ServiceRegistration>(
      parts_.loop, access, registration, parts_.host,
      [&shuffles, outputs = parts_.outputs, driver = parts_.driver](const std::optional<ExecutorPlace>& place) {
        shuffles.useService(*outputs, place.value_or(ExecutorPlace{}));
        if (place) driver->send(makeMessage(cluster::kShuffleService, *place));
      });
  shuffleService_ = registration_->awaitFirstTry(kPeerConnectLimit).value_or(ExecutorPlace{});
}

}  // namespace ferro
