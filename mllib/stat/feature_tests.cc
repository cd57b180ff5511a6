#include "ferro/mllib/stat/feature_tests.h"

#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/linalg/vector_column.h"
#include "ferro/mllib/stat/distributions.h"

namespace ferro::ml {
namespace {

constexpr size_t kMostCategories = 10'000;

[[noreturn]] void refuse(const arrow::RecordBatch& batch, int column, const std::string& found, int64_t row,
                         const std::string& remedy) {
  throw Error(ErrorCode::kInvalidArgument, "a test of features cannot use column `" +
                                               batch.schema()->field(column)->name() + "`: it has " + found +
                                               " in row " + std::to_string(row) + " of a batch; " + remedy);
}

void requireFinite(const arrow::RecordBatch& batch, int64_t row, const VectorView& vector, double label) {
  if (!std::isfinite(label)) refuse(batch, 1, numberText(label), row, "leave such rows out");
  vector.forEachActive([&](int32_t index, double value) {
    if (std::isfinite(value)) return;
    refuse(batch, 0, numberText(value) + " at index " + std::to_string(index), row,
           "fill it with an Imputer, or leave such rows out");
  });
}

// Calls take(vector, label) for each row that has both.
template <class Take>
void forEachLabelled(const arrow::RecordBatch& batch, int32_t& size, const Take& take) {
  const VectorColumn rows(batch.column(0));
  const auto& labels = static_cast<const arrow::DoubleArray&>(*batch.column(1));
  for (int64_t row = 0; row < rows.length(); ++row) {
    if (rows.isNull(row) || labels.IsNull(row)) continue;
    const VectorView vector = rows[row];
    if (size < 0) size = vector.size;
    if (vector.size != size) {
      refuse(batch, 0,
             "a vector of size " + std::to_string(vector.size) + " after vectors of size " + std::to_string(size), row,
             "all rows need vectors of one size");
    }
    requireFinite(batch, row, vector, labels.Value(row));
    take(vector, labels.Value(row));
  }
}

// How often each value of each feature meets each label. Zeros of sparse vectors are what is left over.
struct Contingency {
  int32_t size = -1;
  std::map<double, int64_t> labels{};
  std::vector<std::unordered_map<double, std::map<double, int64_t>>> features{};

  void add(const arrow::RecordBatch& batch) {
    forEachLabelled(batch, size, [&](const VectorView& vector, double label) {
      features.resize(static_cast<size_t>(size));
      ++labels[label];
      vector.forEachActive([&](int32_t index, double value) {
        if (value == 0) return;
        auto& values = features[static_cast<size_t>(index)];
        ++values[value][label];
        if (values.size() > kMostCategories) throwTooMany(index);
      });
    });
  }

  void merge(Contingency&& other) {
    if (other.size < 0) return;
    size = std::max(size, other.size);
    features.resize(static_cast<size_t>(size));
    for (const auto& [label, count] : other.labels) labels[label] += count;
    for (size_t i = 0; i < other.features.size(); ++i) {
      for (const auto& [value, byLabel] : other.features[i]) {
        for (const auto& [label, count] : byLabel) features[i][value][label] += count;
      }
    }
  }

