#include "ferro/scheduler/listener_bus.h"

#include <algorithm>
#include <utility>

#include "ferro/common/contain.h"
#include "ferro/common/log.h"
#include "ferro/scheduler/task_failure.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

namespace {

// To wake a thread costs more than to deliver an event: short tasks would pay for it with several percent.
constexpr std::chrono::milliseconds kGather{10};
constexpr size_t kBatchEvents = 1024;

}  // namespace

ListenerBus::ListenerBus() : thread_([this] { containEach("the listeners' thread", [this] { run(); }); }) {}

ListenerBus::~ListenerBus() { stop(); }

void ListenerBus::add(std::shared_ptr<Listener> listener) {
  std::lock_guard lock(mutex_);
  auto listeners = std::make_shared<Listeners>(*listeners_);
  listeners->push_back(std::move(listener));
  listeners_ = std::move(listeners);
  active_ = !stopping_;
}

void ListenerBus::remove(const std::shared_ptr<Listener>& listener) {
  std::lock_guard lock(mutex_);
  auto listeners = std::make_shared<Listeners>(*listeners_);
  std::erase(*listeners, listener);
  active_ = !listeners->empty() && !stopping_;
  listeners_ = std::move(listeners);
}

void ListenerBus::post(Event event) {
  if (!active()) return;
  std::lock_guard lock(mutex_);
  if (stopping_) return;
  queue_.push_back(std::move(event));
  ++numPosted_;
  if (queue_.size() == 1 || queue_.size() == kBatchEvents) posted_.notify_one();
}

bool ListenerBus::drain(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  const uint64_t upTo = numPosted_;
  ++numDraining_;
  posted_.notify_one();
  const bool delivered = delivered_.wait_for(lock, limit, [&] { return numDelivered_ >= upTo; });
  --numDraining_;
  return delivered;
}

void ListenerBus::stop() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
    active_ = false;
    posted_.notify_one();
  }
  std::lock_guard lock(stopMutex_);
  if (thread_.joinable()) thread_.join();
}

void ListenerBus::run() {
  nameThisThread("ferro-listeners");
  std::vector<Event> batch;
  std::unique_lock lock(mutex_);
  while (true) {
    posted_.wait(lock, [&] { return !queue_.empty() || stopping_; });
    if (queue_.empty()) return;
    posted_.wait_for(lock, kGather, [&] { return stopping_ || numDraining_ > 0 || queue_.size() >= kBatchEvents; });
    batch.swap(queue_);
    lock.unlock();
    for (const Event& event : batch) deliver(event);
    lock.lock();
    numDelivered_ += batch.size();
    batch.clear();
    delivered_.notify_all();
  }
}

void ListenerBus::deliver(const Event& event) {
  std::shared_ptr<const Listeners> listeners;
  {
    std::lock_guard lock(mutex_);
    listeners = listeners_;
  }
  for (const auto& listener : *listeners) {
    try {
      listener->on(event);
    } catch (...) {
      logWarn("a listener failed and is removed: " + describeCurrentException().text);
      remove(listener);
    }
  }
}

}  // namespace ferro
