#include "ferro/mllib/losses/scaled_objective.h"

#include <utility>

namespace ferro::ml {

ScaledObjective::ScaledObjective(LossSource& source, LossRequest request, FeatureScaling scaling,
                                 std::vector<double> penalties, bool fitIntercept)
    : source_(source),
      request_(std::move(request)),
      scaling_(std::move(scaling)),
      penalties_(std::move(penalties)),
      fitIntercept_(fitIntercept),
      numClasses_(static_cast<size_t>(request_.numClasses)),
      numFeatures_(static_cast<size_t>(request_.numFeatures)) {
  request_.coefficients.resize(numCoefficients());
  request_.offsets.resize(numClasses_);
}

size_t ScaledObjective::size() const {
  const size_t scale = request_.kind == LossKind::kHuber ? 1 : 0;
  return numCoefficients() + (fitIntercept_ ? numClasses_ : 0) + scale;
}

std::vector<double> ScaledObjective::coefficients(const Point& point) const {
  std::vector<double> unscaled(numCoefficients());
  for (size_t k = 0, i = 0; k < numClasses_; ++k) {
    for (size_t j = 0; j < numFeatures_; ++j, ++i) unscaled[i] = point[i] * scaling_.inverseDeviations[j];
  }
  return unscaled;
}

std::vector<double> ScaledObjective::intercepts(const Point& point) const {
  std::vector<double> offsets(numClasses_, 0.0);
  for (size_t k = 0; k < numClasses_; ++k) {
    if (fitIntercept_) offsets[k] = point[numCoefficients() + k];
    if (!isCentred()) continue;
    const double* coefficients = point.data() + k * numFeatures_;
    double shift = 0;
    for (size_t j = 0; j < numFeatures_; ++j) shift += coefficients[j] * scaling_.scaledMeans[j];
    offsets[k] -= shift;
  }
  return offsets;
}

LossSums ScaledObjective::pass(const Point& point, bool withCurvature, double sampleShare) {
  request_.coefficients = coefficients(point);
  request_.offsets = intercepts(point);
  request_.withCurvature = withCurvature;
  request_.sampleShare = sampleShare;
  if (request_.kind == LossKind::kHuber) request_.scale = point.back();
  return source_.sum(request_);
}

double ScaledObjective::finish(const LossSums& sums, const Point& point, Point& gradient) const {
  double value = sums.loss / sums.weight;
  for (size_t k = 0, i = 0; k < numClasses_; ++k) {
    const double byOffset = sums.offsetGradient[k];
    for (size_t j = 0; j < numFeatures_; ++j, ++i) {
      double slope = sums.gradient[i] * scaling_.inverseDeviations[j];
      if (isCentred()) slope -= scaling_.scaledMeans[j] * byOffset;
      gradient[i] = slope / sums.weight + penalties_[j] * point[i];
      value += 0.5 * penalties_[j] * point[i] * point[i];
    }
    if (fitIntercept_) gradient[numCoefficients() + k] = byOffset / sums.weight;
  }
  if (request_.kind == LossKind::kHuber) gradient.back() = sums.scaleGradient / sums.weight;
  return value;
}

double ScaledObjective::evaluate(const Point& point, Point& gradient) {
  return finish(pass(point, false), point, gradient);
}

double ScaledObjective::evaluate(const Point& point, Point& gradient, std::vector<double>& hessian) {
  const LossSums sums = pass(point, true);
  fillHessian(sums, hessian);
  return finish(sums, point, gradient);
}

void ScaledObjective::sampleHessian(const Point& point, double share, std::vector<double>& hessian) {
  LossSums sums = pass(point, true, share);
  if (sums.weight <= 0) sums = pass(point, true);  // nothing was picked
  fillHessian(sums, hessian);
}

void ScaledObjective::fillHessian(const LossSums& sums, std::vector<double>& hessian) const {
  const size_t width = numFeatures_ + 1;
  const std::vector<double>& raw = sums.curvature;
  const double constant = raw[width * width - 1];
  const double* byOffset = raw.data() + numFeatures_ * width;
  const auto meanOf = [&](size_t j) { return isCentred() ? scaling_.scaledMeans[j] : 0.0; };
  for (size_t i = 0; i < numFeatures_; ++i) {
    const double si = scaling_.inverseDeviations[i];
    for (size_t j = 0; j <= i; ++j) {
      const double sj = scaling_.inverseDeviations[j];
      const double cell = si * sj * raw[i * width + j] - si * meanOf(j) * byOffset[i] - sj * meanOf(i) * byOffset[j] +
                          meanOf(i) * meanOf(j) * constant;
      hessian[i * size() + j] = hessian[j * size() + i] = cell / sums.weight + (i == j ? penalties_[i] : 0.0);
    }
    if (!fitIntercept_) continue;
    const double cell = si * byOffset[i] - meanOf(i) * constant;
    hessian[numFeatures_ * size() + i] = hessian[i * size() + numFeatures_] = cell / sums.weight;
  }
  if (fitIntercept_) hessian[size() * size() - 1] = constant / sums.weight;
}

}  // namespace ferro::ml