 private:
  [[noreturn]] static void throwTooMany(int32_t feature) {
    throw Error(ErrorCode::kInvalidArgument,
                "the chi-squared test is for categories, and feature " + std::to_string(feature) + " has more than " +
                    std::to_string(kMostCategories) + " values; put them into buckets with a QuantileDiscretizer");
  }
};

struct OneTest {
  double statistic = 0;
  int64_t degrees = 0;
  double pValue = 1;
};

OneTest chiSquared(const std::map<double, int64_t>& labels,
                   std::unordered_map<double, std::map<double, int64_t>> values) {
  int64_t total = 0;
  std::map<double, int64_t> zeros = labels;
  for (const auto& [label, count] : labels) total += count;
  for (const auto& [value, byLabel] : values) {
    for (const auto& [label, count] : byLabel) zeros[label] -= count;
  }
  int64_t numZeros = 0;
  for (const auto& [label, count] : zeros) numZeros += count;
  if (numZeros > 0) values[0] = std::move(zeros);
  OneTest test;
  for (const auto& [value, byLabel] : values) {
    int64_t ofValue = 0;
    for (const auto& [label, count] : byLabel) ofValue += count;
    for (const auto& [label, ofLabel] : labels) {
      const auto found = byLabel.find(label);
      const double observed = found == byLabel.end() ? 0 : static_cast<double>(found->second);
      const double expected = static_cast<double>(ofValue) * static_cast<double>(ofLabel) / static_cast<double>(total);
      test.statistic += (observed - expected) * (observed - expected) / expected;
    }
  }
  test.degrees = static_cast<int64_t>(values.size() - 1) * static_cast<int64_t>(labels.size() - 1);
  if (test.degrees > 0) test.pValue = chiSquareSurvival(test.statistic, static_cast<double>(test.degrees));
  return test;
}

// Sums of each feature for each label.
struct LabelSums {
  int32_t size = -1;
  std::map<double, int64_t> counts{};
  std::map<double, std::vector<double>> sums{};
  std::vector<double> squares{};

  void add(const arrow::RecordBatch& batch) {
    forEachLabelled(batch, size, [&](const VectorView& vector, double label) {
      squares.resize(static_cast<size_t>(size));
      auto& own = sums[label];
      own.resize(static_cast<size_t>(size));
      ++counts[label];
      vector.forEachActive([&](int32_t index, double value) {
        own[static_cast<size_t>(index)] += value;
        squares[static_cast<size_t>(index)] += value * value;
      });
    });
  }

  void merge(LabelSums&& other) {
    if (other.size < 0) return;
    size = std::max(size, other.size);
    squares.resize(static_cast<size_t>(size));
    for (const auto& [label, count] : other.counts) counts[label] += count;
    for (auto& [label, values] : other.sums) {
      auto& own = sums[label];
      own.resize(static_cast<size_t>(size));
      for (size_t i = 0; i < values.size(); ++i) own[i] += values[i];
    }
    for (size_t i = 0; i < other.squares.size(); ++i) squares[i] += other.squares[i];
  }

  OneTest test(size_t feature) const {
    double total = 0;
    double between = 0;
    int64_t rows = 0;
    for (const auto& [label, count] : counts) {
      const double sum = sums.at(label)[feature];
      total += sum;
      rows += count;
      between += sum * sum / static_cast<double>(count);
    }
    const double correction = total * total / static_cast<double>(rows);
    const auto numLabels = static_cast<int64_t>(counts.size());
    const auto upper = static_cast<double>(numLabels - 1);
    const auto lower = static_cast<double>(rows - numLabels);
    // Rounding may take what is nothing below zero.
    const double among = std::max(between - correction, 0.0);
    const double within = std::max(squares[feature] - correction - (between - correction), 0.0);
    OneTest result;
    result.statistic = (among / upper) / (within / lower);
    result.degrees = rows - 1;
    result.pValue = fSurvival(result.statistic, upper, lower);
    return result;
  }
};

// Products of each feature with the label, around the means.
struct LabelProducts {
  int32_t size = -1;
  double count = 0;
  double labelMean = 0;
  double labelSquares = 0;
  std::vector<double> means{};
  std::vector<double> squares{};
  std::vector<double> products{};

