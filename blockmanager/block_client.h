// Asks other processes' BlockTransferServices. One per process, shared by all that talk to peers about blocks. Any
// thread may call it, except that of the NetLoop.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/executor_place.h"
#include "ferro/blockmanager/storage_level.h"
#include "ferro/net/connection_pool.h"

namespace ferro {

struct BlockClientOptions {
  // For an answer; a block may be large.
  std::chrono::milliseconds deadline{120'000};
  // How often somebody who waits looks whether the peer is still there, see get().
  std::chrono::milliseconds watchInterval{3'000};
};

class BlockClient {
 public:
  explicit BlockClient(ConnectionPool& pool, BlockClientOptions options = {}) : pool_(pool), options_(options) {}

  // Whether it is worth waiting on for the peer's answer: asked now and then while there is none.
  using StillThere = std::function<bool()>;

  // The verified block, or null when the peer does not have it. Throws Error kNetwork when the peer cannot be reached
  // or is given up, kMalformedData when what it sent is damaged.
  std::shared_ptr<const Block> get(const HostPort& peer, const BlockId& id, const StillThere& stillThere = nullptr);

  // Whether the peer stored it. Throws like get.
  bool putReplica(const HostPort& peer, const BlockId& id, const std::shared_ptr<const Block>& block,
                  StorageLevel level, const StillThere& stillThere = nullptr);
  // The same without waiting; called back once, on the loop's thread.
  using OnStored = std::function<void(bool stored, const std::optional<Error>& error)>;
  void putReplicaAsync(const HostPort& peer, const BlockId& id, const std::shared_ptr<const Block>& block,
                       StorageLevel level, OnStored onStored);

  // Without waiting; a peer that cannot be reached has nothing to remove.
  void remove(const HostPort& peer, const BlockId& id);

 private:
  Message callAndWatch(const HostPort& peer, Message request, const StillThere& stillThere);

  ConnectionPool& pool_;
  const BlockClientOptions options_;
};

}  // namespace ferro
