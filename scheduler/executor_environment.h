// What an executor has, handed to every task it runs: memory, blocks, shuffle data, broadcast values, settings. One for
// each executor, made by the session; all members are thread-safe.
#pragma once

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/broadcast_store.h"
#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/memory_arbiter.h"
#include "ferro/conf/conf.h"
#include "ferro/shuffle/shuffle_manager.h"

namespace ferro {

class RemoteBlocks;

class ExecutorEnvironment {
 public:
  ExecutorEnvironment(Conf conf, int64_t memoryLimit, BlockListener* blockListener);

  const Conf& conf() const { return conf_; }
  LocalDirs& localDirs() { return localDirs_; }
  MemoryArbiter& memory() { return memory_; }
  BlockManager& blocks() { return blocks_; }
  ShuffleManager& shuffles() { return shuffles_; }
  BroadcastStore& broadcasts() { return broadcasts_; }

  // How blocks of other executors are read; null where there are none. Set once, before the first task.
  RemoteBlocks* remoteBlocks() { return remoteBlocks_; }
  void setRemoteBlocks(RemoteBlocks* remoteBlocks) { remoteBlocks_ = remoteBlocks; }

 private:
  Conf conf_;
  LocalDirs localDirs_;
  MemoryArbiter memory_;
  BlockManager blocks_;
  ShuffleManager shuffles_;
  BroadcastStore broadcasts_;
  RemoteBlocks* remoteBlocks_ = nullptr;
};

}  // namespace ferro
