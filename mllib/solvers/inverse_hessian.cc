#include "ferro/mllib/solvers/inverse_hessian.h"

#include <cmath>
#include <utility>
#include <vector>

#include "ferro/mllib/solvers/point_math.h"

namespace ferro::ml {
namespace {

void addTo(Point& point, double factor, const Point& other) {
  for (size_t i = 0; i < point.size(); ++i) point[i] += factor * other[i];
}

}  // namespace

void InverseHessian::add(Point step, Point gradientChange) {
  const double product = dot(step, gradientChange);
  pairs_.push_front({std::move(step), std::move(gradientChange), product});
  if (pairs_.size() > memory_) pairs_.pop_back();
}

std::optional<Point> InverseHessian::direction(const Point& gradient) const {
  double scale = 1;
  if (!pairs_.empty()) {
    const Pair& newest = pairs_.front();
    if (newest.product < 0 || std::isnan(newest.product)) return std::nullopt;
    scale = newest.product / dot(newest.change, newest.change);
  }
  Point result = gradient;
  std::vector<double> along(pairs_.size());
  for (size_t i = 0; i < pairs_.size(); ++i) {
    along[i] = dot(pairs_[i].step, result) / pairs_[i].product;
    if (std::isnan(along[i])) return std::nullopt;
    addTo(result, -along[i], pairs_[i].change);
  }
  for (double& number : result) number *= scale;
  for (size_t i = pairs_.size(); i-- > 0;) {
    const double back = dot(pairs_[i].change, result) / pairs_[i].product;
    addTo(result, along[i] - back, pairs_[i].step);
  }
  for (double& number : result) number = -number;
  return result;
}

}  // namespace ferro::ml
