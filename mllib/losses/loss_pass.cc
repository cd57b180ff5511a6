#include "ferro/mllib/losses/loss_pass.h"

#include <algorithm>
#include <numeric>

#include "ferro/common/error.h"
#include "ferro/mllib/losses/link_kernels.h"
#include "ferro/mllib/losses/sweep_kernels.h"

namespace ferro::ml {
namespace {

// Rows are handled so many at a time that they are still in the nearest cache when the gradient reads them again.
constexpr int64_t kCachedValues = 4096;

int64_t rowsAtATime(const BlockView& block) {
  const int64_t perRow = std::max<int64_t>(1, block.numStored() / std::max<int64_t>(1, block.numRows));
  return std::clamp<int64_t>(kCachedValues / perRow, 8, kLinkRows);
}

void addTo(std::vector<double>& sum, const std::vector<double>& other) {
  if (sum.empty()) {
    sum = other;
    return;
  }
  for (size_t i = 0; i < other.size(); ++i) sum[i] += other[i];
}

}  // namespace

void LossSums::add(const LossSums& other) {
  loss += other.loss;
  weight += other.weight;
  addTo(gradient, other.gradient);
  addTo(offsetGradient, other.offsetGradient);
  scaleGradient += other.scaleGradient;
  addTo(curvature, other.curvature);
}

LossPass::LossPass(const LossRequest& request)
    : request_(request),
      margins_(static_cast<size_t>(request.numClasses * kLinkRows)),
      factors_(static_cast<size_t>(request.numClasses * kLinkRows)) {
  const auto width = static_cast<size_t>(request.numFeatures + 1);
  sums_.gradient.assign(request.coefficients.size(), 0.0);
  sums_.offsetGradient.assign(static_cast<size_t>(request.numClasses), 0.0);
  if (request.withCurvature) {
    curvatures_.assign(static_cast<size_t>(kLinkRows), 0.0);
    sums_.curvature.assign(width * width, 0.0);
    if (request.sampleShare < 1) sample_.emplace(request.numFeatures, sums_.curvature);
  }
}

void LossPass::add(const BlockView& block) {
  if (block.numColumns != request_.numFeatures) throwInternal("a training block has another number of features");
  if (sample_) return addSample(block);
  const int64_t step = rowsAtATime(block);
  for (int64_t begin = 0; begin < block.numRows; begin += step) {
    addRows(block, begin, std::min(begin + step, block.numRows));
  }
}

void LossPass::addSample(const BlockView& block) {
  for (int64_t row = 0; row < block.numRows; ++row) {
    if (!CurvatureSample::picks(block, row, request_.sampleShare)) continue;
    sweepMargins(block, row, row + 1, request_.coefficients.data(), request_.offsets[0], margins_.data());
    link(block.labels + row, block.weights == nullptr ? nullptr : block.weights + row, 1);
    sample_->add(block, row, curvatures_[0]);
    sums_.weight += block.weightOf(row);
  }
}

LossSums LossPass::take() {
  if (sample_) sample_->finish();
  return std::move(sums_);
}

void LossPass::addRows(const BlockView& block, int64_t begin, int64_t end) {
  const int64_t count = end - begin;
  const double* weights = block.weights == nullptr ? nullptr : block.weights + begin;
  for (int64_t k = 0; k < request_.numClasses; ++k) {
    sweepMargins(block, begin, end, request_.coefficients.data() + k * request_.numFeatures,
                 request_.offsets[static_cast<size_t>(k)], margins_.data() + k * kLinkRows);
  }
  sums_.loss += link(block.labels + begin, weights, count);
  sums_.weight += weights == nullptr ? static_cast<double>(count) : std::accumulate(weights, weights + count, 0.0);
  for (int64_t k = 0; k < request_.numClasses; ++k) {
    const double* factors = factors_.data() + k * kLinkRows;
    sweepSum(block, begin, end, factors, sums_.gradient.data() + k * request_.numFeatures);
    sums_.offsetGradient[static_cast<size_t>(k)] += std::accumulate(factors, factors + count, 0.0);
  }
  if (request_.withCurvature) sweepOuterProducts(block, begin, end, curvatures_.data(), sums_.curvature.data());
}

double LossPass::link(const double* labels, const double* weights, int64_t count) {
  double* const margins = margins_.data();
  double* const factors = factors_.data();
  switch (request_.kind) {
    case LossKind::kBinomial:
      return binomialLink(margins, labels, weights, count, factors, curvatures_.empty() ? nullptr : curvatures_.data());
    case LossKind::kMultinomial:
      return multinomialLink(margins, labels, weights, count, kLinkRows, request_.numClasses, factors);
    case LossKind::kSquared:
      for (int64_t i = 0; i < count && request_.withCurvature; ++i) {
        curvatures_[static_cast<size_t>(i)] = weights == nullptr ? 1.0 : weights[i];
      }
      return squaredLink(margins, labels, weights, count, request_.labelScale, request_.labelShift, factors);
    case LossKind::kHuber:
      return huberLink(margins, labels, weights, count, request_.scale, request_.epsilon, factors,
                       &sums_.scaleGradient);
    case LossKind::kHinge: return hingeLink(margins, labels, weights, count, factors);
  }
  throwInternal("a loss that is not known");
}

}  // namespace ferro::ml
