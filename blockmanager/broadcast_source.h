// Where broadcast values come from: the driver's register of what it can encode. A value is encoded when the first
// executor asks for it, and rests as pieces among the driver's blocks, which may spill. Belongs to the driver, goes
// after its server. Any thread may call it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ferro/blockmanager/block_locations.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/block_transfer_service.h"
#include "ferro/blockmanager/broadcast_messages.h"
#include "ferro/blockmanager/work_queue.h"
#include "ferro/net/message_router.h"

namespace ferro {

class BroadcastSource {
 public:
  // Gives the same bytes each time. Called on a thread of the source's.
  using Encode = std::function<std::string()>;
  // Told of each value that was removed, to tell the executors.
  using OnRemoved = std::function<void(int64_t broadcast)>;

  // The blocks and the service are the driver's own.
  BroadcastSource(BlockManager& blocks, BlockTransferService& transfer, const BlockLocations& locations,
                  BroadcastOptions options, OnRemoved onRemoved = nullptr);
  BroadcastSource(const BroadcastSource&) = delete;
  BroadcastSource& operator=(const BroadcastSource&) = delete;

  // Before the first message comes.
  void addTo(MessageRouter& router);

  void add(int64_t broadcast, Encode encode);
  // Executors that ask for it from now on are told that it is gone.
  void remove(int64_t broadcast);

 private:
  struct Value;
  using ValuePtr = std::shared_ptr<Value>;

  BroadcastOpened open(const BroadcastReader& request);
  std::optional<ExecutorPlace> predecessorOf(const std::string& executorId, Value& value);
  void encodeUnlessDone(int64_t broadcast, Value& value);
  bool hasAllPieces(int64_t broadcast, const BroadcastManifest& manifest) const;
  void dropPieces(int64_t broadcast, int64_t count);

  BlockManager& blocks_;
  BlockTransferService& transfer_;
  const BlockLocations& locations_;
  const BroadcastOptions options_;
  const OnRemoved onRemoved_;

  std::mutex mutex_;
  std::map<int64_t, ValuePtr> values_;

  // One thread: what is asked for twice is encoded once.
  WorkQueue queue_;
};

}  // namespace ferro
