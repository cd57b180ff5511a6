#include "ferro/engine/hyper_log_log.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr int kLeastPrecision = 4;
constexpr int kMostPrecision = 24;

// The error of m registers is 1.04 / sqrt(m).
int precisionFor(double relativeSD) {
  if (!(relativeSD > 0.000017 && relativeSD <= 0.4)) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "countApproxDistinct: the accuracy must be above 0.000017 and at most 0.4, not " + std::to_string(relativeSD));
  }
  int precision = static_cast<int>(std::ceil(2.0 * std::log2(1.04 / relativeSD)));
  return std::clamp(precision, kLeastPrecision, kMostPrecision);
}

double sigma(double x) {
  if (x == 1.0) return INFINITY;
  double sum = x;
  double factor = 1;
  for (double last = -1; sum != last; factor += factor) {
    x *= x;
    last = sum;
    sum += x * factor;
  }
  return sum;
}

double tau(double x) {
  if (x == 0.0 || x == 1.0) return 0.0;
  double sum = 1 - x;
  double factor = 1;
  for (double last = -1; sum != last;) {
    x = std::sqrt(x);
    last = sum;
    factor *= 0.5;
    sum -= (1 - x) * (1 - x) * factor;
  }
  return sum / 3;
}

}  // namespace

HyperLogLog::HyperLogLog(double relativeSD)
    : precision_(precisionFor(relativeSD)), registers_(size_t{1} << precision_, 0) {}

void HyperLogLog::merge(const std::vector<uint8_t>& registers) {
  if (registers.size() != registers_.size()) throwInternal("sketches of different accuracy cannot be merged");
  for (size_t i = 0; i < registers_.size(); ++i) registers_[i] = std::max(registers_[i], registers[i]);
}

// Ertl's estimator: right from empty to full without tables of corrections.
int64_t HyperLogLog::estimate() const {
  const int highest = 64 - precision_ + 1;
  std::vector<double> withRank(static_cast<size_t>(highest) + 1, 0);
  for (uint8_t rank : registers_) ++withRank[rank];
  const auto count = static_cast<double>(registers_.size());
  double z = count * tau(1.0 - withRank[static_cast<size_t>(highest)] / count);
  for (int rank = highest - 1; rank >= 1; --rank) z = 0.5 * (z + withRank[static_cast<size_t>(rank)]);
  z += count * sigma(withRank[0] / count);
  constexpr double kAlpha = 0.7213475204444817;  // 1 / (2 ln 2)
  return std::llround(kAlpha * count * count / z);
}

}  // namespace ferro