  void add(const arrow::RecordBatch& batch) {
    std::vector<double> all;
    forEachLabelled(batch, size, [&](const VectorView& vector, double label) {
      start();
      all.assign(static_cast<size_t>(size), 0);
      vector.forEachActive([&](int32_t index, double value) { all[static_cast<size_t>(index)] = value; });
      count += 1;
      const double labelBefore = label - labelMean;
      labelMean += labelBefore / count;
      labelSquares += labelBefore * (label - labelMean);
      for (size_t i = 0; i < all.size(); ++i) {
        const double before = all[i] - means[i];
        means[i] += before / count;
        squares[i] += before * (all[i] - means[i]);
        products[i] += before * (label - labelMean);
      }
    });
  }

  void merge(LabelProducts&& other) {
    if (other.size < 0) return;
    if (size < 0) {
      *this = std::move(other);
      return;
    }
    const double both = count + other.count;
    const double share = count * other.count / both;
    const double labels = other.labelMean - labelMean;
    for (size_t i = 0; i < means.size(); ++i) {
      const double difference = other.means[i] - means[i];
      squares[i] += other.squares[i] + difference * difference * share;
      products[i] += other.products[i] + difference * labels * share;
      means[i] += difference * other.count / both;
    }
    labelSquares += other.labelSquares + labels * labels * share;
    labelMean += labels * other.count / both;
    count = both;
  }

  OneTest test(size_t feature) const {
    const double correlation = products[feature] / std::sqrt(squares[feature] * labelSquares);
    OneTest result;
    result.degrees = static_cast<int64_t>(count) - 2;
    const auto degrees = static_cast<double>(result.degrees);
    const double explained = std::min(correlation * correlation, 1.0);  // rounding may take it above; NaN stays
    result.statistic = explained / (1 - explained) * degrees;
    result.pValue = fSurvival(result.statistic, 1, degrees);
    return result;
  }

 private:
  void start() {
    for (auto* list : {&means, &squares, &products}) list->resize(static_cast<size_t>(size));
  }
};

template <class Fold>
Fold folded(const DataFrame& frame, const std::string& featuresCol, const std::string& labelCol, const char* test) {
  const auto schema = frame.schema();
  requireVectorField(*schema, featuresCol, test);
  requireNumericField(*schema, labelCol, test);
  Fold all = foldBatches(
      frame.select(columnOf(frame, featuresCol), columnOf(frame, labelCol).cast("double").as(labelCol)), Fold{});
  if (all.size >= 0) return all;
  throw Error(ErrorCode::kInvalidArgument, std::string(test) + " has no row that has features and a label");
}

template <class Test>
FeatureTestResult testEachFeature(int32_t size, const Test& test) {
  FeatureTestResult result;
  std::vector<double> pValues;
  std::vector<double> statistics;
  for (int32_t i = 0; i < size; ++i) {
    const OneTest one = test(static_cast<size_t>(i));
    pValues.push_back(one.pValue);
    statistics.push_back(one.statistic);
    result.degreesOfFreedom.push_back(one.degrees);
  }
  result.pValues = Vector::dense(std::move(pValues));
  result.statistics = Vector::dense(std::move(statistics));
  return result;
}

}  // namespace

FeatureTestResult ChiSquareTest::test(const DataFrame& frame, const std::string& featuresCol,
                                      const std::string& labelCol) {
  const auto counts = folded<Contingency>(frame, featuresCol, labelCol, "ChiSquareTest");
  return testEachFeature(counts.size, [&](size_t i) { return chiSquared(counts.labels, counts.features[i]); });
}

FeatureTestResult ANOVATest::test(const DataFrame& frame, const std::string& featuresCol, const std::string& labelCol) {
  const auto sums = folded<LabelSums>(frame, featuresCol, labelCol, "ANOVATest");
  return testEachFeature(sums.size, [&](size_t i) { return sums.test(i); });
}

FeatureTestResult FValueTest::test(const DataFrame& frame, const std::string& featuresCol,
                                   const std::string& labelCol) {
  const auto products = folded<LabelProducts>(frame, featuresCol, labelCol, "FValueTest");
  return testEachFeature(products.size, [&](size_t i) { return products.test(i); });
}

}  // namespace ferro::ml
