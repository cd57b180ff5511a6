#include "ferro/blockmanager/block_manager.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ferro/blockmanager/block_file.h"
#include "ferro/blockmanager/block_source.h"
#include "ferro/blockmanager/damaged_block.h"
#include "ferro/blockmanager/storage_claim.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"

namespace ferro {
namespace {

// Evicting what somebody reads frees nothing. `known` references are the caller's own.
bool isBeingRead(const std::shared_ptr<const Block>& block, long known) {
  if (block.use_count() > known) return true;
  return std::any_of(block->batches().begin(), block->batches().end(),
                     [](const auto& batch) { return batch.use_count() > 1; });
}

}  // namespace

struct BlockManager::Entry {
  Entry(BlockId ofBlock, StorageLevel asked) : id(std::move(ofBlock)), level(asked) {}

  BlockId id;
  StorageLevel level;
  std::shared_ptr<const Block> inMemory;
  int64_t memSize = 0;
  std::shared_ptr<BlockFile> file;
  bool isLeaving = false;                   // a thread is evicting it from memory
  std::list<EntryPointer>::iterator place;  // in byUse_, while it is in memory
};

BlockManager::BlockManager(MemoryArbiter& arbiter, const LocalDirs& dirs, BlockListener* listener)
    : arbiter_(arbiter), dirs_(dirs), listener_(listener) {
  arbiter_.addReclaimable(this, ReclaimOrder::kStorage);
}

BlockManager::~BlockManager() { arbiter_.removeReclaimable(this); }

std::shared_ptr<const Block> BlockManager::get(const BlockId& id) { return find(id, Verify::kNow); }

std::unique_ptr<BatchSource> BlockManager::read(const BlockId& id) {
  auto block = find(id, sawDamage_ ? Verify::kNow : Verify::kWhenRead);
  return block == nullptr ? nullptr : sourceOf(std::move(block));
}

std::shared_ptr<const Block> BlockManager::find(const BlockId& id, Verify verify) {
  EntryPointer entry;
  std::shared_ptr<BlockFile> file;
  {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(id);
    if (found == entries_.end()) return nullptr;
    entry = found->second;
    if (entry->inMemory != nullptr) {
      byUse_.splice(byUse_.end(), byUse_, entry->place);
      return entry->inMemory;
    }
    file = entry->file;
  }
  return readFromDisk(entry, *file, verify);
}

std::shared_ptr<const Block> BlockManager::readFromDisk(const EntryPointer& entry, BlockFile& file, Verify verify) {
  try {
    if (verify == Verify::kNow) file.verify();
    return file.map();
  } catch (const Error& error) {
    forgetLost(entry, error.what());
    return nullptr;
  }
}

void BlockManager::forgetLost(const EntryPointer& entry, const std::string& why) {
  std::optional<Entry> removed;
  {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(entry->id);
    if (found == entries_.end() || found->second != entry) return;
    removed.emplace(takeOut(found));
  }
  logWarn("block " + entry->id.name + " is lost and will be computed again: " + why);
  notify(BlockStatus{entry->id, StorageLevel::NONE});
}

void BlockManager::dropDamaged(const DamagedBlock& damaged) {
  sawDamage_ = true;
  EntryPointer lost;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [id, entry] : entries_) {
      if (entry->file != nullptr && entry->file->path() == damaged.path()) lost = entry;
    }
  }
  if (lost != nullptr) forgetLost(lost, damaged.what());
}

bool BlockManager::put(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) {
  const Stored stored = store(id, block, level);
  replicate(stored, id, block, level);
  return stored != Stored::kNowhere;
}

bool BlockManager::putReplica(const BlockId& id, const std::shared_ptr<const Block>& block, StorageLevel level) {
  return store(id, block, level) != Stored::kNowhere;
}

