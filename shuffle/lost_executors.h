// The executors that the driver has given up, as it tells the others: whoever waits for one of them need not. Owned by
// an executor process; any thread may call it.
#pragma once

#include <mutex>
#include <set>

#include "ferro/blockmanager/executor_place.h"

namespace ferro {

class LostExecutors {
 public:
  void add(const ExecutorPlace& place) {
    std::lock_guard lock(mutex_);
    places_.insert(place);
  }
  bool contains(const ExecutorPlace& place) const {
    std::lock_guard lock(mutex_);
    return places_.contains(place);
  }

 private:
  mutable std::mutex mutex_;
  std::set<ExecutorPlace> places_;  // few: each is an executor that was lost while this one lived
};

}  // namespace ferro
