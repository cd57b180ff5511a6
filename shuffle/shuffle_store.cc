#include "ferro/shuffle/shuffle_store.h"

#include <malloc.h>

#include <utility>

#include <arrow/record_batch.h>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/shuffle/output_file_name.h"
#include "ferro/shuffle/segment_writer.h"

namespace ferro {
namespace {

constexpr int64_t kReturnBytes = 16 << 20;

}  // namespace

ShuffleStore::ShuffleStore(const ShuffleOptions& options, MemoryArbiter& memory, const LocalDirs& localDirs)
    : options_(options), memory_(memory), localDirs_(localDirs), claim_(memory, "map outputs", MemoryShare::kStore) {
  memory_.addReclaimable(this, ReclaimOrder::kShuffle);
}

ShuffleStore::~ShuffleStore() {
  memory_.removeReclaimable(this);
  if (!leavesOutputs_) return;
  for (const auto& [shuffleId, entries] : shuffles_) {
    for (const Entry& entry : entries) {
      if (entry.output != nullptr && entry.output->disk != nullptr) entry.output->disk->leaveFiles();
    }
  }
}

MapStatus ShuffleStore::commit(int shuffleId, MapOutput output, MemoryConsumer& claim) {
  MapStatus status = output.status;
  if (output.disk != nullptr) output.status.sizes = {};
  const auto mine = std::make_shared<const MapOutput>(std::move(output));
  const auto stored = insert(shuffleId, mine, claim);
  if (stored == mine) return status;
  status = stored->status;
  if (stored->disk == nullptr) return status;
  const auto index = stored->disk->index();
  for (int reducer = 0; reducer < index->numReducers(); ++reducer) {
    status.sizes.push_back(index->segment(reducer).length);
  }
  return status;
}

std::shared_ptr<const MapOutput> ShuffleStore::insert(int shuffleId, const std::shared_ptr<const MapOutput>& output,
                                                      MemoryConsumer& claim) {
  const int mapId = output->status.mapId;
  std::lock_guard lock(mutex_);
  std::vector<Entry>& entries = shuffles_[shuffleId];
  if (entries.size() <= static_cast<size_t>(mapId)) entries.resize(static_cast<size_t>(mapId) + 1);
  Entry& entry = entries[static_cast<size_t>(mapId)];
  if (entry.output != nullptr) return entry.output;
  entry = {output, nextAge_++};
  if (output->memory != nullptr) {
    claim.transferTo(claim_, output->memory->bytes());
    movable_.emplace(entry.age, MapKey{shuffleId, mapId});
  } else {
    bytesOnDisk_ += output->disk->dataBytes();
  }
  return output;
}

std::shared_ptr<const MapOutput> ShuffleStore::find(int shuffleId, int mapId) const {
  std::lock_guard lock(mutex_);
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end() || shuffle->second.size() <= static_cast<size_t>(mapId)) return nullptr;
  return shuffle->second[static_cast<size_t>(mapId)].output;
}

ShuffleStore::Entry* ShuffleStore::findEntry(int shuffleId, int mapId) {
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end() || shuffle->second.size() <= static_cast<size_t>(mapId)) return nullptr;
  Entry& entry = shuffle->second[static_cast<size_t>(mapId)];
  return entry.output == nullptr ? nullptr : &entry;
}

// Empties the entry. The caller lets go of the output after it unlocked: that deletes files.
std::shared_ptr<const MapOutput> ShuffleStore::release(Entry& entry) {
  if (entry.output->memory != nullptr) {
    claim_.shrink(entry.output->memory->bytes());
    movable_.erase(entry.age);
  } else {
    bytesOnDisk_ -= entry.output->disk->dataBytes();
  }
  return std::move(entry.output);
}

void ShuffleStore::remove(int shuffleId, int mapId) {
  std::shared_ptr<const MapOutput> removed;
  std::lock_guard lock(mutex_);
  if (Entry* entry = findEntry(shuffleId, mapId)) removed = release(*entry);
}

