#include "ferro/mllib/stat/vector_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <arrow/array/array_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

template <class Compute>
Vector eachFeature(int32_t size, const Compute& compute) {
  std::vector<double> values(static_cast<size_t>(std::max(size, 0)));
  for (size_t i = 0; i < values.size(); ++i) values[i] = compute(i);
  return Vector::dense(std::move(values));
}

void addTo(std::vector<double>& into, const std::vector<double>& more) {
  for (size_t i = 0; i < into.size(); ++i) into[i] += more[i];
}

}  // namespace

void VectorSummary::start(int32_t features) {
  size = features;
  const auto n = static_cast<size_t>(features);
  for (auto* sums : {&seen, &mean, &squares, &sumOfSquares, &absolutes, &nonzeros}) sums->assign(n, 0);
  max.assign(n, -std::numeric_limits<double>::infinity());
  min.assign(n, std::numeric_limits<double>::infinity());
}

void VectorSummary::add(const arrow::RecordBatch& batch) {
  const VectorColumn rows(batch.column(0), column);
  const auto* weights = batch.num_columns() > 1 ? &static_cast<const arrow::DoubleArray&>(*batch.column(1)) : nullptr;
  const auto width = rows.denseWidth();
  if (width && weights == nullptr) {
    if (size < 0) start(*width);
    if (*width != size) throwVectorSizes(column, size, *width, 0);
    return addDense(rows.values().data(), rows.length());
  }
  for (int64_t row = 0; row < rows.length(); ++row) {
    if (rows.isNull(row)) continue;
    const VectorView vector = rows[row];
    if (size < 0) start(vector.size);
    if (vector.size != size) throwVectorSizes(column, size, vector.size, row);
    const double weight = weights == nullptr ? 1 : weights->IsNull(row) ? std::nan("") : weights->Value(row);
    if (!(weight >= 0)) {
      throw Error(ErrorCode::kInvalidArgument, "column `" + batch.schema()->field(1)->name() + "` has a weight of " +
                                                   numberText(weight) + " in row " + std::to_string(row) +
                                                   " of a batch: weights must be 0 or more");
    }
    if (weight > 0) addRow(vector, weight);
  }
}

// Welford's update, for the values that are there and not zero.
void VectorSummary::addRow(const VectorView& row, double weight) {
  ++count;
  weightSum += weight;
  weightSquareSum += weight * weight;
  row.forEachActive([&](int32_t index, double value) {
    if (value == 0) return;
    const auto i = static_cast<size_t>(index);
    if (value > max[i]) max[i] = value;
    if (value < min[i]) min[i] = value;
    const double before = mean[i];
    const double difference = value - before;
    mean[i] = before + weight * difference / (seen[i] + weight);
    squares[i] += weight * (value - mean[i]) * difference;
    sumOfSquares[i] += weight * value * value;
    absolutes[i] += weight * std::abs(value);
    seen[i] += weight;
    nonzeros[i] += 1;
  });
}

// A block of dense rows in two sweeps, merged as a part: no division for each value. Means are found as distances from
// the first row, so that the mean of equal values is that value, and their deviation exactly zero.
void VectorSummary::addDense(const double* values, int64_t rows) {
  VectorSummary block;
  block.start(size);
  const auto n = static_cast<size_t>(size);
  const auto numRows = static_cast<double>(rows);
  block.count = rows;
  block.weightSum = block.weightSquareSum = numRows;
  for (int64_t row = 0; row < rows; ++row) {
    const double* at = values + static_cast<size_t>(row) * n;
    for (size_t i = 0; i < n; ++i) block.mean[i] += at[i] - values[i];
  }
  for (size_t i = 0; i < n; ++i) block.mean[i] = values[i] + block.mean[i] / numRows;
  for (int64_t row = 0; row < rows; ++row) {
    const double* at = values + static_cast<size_t>(row) * n;
    for (size_t i = 0; i < n; ++i) {
      const double distance = at[i] - block.mean[i];
      block.squares[i] += distance * distance;
      block.sumOfSquares[i] += at[i] * at[i];
      block.absolutes[i] += std::abs(at[i]);
      block.nonzeros[i] += at[i] != 0 ? 1 : 0;
      block.max[i] = at[i] > block.max[i] ? at[i] : block.max[i];
      block.min[i] = at[i] < block.min[i] ? at[i] : block.min[i];
    }
  }
  std::fill(block.seen.begin(), block.seen.end(), numRows);
  merge(std::move(block));
}

