// What an executor process has for the others and gets from them: blocks, replicas, broadcasts and map outputs, over
// one server and a connection to each peer. Owned by the executor process, and made before its first task; what it
// holds may be used by any thread.
#pragma once

#include <memory>
#include <string>

#include "ferro/blockmanager/block_client.h"
#include "ferro/blockmanager/block_transfer_service.h"
#include "ferro/blockmanager/broadcast_fetcher.h"
#include "ferro/blockmanager/driver_block_directory.h"
#include "ferro/blockmanager/executor_place.h"
#include "ferro/blockmanager/peer_replicator.h"
#include "ferro/blockmanager/remote_blocks.h"
#include "ferro/net/connection_pool.h"
#include "ferro/net/message_router.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/server.h"
#include "ferro/scheduler/executor_environment.h"
#include "ferro/shuffle/cached_map_output_locator.h"
#include "ferro/shuffle/lost_executors.h"
#include "ferro/shuffle/service/service_registration.h"

namespace ferro {

class ExecutorPeers {
 public:
  // All but the values outlive it.
  struct Parts {
    NetLoop& loop;
    NetOptions net;
    ConnectionPtr driver;
    HostPort driverAddress;
    DriverBlockDirectory& directory;
    ExecutorEnvironment& environment;
    std::string executorId;
    std::string applicationId;
    std::string host;          // this executor's, for the others
    const LocalDirs* outputs;  // where a shuffle service finds what this executor writes; null: there is none
  };

  // Listens, tells the environment how to reach the others, and registers with the shuffle service of the host. Without
  // one it serves map outputs itself, and registers when there is one. Throws Error.
  explicit ExecutorPeers(const Parts& parts);
  ExecutorPeers(const ExecutorPeers&) = delete;
  ExecutorPeers& operator=(const ExecutorPeers&) = delete;

  const ExecutorPlace& self() const { return self_; }
  // When the executor was made; without a port: nobody.
  const ExecutorPlace& shuffleService() const { return shuffleService_; }
  CachedMapOutputLocator& mapOutputs() { return mapOutputs_; }
  BroadcastFetcher& broadcasts() { return broadcasts_; }
  LostExecutors& lost() { return lost_; }

  // Nothing more is served.
  void stop() { server_.stop(); }

 private:
  MessageRouter& filledRouter();
  void useShuffleService();

  const Parts parts_;
  MessageRouter router_;
  ConnectionPool pool_;
  BlockClient blockClient_;
  BlockTransferService blockService_;
  BroadcastFetcher broadcasts_;
  CachedMapOutputLocator mapOutputs_;
  LostExecutors lost_;
  ExecutorPlace shuffleService_;
  Server server_;
  const ExecutorPlace self_;
  RemoteBlocks remoteBlocks_;
  PeerReplicator replicator_;
  std::unique_ptr<ServiceRegistration> registration_;  // goes first: it tells the above of changes
};

}  // namespace ferro