void ShuffleStore::removeDamaged(int shuffleId, const std::shared_ptr<const MapOutput>& output) {
  std::shared_ptr<const MapOutput> removed;
  std::lock_guard lock(mutex_);
  Entry* entry = findEntry(shuffleId, output->status.mapId);
  if (entry != nullptr && entry->output == output) removed = release(*entry);
}

void ShuffleStore::removeShuffle(int shuffleId) {
  std::vector<std::shared_ptr<const MapOutput>> removed;
  std::lock_guard lock(mutex_);
  const auto shuffle = shuffles_.find(shuffleId);
  if (shuffle == shuffles_.end()) return;
  for (Entry& entry : shuffle->second) {
    if (entry.output != nullptr) removed.push_back(release(entry));
  }
  shuffles_.erase(shuffle);
}

int64_t ShuffleStore::reclaim(int64_t bytes) {
  int64_t freed = 0;
  MapKey key{};
  std::shared_ptr<const MapOutput> oldest;
  while (freed < bytes && takeOldest(key, oldest)) {
    try {
      if (replace(key, oldest, writeToDisk(key, *oldest))) freed += oldest->memory->bytes();
    } catch (const Error& error) {
      // Whoever needs the memory can still spill what it holds itself, or says who holds what.
      logWarn("map outputs stay in memory: " + std::string(error.what()));
      putBack(key, oldest);
      break;
    }
  }
  oldest.reset();
  returnFreedMemory(freed);
  return freed;
}

// The C library keeps what small objects took; whoever asked for memory may take it from another pool.
void ShuffleStore::returnFreedMemory(int64_t freed) {
  if ((freedBytes_ += freed) < kReturnBytes) return;
  freedBytes_ = 0;
  malloc_trim(0);
}

bool ShuffleStore::takeOldest(MapKey& key, std::shared_ptr<const MapOutput>& output) {
  std::lock_guard lock(mutex_);
  if (movable_.empty()) return false;
  key = movable_.begin()->second;
  movable_.erase(movable_.begin());
  output = shuffles_.at(key.shuffleId)[static_cast<size_t>(key.mapId)].output;
  return true;
}

void ShuffleStore::putBack(const MapKey& key, const std::shared_ptr<const MapOutput>& output) {
  std::lock_guard lock(mutex_);
  Entry* entry = findEntry(key.shuffleId, key.mapId);
  if (entry != nullptr && entry->output == output) movable_.emplace(entry->age, key);
}

std::shared_ptr<const MapOutput> ShuffleStore::writeToDisk(const MapKey& key, const MapOutput& output) {
  const auto numReducers = static_cast<int>(output.status.sizes.size());
  auto disk = DiskMapOutput::write(localDirs_, options_, memory_.uncounted(), nextFileName(key.shuffleId, key.mapId),
                                   numReducers, [&output](int reducer, SegmentWriter& writer) {
                                     for (const auto& part : output.memory->batchesFor(reducer)) {
                                       writer.append(*part.batch);
                                     }
                                   });
  MapStatus status = output.status;
  status.sizes = {};
  return std::make_shared<const MapOutput>(MapOutput{std::move(status), nullptr, std::move(disk)});
}

// False when the output was removed while it was written.
bool ShuffleStore::replace(const MapKey& key, const std::shared_ptr<const MapOutput>& before,
                           std::shared_ptr<const MapOutput> after) {
  std::lock_guard lock(mutex_);
  Entry* entry = findEntry(key.shuffleId, key.mapId);
  if (entry == nullptr || entry->output != before) return false;
  release(*entry);
  bytesOnDisk_ += after->disk->dataBytes();
  entry->output = std::move(after);
  return true;
}

std::string ShuffleStore::nextFileName(int shuffleId, int mapId) {
  const int64_t number = nextFile_.fetch_add(1, std::memory_order_relaxed);
  return outputFileName(shuffleId, mapId, number);
}

int64_t ShuffleStore::bytesOnDisk() const {
  std::lock_guard lock(mutex_);
  return bytesOnDisk_;
}

}  // namespace ferro
