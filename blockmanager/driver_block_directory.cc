#include "ferro/blockmanager/driver_block_directory.h"

#include <utility>

#include "ferro/blockmanager/block_messages.h"

namespace ferro {

using namespace block_messages;

DriverBlockDirectory::DriverBlockDirectory(ConnectionPtr driver, std::string executorId,
                                           std::chrono::milliseconds deadline)
    : driver_(std::move(driver)), executorId_(std::move(executorId)), deadline_(deadline) {}

std::vector<std::vector<ExecutorPlace>> DriverBlockDirectory::locate(const std::vector<BlockId>& ids) {
  Message answer = driver_->callAndWait({kLocateBlocks, encodeBody(ids), {}}, deadline_);
  auto places = decodeBody<std::vector<std::vector<ExecutorPlace>>>(answer.body);
  if (places.size() != ids.size()) {
    throw Error(ErrorCode::kMalformedData, "the driver was asked for the places of " + std::to_string(ids.size()) +
                                               " blocks and answered for " + std::to_string(places.size()));
  }
  return places;
}

std::vector<ExecutorPlace> DriverBlockDirectory::peers() {
  Message answer = driver_->callAndWait({kListPeers, encodeBody(true), {}}, deadline_);
  return decodeBody<std::vector<ExecutorPlace>>(answer.body);
}

void DriverBlockDirectory::onBlockUpdated(const BlockStatus& status) {
  driver_->send({kBlockUpdated, encodeBody(BlockUpdate{executorId_, status}), {}});
}

}  // namespace ferro
