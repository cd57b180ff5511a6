#include "ferro/mllib/solvers/wolfe_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ferro::ml {
namespace {

constexpr double kDecrease = 1e-4;
constexpr double kCurvature = 0.9;
constexpr double kGrowth = 1.5;
constexpr double kMargin = 0.1;  // how near to an end of its interval a new step may lie

// The minimum of the cubic through two points with their slopes, kept away from both.
double interpolate(const LineValue& left, const LineValue& right) {
  const double width = right.step - left.step;
  const double d1 = left.slope + right.slope - 3 * (left.value - right.value) / (left.step - right.step);
  const double d2 = std::sqrt(d1 * d1 - left.slope * right.slope);
  const double minimum = right.step - width * (right.slope + d2 - d1) / (right.slope - left.slope + 2 * d2);
  if (std::isnan(minimum)) return left.step + 0.5 * width;
  return std::clamp(minimum, left.step + kMargin * width, left.step + (1 - kMargin) * width);
}

class Search {
 public:
  Search(const std::function<LineValue(double)>& evaluate, const LineValue& start, const WolfeOptions& options)
      : evaluate_(evaluate), start_(start), options_(options) {}

  std::optional<double> run(double step) {
    LineValue low = start_;
    for (int i = 0; i < options_.maxSteps; ++i) {
      const LineValue at = evaluate_(step);
      if (!std::isfinite(at.value)) {
        step /= 2;
        continue;
      }
      if (isTooHigh(at) || (at.value >= low.value && i > 0)) return zoom(low, at);
      if (isFlat(at)) return at.step;
      if (at.slope >= 0) return zoom(at, low);
      low = at;
      if (step == options_.bound) return step;
      step = std::min(step * kGrowth, options_.bound);
    }
    return std::nullopt;
  }

 private:
  bool isTooHigh(const LineValue& at) const { return at.value > start_.value + kDecrease * at.step * start_.slope; }
  bool isFlat(const LineValue& at) const { return std::abs(at.slope) <= kCurvature * std::abs(start_.slope); }

  // low is the best step so far; a good one lies between low and high, in either order.
  std::optional<double> zoom(LineValue low, LineValue high) {
    for (int i = 0; i < options_.maxZooms; ++i) {
      const LineValue at = evaluate_(low.step > high.step ? interpolate(high, low) : interpolate(low, high));
      if (isTooHigh(at) || at.value >= low.value) {
        high = at;
        continue;
      }
      if (isFlat(at)) return at.step;
      if (at.slope * (high.step - low.step) >= 0) high = low;
      low = at;
    }
    return std::nullopt;
  }

  const std::function<LineValue(double)>& evaluate_;
  const LineValue& start_;
  const WolfeOptions& options_;
};

}  // namespace

std::optional<double> wolfeSearch(const std::function<LineValue(double step)>& evaluate, const LineValue& start,
                                  double firstStep, const WolfeOptions& options) {
  if (!(start.slope <= 0)) return std::nullopt;
  return Search(evaluate, start, options).run(firstStep);
}

}  // namespace ferro::ml
