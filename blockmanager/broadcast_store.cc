#include "ferro/blockmanager/broadcast_store.h"

#include <utility>

namespace ferro {

void BroadcastStore::put(int64_t id, std::shared_ptr<const void> value) {
  // Swapped, so that the destructor of a replaced value runs after the lock is released.
  std::lock_guard lock(mutex_);
  values_[id].swap(value);
}

std::shared_ptr<const void> BroadcastStore::get(int64_t id) const {
  std::lock_guard lock(mutex_);
  auto found = values_.find(id);
  return found == values_.end() ? nullptr : found->second;
}

void BroadcastStore::remove(int64_t id) {
  std::unordered_map<int64_t, std::shared_ptr<const void>>::node_type dropped;
  std::lock_guard lock(mutex_);
  dropped = values_.extract(id);
}

size_t BroadcastStore::size() const {
  std::lock_guard lock(mutex_);
  return values_.size();
}

}  // namespace ferro
