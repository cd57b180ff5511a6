#include "ferro/scheduler/accumulator_ledger.h"

#include <algorithm>

namespace ferro {

bool AccumulatorLedger::countOnce(const std::shared_ptr<const ShuffleDependency>& shuffle, int map) {
  if (shuffles_.size() >= sizeToClean_) forgetDeadShuffles();
  Counted& counted = shuffles_[shuffle->shuffleId()];
  counted.shuffle = shuffle;
  const auto index = static_cast<size_t>(map);
  if (index >= counted.maps.size()) counted.maps.resize(index + 1);
  if (counted.maps[index]) return false;
  counted.maps[index] = true;
  return true;
}

void AccumulatorLedger::forgetDeadShuffles() {
  std::erase_if(shuffles_, [](const auto& entry) { return entry.second.shuffle.expired(); });
  sizeToClean_ = std::max<size_t>(64, 2 * shuffles_.size());
}

}  // namespace ferro
