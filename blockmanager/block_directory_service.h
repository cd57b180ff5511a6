// The driver's answers to executors that ask its directory, and its ear for what they report of their blocks. Belongs
// to the driver, which has it as long as its server runs. Called on the loop's thread.
#pragma once

#include <functional>

#include "ferro/blockmanager/block_locations.h"
#include "ferro/blockmanager/block_messages.h"
#include "ferro/net/message_router.h"

namespace ferro {

class BlockDirectoryService {
 public:
  // Hears of each update that counts, after the map has it; must not block.
  using OnUpdate = std::function<void(const ExecutorPlace& place, const BlockStatus& status)>;

  explicit BlockDirectoryService(BlockLocations& locations, OnUpdate onUpdate = nullptr);
  BlockDirectoryService(const BlockDirectoryService&) = delete;
  BlockDirectoryService& operator=(const BlockDirectoryService&) = delete;

  // Before the first message comes.
  void addTo(MessageRouter& router);

 private:
  void updated(const BlockUpdate& update);

  BlockLocations& locations_;
  const OnUpdate onUpdate_;
};

}  // namespace ferro
