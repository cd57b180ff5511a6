#include "ferro/engine/random.h"

#include <cmath>

namespace ferro {

int64_t poisson(SplitMix64& random, double mean) {
  // exp(-mean) underflows for large means: sums of smaller ones are distributed the same.
  int64_t drawn = 0;
  for (; mean > 500; mean -= 500) drawn += poisson(random, 500);
  const double threshold = std::exp(-mean);
  double product = random.nextDouble();
  for (; product > threshold; product *= random.nextDouble()) ++drawn;
  return drawn;
}

}  // namespace ferro
