// The bodies of messages about broadcasts; their kinds are in block_messages.h. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ferro/blockmanager/broadcast_pieces.h"
#include "ferro/blockmanager/executor_place.h"

namespace ferro {

struct PieceOfBroadcast {
  int64_t broadcast = 0;
  int64_t piece = 0;
};

struct BroadcastReader {
  int64_t broadcast = 0;
  std::string executorId;
};

struct BroadcastOpened {
  bool found = false;
  BroadcastTopology topology = BroadcastTopology::kTorrent;
  std::optional<ExecutorPlace> predecessor;  // who asked for it before this reader and reads it too, if anybody
  BroadcastManifest manifest;
};

}  // namespace ferro
