#include "ferro/mllib/solvers/bounded_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <Eigen/LU>

namespace ferro::ml {
namespace {

constexpr size_t kMemory = 10;
constexpr double kFlat = 2.2e-16;  // below this curvature a pair says nothing

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

}  // namespace

void BoundedModel::clear() {
  steps_.clear();
  changes_.clear();
  theta_ = 1;
  w_.resize(static_cast<Index>(lower_.size()), 0);
  m_.resize(0, 0);
}

void BoundedModel::add(const VectorXd& step, const VectorXd& gradientChange) {
  if (step.dot(gradientChange) <= kFlat * gradientChange.squaredNorm()) return;
  steps_.push_back(step);
  changes_.push_back(gradientChange);
  if (steps_.size() > kMemory) {
    steps_.pop_front();
    changes_.pop_front();
  }
  theta_ = gradientChange.squaredNorm() / step.dot(gradientChange);
  rebuild();
}

void BoundedModel::rebuild() {
  const auto pairs = static_cast<Index>(steps_.size());
  MatrixXd s(w_.rows(), pairs);
  MatrixXd y(w_.rows(), pairs);
  for (Index i = 0; i < pairs; ++i) {
    s.col(i) = steps_[static_cast<size_t>(i)];
    y.col(i) = changes_[static_cast<size_t>(i)];
  }
  const MatrixXd sy = s.transpose() * y;
  const MatrixXd l = sy.triangularView<Eigen::StrictlyLower>();
  MatrixXd middle(2 * pairs, 2 * pairs);
  middle.topLeftCorner(pairs, pairs) = (-sy.diagonal()).asDiagonal();
  middle.topRightCorner(pairs, pairs) = l.transpose();
  middle.bottomLeftCorner(pairs, pairs) = l;
  middle.bottomRightCorner(pairs, pairs) = theta_ * (s.transpose() * s);
  m_ = middle.inverse();
  w_.resize(Eigen::NoChange, 2 * pairs);
  w_.leftCols(pairs) = y;
  w_.rightCols(pairs) = theta_ * s;
}

VectorXd BoundedModel::minimizer(const VectorXd& point, const VectorXd& gradient) const {
  Cauchy cauchy = cauchyPoint(point, gradient);
  if (!steps_.empty()) minimizeFree(point, gradient, cauchy);
  return cauchy.point;
}

BoundedModel::Cauchy BoundedModel::cauchyPoint(const VectorXd& point, const VectorXd& gradient) const {
  const Index size = point.size();
  VectorXd direction = VectorXd::Zero(size);
  std::vector<double> breaks(static_cast<size_t>(size), std::numeric_limits<double>::infinity());
  for (Index i = 0; i < size; ++i) {
    const auto at = static_cast<size_t>(i);
    if (gradient[i] < 0) breaks[at] = (point[i] - upper_[at]) / gradient[i];
    if (gradient[i] > 0) breaks[at] = (point[i] - lower_[at]) / gradient[i];
    if (breaks[at] > 0) direction[i] = -gradient[i];
  }
  std::vector<Index> order(static_cast<size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  std::erase_if(order, [&](Index i) { return !(breaks[static_cast<size_t>(i)] > 0) || direction[i] == 0; });
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const double left = breaks[static_cast<size_t>(a)];
    const double right = breaks[static_cast<size_t>(b)];
    return left < right || (left == right && a < b);
  });

  Cauchy cauchy{point, VectorXd::Zero(w_.cols())};
  VectorXd p = w_.transpose() * direction;
  double slope = -direction.squaredNorm();
  double curvature = -theta_ * slope - p.dot(m_ * p);
  double travelled = 0;
  for (const Index b : order) {
    const double width = breaks[static_cast<size_t>(b)] - travelled;
    if (!(curvature > 0) || -slope / curvature < width) break;
    const double g = gradient[b];
    cauchy.point[b] = direction[b] > 0 ? upper_[static_cast<size_t>(b)] : lower_[static_cast<size_t>(b)];
    cauchy.product += width * p;
    const VectorXd row = w_.row(b).transpose();
    const double z = cauchy.point[b] - point[b];
    slope += width * curvature + g * g + theta_ * g * z - g * row.dot(m_ * cauchy.product);
    curvature -= theta_ * g * g + 2 * g * row.dot(m_ * p) + g * g * row.dot(m_ * row);
    p += g * row;
    direction[b] = 0;
    travelled = breaks[static_cast<size_t>(b)];
  }
  const double last = curvature > 0 ? std::max(0.0, -slope / curvature) : 0.0;
  for (Index i = 0; i < size; ++i) {
    if (direction[i] != 0) cauchy.point[i] = point[i] + (travelled + last) * direction[i];
  }
  cauchy.product += last * p;
  return cauchy;
}

void BoundedModel::minimizeFree(const VectorXd& point, const VectorXd& gradient, Cauchy& cauchy) const {
  std::vector<Index> free;
  for (Index i = 0; i < point.size(); ++i) {
    const double at = cauchy.point[i];
    if (at > lower_[static_cast<size_t>(i)] && at < upper_[static_cast<size_t>(i)]) free.push_back(i);
  }
  if (free.empty()) return;
  const VectorXd full = gradient + theta_ * (cauchy.point - point) - w_ * (m_ * cauchy.product);
  const VectorXd reduced = full(free);
  const MatrixXd wz = w_(free, Eigen::all);
  const MatrixXd n = MatrixXd::Identity(m_.rows(), m_.cols()) - m_ * (wz.transpose() * wz) / theta_;
  const VectorXd v = n.partialPivLu().solve(m_ * (wz.transpose() * reduced));
  const VectorXd direction = -(reduced / theta_ + wz * v / (theta_ * theta_));
  double length = 1;
  for (size_t k = 0; k < free.size(); ++k) {
    const double d = direction[static_cast<Index>(k)];
    const double at = cauchy.point[free[k]];
    const auto i = static_cast<size_t>(free[k]);
    if (d > 0) length = std::min(length, (upper_[i] - at) / d);
    if (d < 0) length = std::min(length, (lower_[i] - at) / d);
  }
  for (size_t k = 0; k < free.size(); ++k) cauchy.point[free[k]] += length * direction[static_cast<Index>(k)];
}

}  // namespace ferro::ml
