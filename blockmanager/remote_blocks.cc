#include "ferro/blockmanager/remote_blocks.h"

#include <algorithm>
#include <random>
#include <utility>

#include "ferro/blockmanager/block_file.h"
#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/blockmanager/storage_claim.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"

namespace ferro {

RemoteBlocks::RemoteBlocks(BlockClient& client, BlockDirectory& directory, ExecutorPlace self, MemoryArbiter& arbiter,
                           const LocalDirs& dirs)
    : client_(client), directory_(directory), self_(std::move(self)), arbiter_(arbiter), dirs_(dirs) {}

std::shared_ptr<const Block> RemoteBlocks::fetch(const BlockId& id) {
  for (const ExecutorPlace& holder : holdersInOrder(id)) {
    auto block = tryHolder(holder, id, [&] { return isHolder(holder, id); });
    if (block != nullptr) return block;
  }
  return nullptr;
}

std::shared_ptr<const Block> RemoteBlocks::fetchFrom(const ExecutorPlace& place, const BlockId& id) {
  return tryHolder(place, id, nullptr);
}

std::vector<ExecutorPlace> RemoteBlocks::holdersInOrder(const BlockId& id) {
  std::vector<ExecutorPlace> holders;
  try {
    holders = directory_.locate(id);
  } catch (const Error& error) {
    logWarn("nobody could be asked who holds block " + id.name + ": " + error.what());
    return {};
  }
  std::erase_if(holders, [this](const ExecutorPlace& holder) { return holder.executorId == self_.executorId; });
  // In random order, so that not all who need a block ask the same holder.
  std::minstd_rand random{std::random_device{}()};
  std::shuffle(holders.begin(), holders.end(), random);
  std::stable_partition(holders.begin(), holders.end(),
                        [this](const ExecutorPlace& holder) { return holder.host == self_.host; });
  return holders;
}

bool RemoteBlocks::isHolder(const ExecutorPlace& place, const BlockId& id) {
  try {
    const auto holders = directory_.locate(id);
    return std::find(holders.begin(), holders.end(), place) != holders.end();
  } catch (const Error&) {
    // Without a driver to ask, the deadline of the request decides.
    return true;
  }
}

std::shared_ptr<const Block> RemoteBlocks::tryHolder(const ExecutorPlace& place, const BlockId& id,
                                                     const BlockClient::StillThere& stillThere) {
  try {
    auto block = client_.get(place.address(), id, stillThere);
    return block == nullptr ? nullptr : accountedFor(id, std::move(block));
  } catch (const Error& error) {
    logWarn("block " + id.name + " could not be read from executor " + place.executorId + ": " + error.what());
    return nullptr;
  }
}

std::shared_ptr<const Block> RemoteBlocks::accountedFor(const BlockId& id, std::shared_ptr<const Block> block) {
  auto claim = std::make_shared<MemoryConsumer>(arbiter_, "remote block " + id.name);
  if (claim->tryGrow(BufferUsage::of(*block, arbiter_).elsewhere)) {
    return std::make_shared<const Block>(block->batches(), std::move(claim));
  }
  // What was mapped or opened lives on after the file is removed.
  return BlockFile::write(dirs_, id, BatchesToStore::of(std::move(block)), &arbiter_)->map();
}

}  // namespace ferro
