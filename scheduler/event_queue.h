// The way into a single-threaded loop: any thread posts, one thread takes everything that has gathered.
#pragma once

#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace ferro {

template <class Item>
class EventQueue {
 public:
  // False once the queue is closed; the item is dropped then.
  bool post(Item item) {
    std::lock_guard lock(mutex_);
    if (closed_) return false;
    items_.push_back(std::move(item));
    if (items_.size() == 1) posted_.notify_one();
    return true;
  }

  void close() {
    std::lock_guard lock(mutex_);
    closed_ = true;
    posted_.notify_one();
  }

  // Waits for items and moves them into `batch`, which must be empty. False when the queue is closed and nothing is
  // left.
  bool takeAll(std::vector<Item>& batch) {
    std::unique_lock lock(mutex_);
    posted_.wait(lock, [&] { return closed_ || !items_.empty(); });
    batch.swap(items_);
    return !batch.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable posted_;
  std::vector<Item> items_;
  bool closed_ = false;
};

}  // namespace ferro
