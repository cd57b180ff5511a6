// How broadcast values travel: the part of the settings that this room uses. A plain value.
#pragma once

#include <cstdint>

namespace ferro {

class Conf;

enum class BroadcastTopology : uint8_t { kTorrent, kChain, kStar };
enum class BroadcastCodec : uint8_t { kNone, kLz4, kZstd };

struct BroadcastOptions {
  BroadcastTopology topology = BroadcastTopology::kTorrent;
  BroadcastCodec codec = BroadcastCodec::kLz4;
  int64_t pieceBytes = 4 << 20;  // before compression

  static BroadcastOptions from(const Conf& conf);
};

}  // namespace ferro
