#include "ferro/engine/stat_counter.h"

#include <cmath>

namespace ferro {

double StatCounter::variance() const { return n == 0 ? std::nan("") : m2 / static_cast<double>(n); }

double StatCounter::stdev() const { return std::sqrt(variance()); }

double StatCounter::sampleVariance() const { return n <= 1 ? std::nan("") : m2 / static_cast<double>(n - 1); }

double StatCounter::sampleStdev() const { return std::sqrt(sampleVariance()); }

}  // namespace ferro