BlockManager::Stored BlockManager::store(const BlockId& id, const std::shared_ptr<const Block>& block,
                                         StorageLevel level) {
  if (!level.isValid()) throw Error(ErrorCode::kInvalidArgument, "block " + id.name + " has no storage level");
  if (contains(id)) return Stored::kBefore;
  if (level.useMemory) {
    const BufferUsage usage = BufferUsage::of(*block, arbiter_);
    if (auto claim = claimMemory(id, usage)) {
      auto claimed = std::make_shared<const Block>(block->batches(), std::move(claim));
      return storeInMemory(id, std::move(claimed), usage.total(), level);
    }
  }
  if (!level.useDisk) return Stored::kNowhere;
  auto file = writeFile(id, BatchesToStore::of(block));
  if (file == nullptr) return Stored::kNowhere;
  return storeOnDisk(id, std::move(file), level);
}

void BlockManager::replicate(Stored stored, const BlockId& id, const std::shared_ptr<const Block>& block,
                             StorageLevel level) const {
  BlockReplicator* const replicator = replicator_;
  if (stored == Stored::kNow && level.replication > 1 && replicator != nullptr) replicator->replicate(id, block, level);
}

std::shared_ptr<const StorageClaim> BlockManager::claimMemory(const BlockId& id, const BufferUsage& usage) {
  while (true) {
    if (auto claim = StorageClaim::tryTake(arbiter_, usage)) return claim;
    const int64_t missing = arbiter_.used() + usage.elsewhere - arbiter_.limit();
    if (missing > 0 && evictAll(chooseVictims(missing, id.rddId(), true)) == 0) return nullptr;
  }
}

std::shared_ptr<BlockFile> BlockManager::writeFile(const BlockId& id, const BatchesToStore& batches) const {
  try {
    return BlockFile::write(dirs_, id, batches, &arbiter_);
  } catch (const Error& error) {
    logWarn("block " + id.name + " is not stored: " + error.what());
    return nullptr;
  }
}

BlockManager::Stored BlockManager::storeInMemory(const BlockId& id, std::shared_ptr<const Block> claimed,
                                                 int64_t memSize, StorageLevel level) {
  auto entry = std::make_shared<Entry>(id, level);
  entry->inMemory = std::move(claimed);
  entry->memSize = memSize;
  return insert(entry);
}

BlockManager::Stored BlockManager::storeOnDisk(const BlockId& id, std::shared_ptr<BlockFile> file, StorageLevel level) {
  auto entry = std::make_shared<Entry>(id, level);
  entry->file = std::move(file);
  return insert(entry);
}

BlockManager::Stored BlockManager::insert(const EntryPointer& entry) {
  BlockStatus status;
  {
    std::lock_guard lock(mutex_);
    // Two tasks may have computed the same block; the first stays.
    if (!entries_.try_emplace(entry->id, entry).second) return Stored::kBefore;
    if (entry->inMemory != nullptr) entry->place = byUse_.insert(byUse_.end(), entry);
    status = statusOf(*entry);
  }
  notify(status);
  return Stored::kNow;
}

int64_t BlockManager::reclaim(int64_t bytes) { return evictAll(chooseVictims(bytes, std::nullopt, false)); }

std::vector<BlockManager::EntryPointer> BlockManager::chooseVictims(int64_t bytes, std::optional<int> sparedRdd,
                                                                    bool allOrNothing) {
  std::lock_guard lock(mutex_);
  std::vector<EntryPointer> victims;
  int64_t chosen = 0;
  for (const EntryPointer& entry : byUse_) {
    if (chosen >= bytes) break;
    const bool isSpared = sparedRdd && entry->id.rddId() == sparedRdd;
    if (isSpared || entry->isLeaving || isBeingRead(entry->inMemory, 1)) continue;
    victims.push_back(entry);
    chosen += entry->memSize;
  }
  if (allOrNothing && chosen < bytes) return {};
  for (const EntryPointer& victim : victims) victim->isLeaving = true;
  return victims;
}

