// Carries events from whoever posts them to whoever listens, on a thread of its own, in the order in which they were
// posted. Owned by the session; any thread may call it, a listener too.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ferro/scheduler/events.h"

namespace ferro {

class Listener {
 public:
  virtual ~Listener() = default;
  // Called on the bus's thread. A listener that throws is removed.
  virtual void on(const Event& event) = 0;
};

class ListenerBus {
 public:
  ListenerBus();
  ~ListenerBus();
  ListenerBus(const ListenerBus&) = delete;
  ListenerBus& operator=(const ListenerBus&) = delete;

  void add(std::shared_ptr<Listener> listener);
  // At most the event that is being delivered still reaches it.
  void remove(const std::shared_ptr<Listener>& listener);

  // False while nobody listens: posts cost nothing then, and whoever would have to build an event asks first.
  bool active() const { return active_.load(std::memory_order_relaxed); }
  // Never waits for listeners: the queue has no bound, because an event lost is a count wrong forever. Events gather
  // for some milliseconds, so that a thread need not be woken for each end of a task.
  void post(Event event);

  // Waits until all that was posted before is delivered; false if that takes longer than the limit.
  bool drain(std::chrono::milliseconds limit);
  // Delivers what was posted and ends the thread. Later posts go nowhere.
  void stop();

 private:
  using Listeners = std::vector<std::shared_ptr<Listener>>;

  void run();
  void deliver(const Event& event);

  std::atomic<bool> active_{false};
  std::mutex mutex_;
  std::condition_variable posted_;
  std::condition_variable delivered_;
  std::shared_ptr<const Listeners> listeners_ = std::make_shared<const Listeners>();
  std::vector<Event> queue_;
  uint64_t numPosted_ = 0;
  uint64_t numDelivered_ = 0;
  int numDraining_ = 0;  // threads that wait for what is posted to be delivered
  bool stopping_ = false;

  std::mutex stopMutex_;
  std::thread thread_;
};

}  // namespace ferro
