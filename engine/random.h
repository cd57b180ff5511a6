// Random draws that depend on a seed and a partition alone, so that a task run again draws the same.
#pragma once

#include <cstdint>

#include "ferro/common/hash.h"
#include "ferro/shuffle/splitmix64.h"

namespace ferro {

inline uint64_t seedFor(uint64_t seed, int partition) {
  return hashValue(seed ^ hashValue(static_cast<int64_t>(partition)));
}

// How often a row is drawn when rows are drawn with replacement, `mean` times on average.
int64_t poisson(SplitMix64& random, double mean);

}  // namespace ferro
