#include "ferro/shuffle/service/index_cache.h"

namespace ferro {

std::shared_ptr<const MapOutputIndex> IndexCache::get(const std::string& path) {
  if (const auto found = byPath_.find(path); found != byPath_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front().index;
  }
  auto index = std::make_shared<const MapOutputIndex>(MapOutputIndex::read(path));

  entries_.push_front({path, index, index->memoryBytes()});
  byPath_.emplace(path, entries_.begin());
  bytes_ += entries_.front().bytes;
  while (bytes_ > mostBytes_ && entries_.size() > 1) forget(std::string(entries_.back().path));
  return index;
}

void IndexCache::forget(const std::string& path) {
  const auto found = byPath_.find(path);
  if (found == byPath_.end()) return;
  bytes_ -= found->second->bytes;
  entries_.erase(found->second);
  byPath_.erase(found);
}

void IndexCache::clear() {
  byPath_.clear();
  entries_.clear();
  bytes_ = 0;
}

}  // namespace ferro
