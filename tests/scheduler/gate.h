// Lets tests hold tasks and wait for them without sleeping. Any thread may call these.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "ferro/scheduler/task_context.h"

namespace ferro {

class Gate {
 public:
  void open() {
    std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::seconds(30), [&] { return open_; }))
      throw std::runtime_error("gate stays shut");
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

// Waits until a number of others have arrived.
class Counter {
 public:
  void arrive() {
    std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  void waitFor(int count) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::seconds(30), [&] { return count_ >= count; })) {
      throw std::runtime_error("nobody arrives");
    }
  }
  int count() {
    std::lock_guard lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

// What a long user function does: goes on until it is cancelled.
inline void runUntilCancelled(TaskContext& context) {
  while (true) {
    context.throwIfCancelled();
    std::this_thread::yield();
  }
}

}  // namespace ferro
