// stddev, variance, skewness, kurtosis, corr and covar: central moments that are updated row by row and merged as Spark
// does, so that the same rows in the same order give the same last digit.
#include <array>
#include <cmath>

#include "ferro/engine/exec/aggregate_loops.h"

namespace ferro {
namespace {

// Columns of doubles side by side: what a state of a few numbers for each group is kept as.
template <size_t kNumbers>
class NumbersState : public AggregateState {
 public:
  using Numbers = std::array<double, kNumbers>;

  void resize(uint32_t groups) override { groups_.resize(groups); }

  void merge(std::span<const ArrayPointer> partials, std::span<const uint32_t> groups) override {
    std::array<const double*, kNumbers> columns;
    for (size_t k = 0; k < kNumbers; ++k) columns[k] = ColumnCursor(*partials[k]).values<double>();
    for (size_t i = 0; i < groups.size(); ++i) {
      Numbers more;
      for (size_t k = 0; k < kNumbers; ++k) more[k] = columns[k][i];
      mergeInto(groups_[groups[i]], more);
    }
  }

  std::vector<ArrayPointer> partial(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    std::vector<ArrayPointer> columns;
    std::vector<double> values(count);
    for (size_t k = 0; k < kNumbers; ++k) {
      for (uint32_t i = 0; i < count; ++i) values[i] = groups_[first + i][k];
      columns.push_back(stateColumn(arrow::float64(), values, 0, count, pool));
    }
    return columns;
  }

  ArrayPointer result(uint32_t first, uint32_t count, arrow::MemoryPool* pool) const override {
    std::vector<double> values(count);
    std::vector<uint8_t> missing(count);
    for (uint32_t i = 0; i < count; ++i) missing[i] = static_cast<uint8_t>(!finish(groups_[first + i], values[i]));
    return stateColumn(arrow::float64(), values, 0, count, [&](uint32_t i) { return missing[i] != 0; }, pool);
  }

  int64_t bytes() const override { return vectorBytes(groups_); }

 protected:
  virtual void mergeInto(Numbers& into, const Numbers& more) const = 0;
  virtual bool finish(const Numbers& group, double& value) const = 0;  // false: null

  std::vector<Numbers> groups_;
};

enum class Moment { kStddevSample, kStddevPopulation, kVarianceSample, kVariancePopulation, kSkewness, kKurtosis };

// Count, mean, and the sums of the second, third and fourth powers of distances to it.
class MomentsState final : public NumbersState<5> {
 public:
  explicit MomentsState(Moment moment) : moment_(moment) {}

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const bool higher = moment_ == Moment::kSkewness || moment_ == Moment::kKurtosis;
    withNumbers(*inputs[0], [&](const auto* values) {
      forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) {
        auto& [n, mean, m2, m3, m4] = groups_[group];
        n += 1;
        const double delta = static_cast<double>(values[i]) - mean;
        const double deltaN = delta / n;
        mean += deltaN;
        m2 += delta * (delta - deltaN);
        if (!higher) return;
        const double delta2 = delta * delta;
        const double deltaN2 = deltaN * deltaN;
        m3 = m3 - 3.0 * deltaN * m2 + delta * (delta2 - deltaN2);
        m4 = m4 - 4.0 * deltaN * m3 - 6.0 * deltaN2 * m2 + delta * (delta * delta2 - deltaN * deltaN2);
      });
    });
  }

 protected:
  void mergeInto(Numbers& into, const Numbers& more) const override {
    const auto [n1, mean1, a2, a3, a4] = into;
    const auto [n2, mean2, b2, b3, b4] = more;
    const double n = n1 + n2;
    const double delta = mean2 - mean1;
    const double deltaN = n == 0 ? 0 : delta / n;
    into[0] = n;
    into[1] = mean1 + deltaN * n2;
    into[2] = a2 + b2 + delta * deltaN * n1 * n2;
    into[3] = a3 + b3 + deltaN * deltaN * delta * n1 * n2 * (n1 - n2) + 3.0 * deltaN * (n1 * b2 - n2 * a2);
    into[4] = a4 + b4 + deltaN * deltaN * deltaN * delta * n1 * n2 * (n1 * n1 - n1 * n2 + n2 * n2) +
              6.0 * deltaN * deltaN * (n1 * n1 * b2 + n2 * n2 * a2) + 4.0 * deltaN * (n1 * b3 - n2 * a3);
  }

  bool finish(const Numbers& group, double& value) const override {
    const auto [n, mean, m2, m3, m4] = group;
    if (n == 0) return false;
    switch (moment_) {
      case Moment::kStddevPopulation: value = std::sqrt(m2 / n); return true;
      case Moment::kVariancePopulation: value = m2 / n; return true;
      case Moment::kStddevSample: value = std::sqrt(m2 / (n - 1)); return n > 1;
      case Moment::kVarianceSample: value = m2 / (n - 1); return n > 1;
      case Moment::kSkewness: value = std::sqrt(n) * m3 / std::sqrt(m2 * m2 * m2); return m2 != 0;
      case Moment::kKurtosis: value = n * m4 / (m2 * m2) - 3.0; return m2 != 0;
    }
    return false;
  }

 private:
  Moment moment_;
};

