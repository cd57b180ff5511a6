#include "ferro/mllib/blocks/training_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ferro/common/error.h"
#include "ferro/mllib/linalg/instruction_sets.h"

namespace ferro::ml {
namespace {

// More classes than this are taken for labels that are not classes.
constexpr double kMostClasses = 100'000;

// What rounding may leave of a weight of zero.
constexpr double kNoWeight = 1e-12;

// Calls body(column, value) for the values of a row, whatever the block's form.
template <class Body>
void forEachValue(const BlockView& block, int64_t row, Body body) {
  const auto value = [&](int64_t k) {
    return block.isFloat ? static_cast<double>(static_cast<const float*>(block.values)[k])
                         : static_cast<const double*>(block.values)[k];
  };
  for (int64_t k = block.offsets[row]; k < block.offsets[row + 1]; ++k) {
    const int64_t column =
        block.isNarrow ? static_cast<const uint16_t*>(block.indices)[k] : static_cast<const int32_t*>(block.indices)[k];
    body(static_cast<size_t>(column), value(k));
  }
}

// Sums of weighted differences from the first row, and of their squares.
struct DenseSums {
  const double* first;
  double* mean;
  double* squares;
};

// Four rows at a time, so that the sums are loaded and stored once for four of them.
template <class T>
FERRO_INLINE void addFourRows(const T* rows, int64_t columns, const double (&weights)[4], const DenseSums& sums) {
  const double* const first = sums.first;
  double* const mean = sums.mean;
  double* const squares = sums.squares;
#pragma omp simd
  for (int64_t j = 0; j < columns; ++j) {
    const double d0 = static_cast<double>(rows[j]) - first[j];
    const double d1 = static_cast<double>(rows[columns + j]) - first[j];
    const double d2 = static_cast<double>(rows[2 * columns + j]) - first[j];
    const double d3 = static_cast<double>(rows[3 * columns + j]) - first[j];
    mean[j] += (weights[0] * d0 + weights[1] * d1) + (weights[2] * d2 + weights[3] * d3);
    squares[j] += (weights[0] * d0 * d0 + weights[1] * d1 * d1) + (weights[2] * d2 * d2 + weights[3] * d3 * d3);
  }
}

template <class T>
FERRO_INLINE void addOneRow(const T* row, int64_t columns, double weight, const DenseSums& sums) {
  const double* const first = sums.first;
  double* const mean = sums.mean;
  double* const squares = sums.squares;
#pragma omp simd
  for (int64_t j = 0; j < columns; ++j) {
    const double difference = static_cast<double>(row[j]) - first[j];
    mean[j] += weight * difference;
    squares[j] += weight * difference * difference;
  }
}

template <class T>
FERRO_INLINE void addBody(const BlockView& block, const DenseSums& sums) {
  const auto* values = static_cast<const T*>(block.values);
  int64_t row = 0;
  for (; row + 4 <= block.numRows; row += 4) {
    const double weights[4] = {block.weightOf(row), block.weightOf(row + 1), block.weightOf(row + 2),
                               block.weightOf(row + 3)};
    addFourRows(values + row * block.numColumns, block.numColumns, weights, sums);
  }
  for (; row < block.numRows; ++row) {
    addOneRow(values + row * block.numColumns, block.numColumns, block.weightOf(row), sums);
  }
}

template <class T>
void addPlain(const BlockView& block, const DenseSums& sums) {
  addBody<T>(block, sums);
}

#ifdef __x86_64__
template <class T>
FERRO_AVX2 void addAvx2(const BlockView& block, const DenseSums& sums) {
  addBody<T>(block, sums);
}

template <class T>
FERRO_AVX512 void addAvx512(const BlockView& block, const DenseSums& sums) {
  addBody<T>(block, sums);
}
#endif

template <class T>
void addDenseBlock(const BlockView& block, const double* first, Moments& moments) {
  static const auto kFastest = [] {
    auto fastest = &addPlain<T>;
#ifdef __x86_64__
    if (hasAvx2()) fastest = &addAvx2<T>;
    if (hasAvx512()) fastest = &addAvx512<T>;
#endif
    return fastest;
  }();
  kFastest(block, {first, moments.mean.data(), moments.squares.data()});
}

// From sums of differences to mean and squared deviations.
void settle(double first, double& weight, double& mean, double& squares) {
  if (weight <= 0) {
    weight = mean = squares = 0;
    return;
  }
  const double shift = mean / weight;
  squares = std::max(0.0, squares - mean * shift);
  mean = first + shift;
}

double deviation(double squares, double weightSum, double weightSquareSum) {
  const double denominator = weightSum - weightSquareSum / weightSum;
  return denominator > 0 ? std::sqrt(squares / denominator) : 0.0;
}

}  // namespace

void Moments::merge(const Moments& other) {
  for (size_t j = 0; j < other.weight.size(); ++j) {
    if (other.weight[j] <= 0) continue;
    const double total = weight[j] + other.weight[j];
    const double difference = other.mean[j] - mean[j];
    squares[j] += other.squares[j] + difference * difference * (weight[j] * other.weight[j] / total);
    mean[j] = weight[j] <= 0 ? other.mean[j] : mean[j] + difference * (other.weight[j] / total);
    weight[j] = total;
  }
}

void TrainingSummary::merge(const TrainingSummary& other) {
  if (other.numRows == 0) return;
  if (numRows == 0) {
    *this = other;
    return;
  }
  if (numFeatures != other.numFeatures) {
    throw Error(ErrorCode::kInvalidArgument, "training vectors have different sizes: " + std::to_string(numFeatures) +
                                                 " and " + std::to_string(other.numFeatures) +
                                                 "; make all rows of the features column the same size");
  }
  numRows += other.numRows;
  weightSum += other.weightSum;
  weightSquareSum += other.weightSquareSum;
  features.merge(other.features);
  label.merge(other.label);
  if (classWeights.size() < other.classWeights.size()) classWeights.resize(other.classWeights.size(), 0.0);
  for (size_t k = 0; k < other.classWeights.size(); ++k) classWeights[k] += other.classWeights[k];
  if (!notAClass) notAClass = other.notAClass;
}

std::vector<double> TrainingSummary::featureMeans() const {
  std::vector<double> means(features.mean.size());
  for (size_t j = 0; j < means.size(); ++j) {
    const bool isFull = weightSum - features.weight[j] <= kNoWeight * weightSum;
    means[j] = isFull ? features.mean[j] : features.mean[j] * (features.weight[j] / weightSum);
  }
  return means;
}

std::vector<double> TrainingSummary::featureDeviations() const {
  std::vector<double> deviations(features.mean.size());
  for (size_t j = 0; j < deviations.size(); ++j) {
    const double zeros = weightSum - features.weight[j];
    double squares = features.squares[j];
    if (zeros > kNoWeight * weightSum) {
      squares += features.mean[j] * features.mean[j] * (features.weight[j] * zeros / weightSum);
    }
    deviations[j] = deviation(squares, weightSum, weightSquareSum);
  }
  return deviations;
}

double TrainingSummary::storedPerRow() const {
  if (weightSum <= 0) return 0;
  return std::accumulate(features.weight.begin(), features.weight.end(), 0.0) / weightSum;
}

double TrainingSummary::labelMean() const { return label.mean.empty() ? 0.0 : label.mean[0]; }

double TrainingSummary::labelDeviation() const {
  return label.squares.empty() ? 0.0 : deviation(label.squares[0], weightSum, weightSquareSum);
}

void SummaryBuilder::begin(int64_t numFeatures) {
  if (summary_.numFeatures == numFeatures) return;
  const auto size = static_cast<size_t>(numFeatures);
  summary_.numFeatures = numFeatures;
  summary_.features = {std::vector<double>(size), std::vector<double>(size), std::vector<double>(size)};
  seen_.assign(size, 0);
  first_.assign(size, 0.0);
}

void SummaryBuilder::add(const BlockView& block) {
  if (summary_.numRows == 0) {
    begin(block.numColumns);
    firstLabel_ = block.labels[0];
  }
  for (int64_t row = 0; row < block.numRows; ++row) {
    addLabel(block.labels[row], block.weightOf(row), summary_.numRows + row);
  }
  summary_.numRows += block.numRows;
  block.isDense ? addDense(block) : addSparse(block);
}

void SummaryBuilder::addLabel(double label, double weight, int64_t row) {
  summary_.weightSum += weight;
  summary_.weightSquareSum += weight * weight;
  labelSum_ += weight * (label - firstLabel_);
  labelSquares_ += weight * (label - firstLabel_) * (label - firstLabel_);
  if (!(label >= 0 && label < kMostClasses && label == std::floor(label))) {
    if (!summary_.notAClass) summary_.notAClass = OddLabel{label, row, partition_};
    return;
  }
  const auto index = static_cast<size_t>(label);
  if (summary_.classWeights.size() <= index) summary_.classWeights.resize(index + 1, 0.0);
  summary_.classWeights[index] += weight;
}

void SummaryBuilder::addDense(const BlockView& block) {
  const auto columns = static_cast<size_t>(block.numColumns);
  for (size_t j = 0; j < columns; ++j) {
    if (seen_[j] != 0) continue;
    seen_[j] = 1;
    first_[j] = block.isFloat ? static_cast<double>(static_cast<const float*>(block.values)[j])
                              : static_cast<const double*>(block.values)[j];
  }
  Moments& sums = summary_.features;
  block.isFloat ? addDenseBlock<float>(block, first_.data(), sums) : addDenseBlock<double>(block, first_.data(), sums);
  double weightSum = 0;
  for (int64_t row = 0; row < block.numRows; ++row) weightSum += block.weightOf(row);
  for (double& weight : sums.weight) weight += weightSum;
}

void SummaryBuilder::addSparse(const BlockView& block) {
  Moments& sums = summary_.features;
  for (int64_t row = 0; row < block.numRows; ++row) {
    const double weight = block.weightOf(row);
    forEachValue(block, row, [&](size_t j, double value) {
      if (seen_[j] == 0) {
        seen_[j] = 1;
        first_[j] = value;
      }
      const double difference = value - first_[j];
      sums.weight[j] += weight;
      sums.mean[j] += weight * difference;
      sums.squares[j] += weight * difference * difference;
    });
  }
}

TrainingSummary SummaryBuilder::finish() {
  Moments& sums = summary_.features;
  for (size_t j = 0; j < sums.weight.size(); ++j) settle(first_[j], sums.weight[j], sums.mean[j], sums.squares[j]);
  if (summary_.numRows > 0) {
    summary_.label = {{summary_.weightSum}, {labelSum_}, {labelSquares_}};
    settle(firstLabel_, summary_.label.weight[0], summary_.label.mean[0], summary_.label.squares[0]);
  }
  return std::move(summary_);
}

}  // namespace ferro::ml
