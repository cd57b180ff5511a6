#include "ferro/scheduler/live_executors.h"

#include <algorithm>

namespace ferro {

void LiveExecutors::add(const ExecutorInfo& info, int slots) {
  if (!isAlive(info.id)) ++numAlive_;
  executors_[info.id] = {info, slots, 0, true};
}

void LiveExecutors::remove(const std::string& id) {
  if (!isAlive(id)) return;
  executors_[id].alive = false;
  --numAlive_;
}

bool LiveExecutors::mayTake(const std::string& id) const {
  auto found = executors_.find(id);
  return found == executors_.end() || found->second.alive;
}

void LiveExecutors::launched(const std::string& id) {
  if (auto found = executors_.find(id); found != executors_.end()) ++found->second.running;
}

void LiveExecutors::ended(const std::string& id) {
  auto found = executors_.find(id);
  if (found != executors_.end() && found->second.running > 0) --found->second.running;
}

bool LiveExecutors::isAlive(const std::string& id) const {
  auto found = executors_.find(id);
  return found != executors_.end() && found->second.alive;
}

bool LiveExecutors::hasHost(const std::string& host) const {
  return std::any_of(executors_.begin(), executors_.end(),
                     [&](const auto& entry) { return entry.second.alive && entry.second.info.host == host; });
}

bool LiveExecutors::hasFreeSlot() const {
  return std::any_of(executors_.begin(), executors_.end(),
                     [](const auto& entry) { return entry.second.freeSlots() > 0; });
}

int LiveExecutors::totalSlots() const {
  int total = 0;
  for (const auto& [id, executor] : executors_) total += executor.alive ? executor.slots : 0;
  return total;
}

}  // namespace ferro