enum class Covariance { kCorrelation, kSample, kPopulation };

// Count, both means, the sum of products of distances, and those of squares of each.
class CovarianceState final : public NumbersState<6> {
 public:
  explicit CovarianceState(Covariance kind) : kind_(kind) {}

  void update(std::span<const ArrayPointer> inputs, std::span<const uint32_t> groups) override {
    const ColumnCursor second(*inputs[1]);
    withNumbers(*inputs[0], [&](const auto* xs) {
      withNumbers(*inputs[1], [&](const auto* ys) {
        forEachValid(*inputs[0], groups, [&](size_t i, uint32_t group) {
          if (second.isValid(static_cast<int64_t>(i))) {
            add(groups_[group], static_cast<double>(xs[i]), static_cast<double>(ys[i]));
          }
        });
      });
    });
  }

 protected:
  static void add(Numbers& group, double x, double y) {
    auto& [n, meanX, meanY, products, squaresX, squaresY] = group;
    n += 1;
    const double dx = x - meanX;
    const double dy = y - meanY;
    meanX += dx / n;
    meanY += dy / n;
    products += dx * (y - meanY);
    squaresX += dx * (x - meanX);
    squaresY += dy * (y - meanY);
  }

  void mergeInto(Numbers& into, const Numbers& more) const override {
    const auto [n1, x1, y1, p1, a1, b1] = into;
    const auto [n2, x2, y2, p2, a2, b2] = more;
    const double n = n1 + n2;
    const double dx = x2 - x1;
    const double dy = y2 - y1;
    const double dxN = n == 0 ? 0 : dx / n;
    const double dyN = n == 0 ? 0 : dy / n;
    into = {n,
            x1 + dxN * n2,
            y1 + dyN * n2,
            p1 + p2 + dx * dyN * n1 * n2,
            a1 + a2 + dx * dxN * n1 * n2,
            b1 + b2 + dy * dyN * n1 * n2};
  }

  bool finish(const Numbers& group, double& value) const override {
    const auto [n, meanX, meanY, products, squaresX, squaresY] = group;
    switch (kind_) {
      case Covariance::kCorrelation: value = products / std::sqrt(squaresX * squaresY); return n > 1;
      case Covariance::kSample: value = products / (n - 1); return n > 1;
      case Covariance::kPopulation: value = products / n; return n > 0;
    }
    return false;
  }

 private:
  Covariance kind_;
};

}  // namespace

AggregateStatePtr makeMoments(const AggregateSpec& spec) {
  Moment moment = Moment::kStddevSample;
  if (spec.function == "stddev_pop") moment = Moment::kStddevPopulation;
  if (spec.function == "variance" || spec.function == "var_samp") moment = Moment::kVarianceSample;
  if (spec.function == "var_pop") moment = Moment::kVariancePopulation;
  if (spec.function == "skewness") moment = Moment::kSkewness;
  if (spec.function == "kurtosis") moment = Moment::kKurtosis;
  return std::make_unique<MomentsState>(moment);
}

AggregateStatePtr makeCovariance(const AggregateSpec& spec) {
  Covariance kind = Covariance::kCorrelation;
  if (spec.function == "covar_samp") kind = Covariance::kSample;
  if (spec.function == "covar_pop") kind = Covariance::kPopulation;
  return std::make_unique<CovarianceState>(kind);
}

}  // namespace ferro
