// An executor's register of broadcast values, by id. It shares ownership of them with the tasks that read them. Any
// thread may call it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace ferro {

class BroadcastStore {
 public:
  // Replaces a value under the same id; tasks that hold the old one keep it.
  void put(int64_t id, std::shared_ptr<const void> value);
  // Null when it is not here.
  std::shared_ptr<const void> get(int64_t id) const;
  void remove(int64_t id);
  size_t size() const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<int64_t, std::shared_ptr<const void>> values_;
};

}  // namespace ferro
