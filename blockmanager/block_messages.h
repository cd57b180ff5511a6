// What processes say to each other about blocks: the kinds of messages and what their bodies hold. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/executor_place.h"
#include "ferro/net/message_body.h"

namespace ferro {

namespace block_messages {

// To whoever holds blocks.
inline constexpr uint16_t kGetBlock = message_kinds::kBlocksFirst;            // BlockId -> BlockAnswer + stream
inline constexpr uint16_t kPutReplica = message_kinds::kBlocksFirst + 1;      // ReplicaToStore + stream -> bool
inline constexpr uint16_t kReplicateBlock = message_kinds::kBlocksFirst + 2;  // ReplicationOrder -> bool
inline constexpr uint16_t kRemoveBlock = message_kinds::kBlocksFirst + 3;     // BlockId, one way
inline constexpr uint16_t kGetPiece = message_kinds::kBlocksFirst + 4;  // PieceOfBroadcast -> BlockAnswer + stream
// To the driver.
inline constexpr uint16_t kLocateBlocks = message_kinds::kBlocksFirst + 16;   // vector<BlockId> -> vector of places
inline constexpr uint16_t kListPeers = message_kinds::kBlocksFirst + 17;      // bool (no meaning) -> places
inline constexpr uint16_t kBlockUpdated = message_kinds::kBlocksFirst + 18;   // BlockUpdate, one way
inline constexpr uint16_t kOpenBroadcast = message_kinds::kBlocksFirst + 19;  // BroadcastReader -> BroadcastOpened

}  // namespace block_messages

struct BlockAnswer {
  bool found = false;
  uint64_t checksum = 0;  // of the stream
};

struct ReplicaToStore {
  BlockId id;
  StorageLevel level;
  uint64_t checksum = 0;
};

// The driver asks `holder` to copy a block to `target`.
struct ReplicationOrder {
  BlockId id;
  ExecutorPlace holder;
  ExecutorPlace target;
};

struct BlockUpdate {
  std::string executorId;
  BlockStatus status;
};

}  // namespace ferro
