#include "ferro/blockmanager/broadcast_options.h"

#include <string>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"

namespace ferro {
namespace {

BroadcastTopology topologyOf(const std::string& name) {
  if (name == "torrent") return BroadcastTopology::kTorrent;
  if (name == "chain") return BroadcastTopology::kChain;
  if (name == "star") return BroadcastTopology::kStar;
  throwInternal("the settings allow a broadcast topology that is not known: " + name);
}

BroadcastCodec codecOf(const std::string& name) {
  if (name == "lz4") return BroadcastCodec::kLz4;
  if (name == "zstd") return BroadcastCodec::kZstd;
  if (name == "none") return BroadcastCodec::kNone;
  throwInternal("the settings allow a codec that broadcasts do not know: " + name);
}

}  // namespace

BroadcastOptions BroadcastOptions::from(const Conf& conf) {
  return {.topology = topologyOf(conf.get(keys::kBroadcastTopology)),
          .codec =
              conf.get(keys::kBroadcastCompress) ? codecOf(conf.get(keys::kIoCompressionCodec)) : BroadcastCodec::kNone,
          .pieceBytes = conf.get(keys::kBroadcastBlockSize).bytes()};
}

}  // namespace ferro
