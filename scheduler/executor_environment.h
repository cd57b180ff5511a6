// What an executor has, handed to every task it runs: memory, blocks, shuffle data, broadcast values, settings. One for
// each executor, made by the session; all members are thread-safe.
#pragma once

#include <cstdint>
#include <memory>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/broadcast_store.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/conf/conf.h"
#include "ferro/shuffle/shuffle_manager.h"

namespace ferro {

class BarrierCoordinator;
class BroadcastFetcher;
class BroadcastSource;
class RemoteBlocks;

// How this process reaches what others hold; what is null is not there, as all of it in local mode. They are owned by
// whoever runs the process and outlive its tasks.
struct RemoteServices {
  RemoteBlocks* blocks = nullptr;              // of an executor: blocks that other executors hold
  BroadcastFetcher* broadcasts = nullptr;      // of an executor: broadcast values that the driver has
  BroadcastSource* broadcastSource = nullptr;  // of the driver: where it offers broadcast values to executors
};

class ExecutorEnvironment {
 public:
  // With ferro.io.encryption.enabled there must be a key, under which this process encrypts its temporary files.
  ExecutorEnvironment(Conf conf, int64_t memoryLimit, BlockListener* blockListener,
                      std::shared_ptr<const FileKey> fileKey = nullptr);

  const Conf& conf() const { return conf_; }
  LocalDirs& localDirs() { return localDirs_; }
  MemoryArbiter& memory() { return memory_; }
  BlockManager& blocks() { return blocks_; }
  ShuffleManager& shuffles() { return shuffles_; }
  BroadcastStore& broadcasts() { return broadcasts_; }

  // Set before the first task or broadcast.
  const RemoteServices& remote() const { return remote_; }
  void setRemote(RemoteServices remote) { remote_ = remote; }
  // Where tasks of barrier stages meet; null where nobody runs tasks. Set before the first task.
  BarrierCoordinator* barriers() const { return barriers_; }
  void setBarriers(BarrierCoordinator* barriers) { barriers_ = barriers; }

 private:
  Conf conf_;
  LocalDirs localDirs_;
  MemoryArbiter memory_;
  BlockManager blocks_;
  ShuffleManager shuffles_;
  BroadcastStore broadcasts_;
  RemoteServices remote_;
  BarrierCoordinator* barriers_ = nullptr;
};

}  // namespace ferro
