// Which executors hold much of what each reducer of a shuffle reads. A plain value, made from the map outputs as they
// are at one moment.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/scheduler/lineage.h"
#include "ferro/scheduler/locality.h"
#include "ferro/shuffle/map_output_tracker.h"

namespace ferro {

class ShufflePlaces {
 public:
  // Of a shuffle with very many maps or reducers nobody holds much, so it is not looked at.
  ShufflePlaces(const ShuffleDependency& shuffle, const MapOutputTracker& outputs);

  // Who holds at least a fifth of the reducer's bytes; empty when nobody does.
  TaskPreference of(int reducer) const;

 private:
  struct Share {
    ExecutorPlace place;
    std::vector<int64_t> bytes;  // by reducer
  };

  void add(const MapStatus& status);

  std::vector<Share> shares_;
  std::vector<int64_t> totals_;  // by reducer
};

}  // namespace ferro
