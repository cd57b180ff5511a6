#include "ferro/mllib/losses/loss_pass.h"

#include <algorithm>
#include <utility>

#include "ferro/common/error.h"

namespace ferro::ml {
namespace {

// Rows are handled so many at a time that the gradient reads them again from the nearest cache, and so few that the
// machine goes on fetching what follows them meanwhile: with more, memory and arithmetic take turns. Where a row costs
// much arithmetic, what is done once for all of them counts more.
constexpr int64_t kStreamedBytes = 4 << 10;
constexpr int64_t kCachedBytes = 16 << 10;

// Long rows are read in several runs side by side: rows that follow each other, read at once, would be no pattern that
// the machine fetches ahead.
constexpr int64_t kRuns = 4;
constexpr int64_t kShortRow = 64;

struct Steps {
  int64_t runs = 1;
  int64_t rows = 8;  // of each run
};

Steps stepsFor(const BlockView& block, const LossRequest& request) {
  const auto valueBytes = static_cast<int64_t>(block.isFloat ? sizeof(float) : sizeof(double));
  const int64_t perRow = std::max<int64_t>(1, block.numStored() * valueBytes / std::max<int64_t>(1, block.numRows));
  const bool isLight = block.isDense && request.numClasses == 1 && !request.withCurvature;
  const int64_t rows = (isLight ? kStreamedBytes : kCachedBytes) / perRow;
  if (!block.isDense || request.withCurvature || block.numColumns <= kShortRow) {
    return {1, std::clamp<int64_t>(rows / 8 * 8, 8, kLinkRows)};
  }
  if (rows >= kRuns) return {kRuns, std::min(rows / kRuns, kLinkRows / kRuns)};
  if (rows >= 2) return {2, 1};
  return {kRuns, 4};  // rows so long that nothing can be kept small
}

// The numbers of the rows in their order: as they lie there in one run, else copied.
const double* gather(const double* numbers, const RowRuns& rows, double* copies) {
  if (numbers == nullptr || rows.runs == 1) return numbers == nullptr ? nullptr : numbers + rows.begin;
  for (int64_t i = 0; i < rows.count; ++i) {
    for (int64_t run = 0; run < rows.runs; ++run) {
      copies[i * rows.runs + run] = numbers[rows.begin + i + run * rows.distance];
    }
  }
  return copies;
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
      factors_(static_cast<size_t>(request.numClasses * kLinkRows)),
      gathered_(static_cast<size_t>(2 * kLinkRows)) {
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
  const Steps steps = stepsFor(block, request_);
  const int64_t distance = block.numRows / steps.runs;
  for (int64_t begin = 0; begin < distance; begin += steps.rows) {
    addRows(block, {begin, std::min(steps.rows, distance - begin), steps.runs, distance});
  }
  const int64_t rest = distance * steps.runs;
  if (rest < block.numRows) addRows(block, {rest, block.numRows - rest});
}

void LossPass::addSample(const BlockView& block) {
  for (int64_t row = 0; row < block.numRows; ++row) {
    if (!CurvatureSample::picks(block, row, request_.sampleShare)) continue;
    sweepMargins(block, {row, 1}, request_.coefficients.data(), request_.offsets[0], margins_.data());
    link(block.labels + row, block.weights == nullptr ? nullptr : block.weights + row, 1);
    sample_->add(block, row, curvatures_[0]);
    sums_.weight += block.weightOf(row);
  }
}

LossSums LossPass::take() {
  if (sample_) sample_->finish();
  sums_.loss += std::exchange(logs_, {}).value();
  return std::move(sums_);
}

void LossPass::addRows(const BlockView& block, const RowRuns& rows) {
  const int64_t count = rows.numRows();
  const double* labels = gather(block.labels, rows, gathered_.data());
  const double* weights = gather(block.weights, rows, gathered_.data() + kLinkRows);
  for (int64_t k = 0; k < request_.numClasses; ++k) {
    sweepMargins(block, rows, request_.coefficients.data() + k * request_.numFeatures,
                 request_.offsets[static_cast<size_t>(k)], margins_.data() + k * kLinkRows);
  }
  sums_.loss += link(labels, weights, count);
  sums_.weight += weights == nullptr ? static_cast<double>(count) : sumOf(weights, count);
  for (int64_t k = 0; k < request_.numClasses; ++k) {
    const double* factors = factors_.data() + k * kLinkRows;
    sweepSum(block, rows, factors, sums_.gradient.data() + k * request_.numFeatures);
    sums_.offsetGradient[static_cast<size_t>(k)] += sumOf(factors, count);
  }
  if (request_.withCurvature) {
    sweepOuterProducts(block, rows.begin, rows.begin + rows.count, curvatures_.data(), sums_.curvature.data());
  }
}

double LossPass::link(const double* labels, const double* weights, int64_t count) {
  double* const margins = margins_.data();
  double* const factors = factors_.data();
  switch (request_.kind) {
    case LossKind::kBinomial:
      return binomialLink(margins, labels, weights, count, factors, curvatures_.empty() ? nullptr : curvatures_.data(),
                          logs_);
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