int64_t BlockManager::evictAll(const std::vector<EntryPointer>& victims) {
  int64_t freed = 0;
  for (const EntryPointer& victim : victims) freed += evict(victim);
  return freed;
}

int64_t BlockManager::evict(const EntryPointer& victim) {
  std::shared_ptr<const Block> block;
  std::shared_ptr<BlockFile> file;
  {
    std::lock_guard lock(mutex_);
    block = victim->inMemory;
    file = victim->file;
  }
  if (block == nullptr) return 0;
  if (victim->level.useDisk && file == nullptr) file = writeEvicted(victim->id, block);
  int64_t freed = 0;
  BlockStatus status;
  {
    std::lock_guard lock(mutex_);
    victim->isLeaving = false;
    // Removed, or asked for again, while its file was being written.
    if (victim->inMemory == nullptr) return 0;
    victim->file = file;
    if (isBeingRead(block, 2) || (victim->level.useDisk && file == nullptr)) return 0;
    byUse_.erase(victim->place);
    victim->inMemory.reset();
    freed = std::exchange(victim->memSize, 0);
    if (file == nullptr) entries_.erase(victim->id);
    status = statusOf(*victim);
  }
  block.reset();
  notify(status);
  return freed;
}

// Null when there is no room on disk: the block then stays in memory, because nobody may be able to compute it again.
std::shared_ptr<BlockFile> BlockManager::writeEvicted(const BlockId& id, const std::shared_ptr<const Block>& block) {
  try {
    return BlockFile::write(dirs_, id, BatchesToStore::of(block), &arbiter_);
  } catch (const Error& error) {
    if (!saidThatDiskIsFull_.exchange(true)) {
      logWarn("block " + id.name + " cannot leave memory: " + error.what());
    }
    return nullptr;
  }
}

void BlockManager::remove(const BlockId& id) {
  std::vector<Entry> removed;
  {
    std::lock_guard lock(mutex_);
    if (auto found = entries_.find(id); found != entries_.end()) removed.push_back(takeOut(found));
  }
  for (const Entry& entry : removed) notify(BlockStatus{entry.id, StorageLevel::NONE});
}

void BlockManager::removeRdd(int rddId) {
  std::vector<Entry> removed;
  {
    std::lock_guard lock(mutex_);
    for (auto next = entries_.begin(); next != entries_.end();) {
      auto current = next++;
      if (current->first.rddId() == rddId) removed.push_back(takeOut(current));
    }
  }
  for (const Entry& entry : removed) notify(BlockStatus{entry.id, StorageLevel::NONE});
}

BlockManager::Entry BlockManager::takeOut(Entries::iterator place) {
  EntryPointer entry = place->second;
  entries_.erase(place);
  if (entry->inMemory != nullptr) byUse_.erase(entry->place);
  Entry taken(entry->id, entry->level);
  // An eviction that is under way sees that the block is no longer in memory, and lets go of it.
  taken.inMemory = std::move(entry->inMemory);
  taken.file = std::move(entry->file);
  return taken;
}

std::optional<BlockStatus> BlockManager::status(const BlockId& id) const {
  std::lock_guard lock(mutex_);
  auto found = entries_.find(id);
  if (found == entries_.end()) return std::nullopt;
  return statusOf(*found->second);
}

std::vector<BlockStatus> BlockManager::blocks() const {
  std::vector<BlockStatus> all;
  {
    std::lock_guard lock(mutex_);
    for (const auto& [id, entry] : entries_) all.push_back(statusOf(*entry));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return all;
}

BlockStatus BlockManager::statusOf(const Entry& entry) {
  BlockStatus status{entry.id, entry.level, entry.memSize, entry.file == nullptr ? 0 : entry.file->bytes()};
  if (entry.inMemory == nullptr && entry.file == nullptr) status.level = StorageLevel::NONE;
  return status;
}

void BlockManager::notify(const BlockStatus& status) const {
  if (listener_ != nullptr) listener_->onBlockUpdated(status);
}

}  // namespace ferro
