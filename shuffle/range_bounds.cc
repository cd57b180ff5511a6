#include "ferro/shuffle/range_bounds.h"

#include <cmath>

namespace ferro {

RangeSampleSize rangeSampleSize(int outputPartitions, int inputPartitions) {
  constexpr double kSamplesForEachOutput = 20.0;
  constexpr double kMostSamples = 1e6;
  constexpr double kOversampling = 3.0;
  const double total = std::min(kSamplesForEachOutput * outputPartitions, kMostSamples);
  const double perPartition = std::ceil(kOversampling * total / std::max(inputPartitions, 1));
  return {total, static_cast<int64_t>(perPartition)};
}

}  // namespace ferro
