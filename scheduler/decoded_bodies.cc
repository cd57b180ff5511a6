#include "ferro/scheduler/decoded_bodies.h"

#include <chrono>

namespace ferro {

std::shared_ptr<const TaskBody> DecodedBodies::get(const Key& key, const std::string& bytes, TaskMetrics& metrics) {
  std::shared_ptr<Entry> entry;
  {
    std::lock_guard lock(mutex_);
    auto& found = entries_[key];
    if (found == nullptr) found = std::make_shared<Entry>();
    entry = found;
  }
  std::lock_guard lock(entry->mutex);
  if (entry->body == nullptr) {
    const auto begin = std::chrono::steady_clock::now();
    entry->body = codec_.decode(bytes, environment_);
    metrics.decodeNanos = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  }
  return entry->body;
}

void DecodedBodies::forget(const Key& key) {
  std::shared_ptr<Entry> dropped;  // destroyed outside the lock
  std::lock_guard lock(mutex_);
  auto entry = entries_.extract(key);
  if (!entry.empty()) dropped = std::move(entry.mapped());
}

}  // namespace ferro
