#include "ferro/blockmanager/broadcast_source.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "ferro/blockmanager/block_messages.h"
#include "ferro/blockmanager/byte_block.h"
#include "ferro/common/error.h"

namespace ferro {

using namespace block_messages;

struct BroadcastSource::Value {
  Encode encode;
  std::optional<BroadcastManifest> manifest;  // of the queue's thread, until the value is removed
  // Guarded by the source's lock:
  std::vector<std::string> readers;  // executors, in the order in which they asked
  bool isRemoved = false;
};

BroadcastSource::BroadcastSource(BlockManager& blocks, BlockTransferService& transfer, const BlockLocations& locations,
                                 BroadcastOptions options, OnRemoved onRemoved)
    : blocks_(blocks),
      transfer_(transfer),
      locations_(locations),
      options_(options),
      onRemoved_(std::move(onRemoved)),
      queue_("ferro-broadcast", 1) {}

void BroadcastSource::addTo(MessageRouter& router) {
  router.add(kOpenBroadcast, [this](const ConnectionPtr&, Message message, Responder responder) {
    auto request = decodeBody<BroadcastReader>(message.body);
    auto shared = std::make_shared<Responder>(std::move(responder));
    queue_.post([this, request = std::move(request), shared] {
      try {
        shared->reply({kOpenBroadcast, encodeBody(open(request)), {}});
      } catch (const Error& error) {
        shared->fail(error);
      } catch (const std::exception& error) {
        shared->fail(Error(ErrorCode::kUserFunction,
                           "broadcast " + std::to_string(request.broadcast) + " cannot be encoded: " + error.what()));
      }
    });
  });
  router.add(kGetPiece, [this](const ConnectionPtr&, Message message, Responder responder) {
    const auto wanted = decodeBody<PieceOfBroadcast>(message.body);
    transfer_.answerWith(BlockId::broadcastPiece(wanted.broadcast, wanted.piece), kGetPiece, std::move(responder));
  });
}

void BroadcastSource::add(int64_t broadcast, Encode encode) {
  auto value = std::make_shared<Value>();
  value->encode = std::move(encode);
  std::lock_guard lock(mutex_);
  values_.insert_or_assign(broadcast, std::move(value));
}

void BroadcastSource::remove(int64_t broadcast) {
  ValuePtr removed;
  {
    std::lock_guard lock(mutex_);
    auto found = values_.find(broadcast);
    if (found == values_.end()) return;
    removed = std::move(found->second);
    removed->isRemoved = true;
    values_.erase(found);
  }
  // After what the queue does with it, so that no piece is stored afterwards.
  queue_.post([this, broadcast, removed] {
    if (removed->manifest) dropPieces(broadcast, static_cast<int64_t>(removed->manifest->pieces.size()));
  });
  if (onRemoved_) onRemoved_(broadcast);
}

BroadcastOpened BroadcastSource::open(const BroadcastReader& request) {
  ValuePtr value;
  {
    std::lock_guard lock(mutex_);
    auto found = values_.find(request.broadcast);
    if (found == values_.end()) return {};
    value = found->second;
  }
  encodeUnlessDone(request.broadcast, *value);
  BroadcastOpened opened{true, options_.topology, std::nullopt, *value->manifest};
  std::lock_guard lock(mutex_);
  if (value->isRemoved) return {};
  opened.predecessor = predecessorOf(request.executorId, *value);
  return opened;
}

// The last one that asked earlier and is still there. The order never changes, so no two wait for each other.
std::optional<ExecutorPlace> BroadcastSource::predecessorOf(const std::string& executorId, Value& value) {
  auto& readers = value.readers;
  auto place = std::find(readers.begin(), readers.end(), executorId);
  if (place == readers.end()) place = readers.insert(place, executorId);
  while (place != readers.begin()) {
    if (auto earlier = locations_.executor(*--place)) return earlier;
  }
  return std::nullopt;
}

void BroadcastSource::encodeUnlessDone(int64_t broadcast, Value& value) {
  // Pieces may be lost with a damaged file; the value is still there.
  if (value.manifest && hasAllPieces(broadcast, *value.manifest)) return;
  const std::string whole = value.encode();
  value.manifest = cutIntoPieces(whole, options_, [&](int64_t piece, std::shared_ptr<arrow::Buffer> bytes) {
    const BlockId id = BlockId::broadcastPiece(broadcast, piece);
    if (!blocks_.put(id, blockOfBytes(bytes), StorageLevel::MEMORY_AND_DISK)) {
      dropPieces(broadcast, piece);
      throw Error(ErrorCode::kDiskFull, "the driver has no room for " + id.name +
                                            " in memory or on disk; give it more memory (ferro.driver.memory)");
    }
  });
}

bool BroadcastSource::hasAllPieces(int64_t broadcast, const BroadcastManifest& manifest) const {
  for (size_t piece = 0; piece < manifest.pieces.size(); ++piece) {
    if (!blocks_.contains(BlockId::broadcastPiece(broadcast, static_cast<int64_t>(piece)))) return false;
  }
  return true;
}

void BroadcastSource::dropPieces(int64_t broadcast, int64_t count) {
  for (int64_t piece = 0; piece < count; ++piece) blocks_.remove(BlockId::broadcastPiece(broadcast, piece));
}

}  // namespace ferro
