// A driver and executors in one process, each with a loop, a server, memory and directories of its own, that reach each
// other over loopback as they do in different processes.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ferro/blockmanager/block_directory_service.h"
#include "ferro/blockmanager/block_locations.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/block_transfer_service.h"
#include "ferro/blockmanager/broadcast_fetcher.h"
#include "ferro/blockmanager/broadcast_source.h"
#include "ferro/blockmanager/broadcast_store.h"
#include "ferro/blockmanager/driver_block_directory.h"
#include "ferro/blockmanager/peer_replicator.h"
#include "ferro/blockmanager/remote_blocks.h"
#include "ferro/common/temp_dir.h"
#include "ferro/net/connection_pool.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/server.h"

namespace ferro::test {

constexpr int64_t kMegabyte = 1 << 20;

NetOptions clusterOptions();

// What is let go of on another thread is gone a moment later, of which nobody is told.
bool becomesTrue(const std::function<bool()>& condition);

struct DriverNode {
  explicit DriverNode(BroadcastOptions options = {}, int64_t memory = 512 * kMegabyte);
  ~DriverNode();

  ExecutorPlace place() const { return {"driver", server->address().host, server->address().port}; }
  // Waits until what executors report makes the condition true, at most 10 seconds; false when it never did.
  bool hears(const std::function<bool()>& condition);
  bool hearsOf(const BlockId& id, size_t holders);

  TempDir root{"/tmp"};
  MemoryArbiter arbiter;
  LocalDirs dirs{{root.path()}};
  BlockManager blocks{arbiter, dirs};
  BlockLocations locations;
  NetLoop loop{"driver"};
  ConnectionPool pool{loop, clusterOptions(), std::chrono::seconds(5)};
  BlockClient client{pool};
  BlockTransferService transfer{blocks, client};
  std::mutex reportMutex;
  std::condition_variable reported;
  BlockDirectoryService directory;
  BroadcastSource source;
  MessageRouter router;
  std::unique_ptr<Server> server;
};

struct ExecutorNode {
  // Registers with the driver.
  ExecutorNode(DriverNode& ofDriver, std::string executorId, int64_t memory = 512 * kMegabyte);
  ~ExecutorNode();

  // It answers nobody any more, as after kill -9; the driver does not know yet.
  void die() { server.reset(); }
  ExecutorPlace place() const { return {id, server->address().host, server->address().port}; }
  BroadcastPeers peers();

  DriverNode& driver;
  const std::string id;
  TempDir root{"/tmp"};
  MemoryArbiter arbiter;
  LocalDirs dirs{{root.path()}};
  NetLoop loop;
  ConnectionPtr driverConnection;
  DriverBlockDirectory directory;
  BlockManager blocks;
  ConnectionPool pool{loop, clusterOptions(), std::chrono::seconds(5)};
  BlockClient client;
  PeerReplicator replicator;
  RemoteBlocks remote;
  BlockTransferService transfer{blocks, client};
  BroadcastStore values;
  BroadcastFetcher fetcher;
  MessageRouter router;
  std::unique_ptr<Server> server;
};

// An executor that holds whatever it is asked for, and sends it with one bit flipped.
struct Liar {
  Liar(DriverNode& driver, std::string executorId, BlockManager& truth);
  ~Liar();

  ExecutorPlace place() const { return {id, server->address().host, server->address().port}; }

  const std::string id;
  std::atomic<int> lies{0};
  NetLoop loop{"liar"};
  MessageRouter router;
  std::unique_ptr<Server> server;
};

}  // namespace ferro::test