void VectorSummary::merge(VectorSummary&& other) {
  if (other.size < 0) return;
  if (size < 0) {
    const std::string own = column;
    *this = std::move(other);
    column = own;
    return;
  }
  if (size != other.size) throwVectorSizes(column, size, other.size);
  count += other.count;
  weightSum += other.weightSum;
  weightSquareSum += other.weightSquareSum;
  for (size_t i = 0; i < mean.size(); ++i) {
    const double both = seen[i] + other.seen[i];
    if (both > 0) {
      const double difference = other.mean[i] - mean[i];
      squares[i] += other.squares[i] + difference * difference * seen[i] * other.seen[i] / both;
      mean[i] += difference * (other.seen[i] / both);
    }
    seen[i] = both;
    max[i] = std::max(max[i], other.max[i]);
    min[i] = std::min(min[i], other.min[i]);
  }
  addTo(sumOfSquares, other.sumOfSquares);
  addTo(absolutes, other.absolutes);
  addTo(nonzeros, other.nonzeros);
}

Vector VectorSummary::means() const {
  return eachFeature(size, [&](size_t i) { return mean[i] * (seen[i] / weightSum); });
}

Vector VectorSummary::variances() const {
  const double denominator = weightSum - weightSquareSum / weightSum;
  return eachFeature(size, [&](size_t i) {
    if (!(denominator > 0)) return 0.0;
    const double ofZeros = mean[i] * mean[i] * seen[i] * (weightSum - seen[i]) / weightSum;
    return std::max((squares[i] + ofZeros) / denominator, 0.0);
  });
}

Vector VectorSummary::standardDeviations() const {
  const Vector squared = variances();
  return eachFeature(size, [&](size_t i) { return std::sqrt(squared.values()[i]); });
}

Vector VectorSummary::minima() const {
  return eachFeature(size, [&](size_t i) { return seen[i] < weightSum ? std::min(min[i], 0.0) : min[i]; });
}

Vector VectorSummary::maxima() const {
  return eachFeature(size, [&](size_t i) { return seen[i] < weightSum ? std::max(max[i], 0.0) : max[i]; });
}

Vector VectorSummary::sums() const {
  return eachFeature(size, [&](size_t i) { return mean[i] * seen[i]; });
}

Vector VectorSummary::numNonzeros() const { return Vector::dense(nonzeros); }
Vector VectorSummary::normL1() const { return Vector::dense(absolutes); }
Vector VectorSummary::normL2() const {
  return eachFeature(size, [&](size_t i) { return std::sqrt(sumOfSquares[i]); });
}

VectorSummary summarize(const DataFrame& frame, const std::string& column, const std::string& weightCol,
                        const std::string& stage) {
  const auto schema = frame.schema();
  requireVectorField(*schema, column, stage);
  std::vector<Column> columns = {columnOf(frame, column)};
  if (!weightCol.empty()) {
    requireNumericField(*schema, weightCol, stage);
    columns.push_back(columnOf(frame, weightCol).cast(arrow::float64()).as(weightCol));
  }
  VectorSummary start;
  start.column = column;
  VectorSummary summary = foldBatches(frame.select(columns), std::move(start));
  if (summary.count > 0) return summary;
  throwNothingToLearn(stage, column, weightCol.empty() ? "a value" : "a weight above 0");
}

}  // namespace ferro::ml
