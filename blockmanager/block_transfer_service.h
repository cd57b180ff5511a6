// Answers other processes that ask for this one's blocks, send it replicas, or tell it to copy or drop some. Belongs to
// the process whose BlockManager it serves, and goes after the server that hands it messages. Messages come on the
// loop's thread; the work is done on threads of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "ferro/blockmanager/block_client.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/block_messages.h"
#include "ferro/blockmanager/work_queue.h"
#include "ferro/net/message_router.h"

namespace ferro {

class BlockTransferService {
 public:
  BlockTransferService(BlockManager& blocks, BlockClient& client);
  BlockTransferService(const BlockTransferService&) = delete;
  BlockTransferService& operator=(const BlockTransferService&) = delete;

  // Before the first message comes.
  void addTo(MessageRouter& router);

  // Of blocks that others were given.
  int64_t bytesServed() const { return bytesServed_.load(std::memory_order_relaxed); }

  // Answers with the block if it is here, else with "not found". For whoever hands out blocks under other kinds.
  void answerWith(const BlockId& id, uint16_t kind, Responder responder);

 private:
  void storeReplica(const Message& message, Responder& responder);
  void replicate(const ReplicationOrder& order, std::function<void(bool copied)> onDone);

  BlockManager& blocks_;
  BlockClient& client_;
  std::atomic<int64_t> bytesServed_{0};
  WorkQueue queue_;
};

}  // namespace ferro
