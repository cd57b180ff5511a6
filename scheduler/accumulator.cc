#include "ferro/scheduler/accumulator.h"

namespace ferro {

int64_t AccumulatorRegistry::add(const std::shared_ptr<DriverAccumulator>& accumulator) {
  std::lock_guard lock(mutex_);
  std::erase_if(accumulators_, [](const auto& entry) { return entry.second.expired(); });
  accumulators_.emplace(nextId_, accumulator);
  return nextId_++;
}

std::shared_ptr<DriverAccumulator> AccumulatorRegistry::find(int64_t id) const {
  std::lock_guard lock(mutex_);
  auto found = accumulators_.find(id);
  return found == accumulators_.end() ? nullptr : found->second.lock();
}

void AccumulatorRegistry::merge(const AccumulatorUpdates& updates) {
  for (const auto& [id, delta] : updates) {
    if (auto accumulator = find(id)) accumulator->merge(*delta);
  }
}

}  // namespace ferro
