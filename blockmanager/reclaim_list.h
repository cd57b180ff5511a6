// The arbiter's list of those who can give memory back, and of the threads that are asking them right now. Owned by the
// arbiter; any thread may call it.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ferro/blockmanager/memory_arbiter.h"

namespace ferro {

class ReclaimList {
 public:
  void add(Reclaimable* reclaimable, ReclaimOrder order);
  // Returns when no thread is inside reclaimable->reclaim() any more.
  void remove(Reclaimable* reclaimable);

  // Asks those of this order, one after the other, until `bytes` are freed. Holds no lock while it asks.
  int64_t reclaim(ReclaimOrder order, int64_t bytes);

  // True on a thread that is inside reclaim: it must not start another one.
  bool isReclaiming() const;

  // Counts the reclaims that freed something.
  uint64_t successes() const;
  // Waits, for a limited time, while other threads are reclaiming and none has succeeded since `seen`. Returns whether
  // one has.
  bool waitForSuccess(uint64_t seen);

 private:
  struct Entry {
    Reclaimable* reclaimable;
    ReclaimOrder order;
    int callsInside = 0;
  };

  std::vector<std::shared_ptr<Entry>> enter(ReclaimOrder order);
  void leave(const std::vector<std::shared_ptr<Entry>>& entries, bool freedSomething);
  bool othersAreReclaiming() const;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Entry>> entries_;
  std::vector<std::thread::id> reclaiming_;
  uint64_t successes_ = 0;
};

}  // namespace ferro
