// Remembers which map tasks' accumulator updates have been counted, for as long as their shuffle lives: a map that is
// run again, by the same job or a later one, must not count twice. Belongs to the DAG scheduler's loop.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "ferro/scheduler/lineage.h"

namespace ferro {

class AccumulatorLedger {
 public:
  // True the first time it is asked about a map of a shuffle.
  bool countOnce(const std::shared_ptr<const ShuffleDependency>& shuffle, int map);
  size_t size() const { return shuffles_.size(); }

 private:
  struct Counted {
    std::weak_ptr<const ShuffleDependency> shuffle;
    std::vector<bool> maps;
  };

  void forgetDeadShuffles();

  std::unordered_map<int, Counted> shuffles_;
  size_t sizeToClean_ = 64;
};

}  // namespace ferro
