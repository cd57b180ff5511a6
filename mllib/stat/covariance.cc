#include "ferro/mllib/stat/covariance.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Core>
#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/mllib/columns/fold_batches.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/columns/learning_errors.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

void Covariance::add(const arrow::RecordBatch& batch) {
  constexpr size_t kBlockValues = 1 << 17;  // a block of rows stays in the cache while its products are summed
  const VectorColumn rows(batch.column(0), column);
  std::vector<double> block;
  int64_t numRows = 0;
  for (int64_t row = 0; row < rows.length(); ++row) {
    if (rows.isNull(row)) continue;
    const VectorView vector = rows[row];
    if (size < 0) {
      size = vector.size;
      mean.assign(static_cast<size_t>(size), 0);
      products.assign(static_cast<size_t>(size) * static_cast<size_t>(size), 0);
    }
    if (vector.size != size) throwVectorSizes(column, size, vector.size, row);
    const size_t begin = block.size();
    block.resize(begin + static_cast<size_t>(size));
    vector.forEachActive([&](int32_t index, double value) { block[begin + static_cast<size_t>(index)] = value; });
    ++numRows;
    if (block.size() < kBlockValues) continue;
    addRows(block, numRows);
    block.clear();
    numRows = 0;
  }
  if (numRows > 0) addRows(block, numRows);
}

void Covariance::addRows(const std::vector<double>& rows, int64_t numRows) {
  RowMajor values = Eigen::Map<const RowMajor>(rows.data(), numRows, size);
  // By way of distances from the first row: equal values have exactly their own mean, and no variance.
  const Eigen::RowVectorXd first = values.row(0);
  values.rowwise() -= first;
  const Eigen::RowVectorXd shift = values.colwise().mean();
  values.rowwise() -= shift;
  const Eigen::RowVectorXd means = first + shift;
  RowMajor sums = RowMajor::Zero(size, size);
  sums.selfadjointView<Eigen::Upper>().rankUpdate(values.transpose());
  const RowMajor whole = sums.selfadjointView<Eigen::Upper>();
  merge({column, size, numRows, {means.data(), means.data() + size}, {whole.data(), whole.data() + whole.size()}});
}

void Covariance::merge(Covariance&& other) {
  if (other.size < 0) return;
  if (size < 0) {
    *this = std::move(other);
    return;
  }
  if (size != other.size) throwVectorSizes(column, size, other.size);
  const auto here = static_cast<double>(count);
  const auto there = static_cast<double>(other.count);
  Eigen::Map<Eigen::VectorXd> means(mean.data(), size);
  const Eigen::VectorXd difference = Eigen::Map<const Eigen::VectorXd>(other.mean.data(), size) - means;
  Eigen::Map<RowMajor> sums(products.data(), size, size);
  sums += Eigen::Map<const RowMajor>(other.products.data(), size, size);
  sums += (here * there / (here + there)) * difference * difference.transpose();
  means += difference * (there / (here + there));
  count += other.count;
}

Matrix Covariance::covariance() const {
  std::vector<double> values = products;
  for (double& value : values) value /= static_cast<double>(count - 1);
  return {size, size, std::move(values)};
}

Matrix Covariance::correlation() const {
  constexpr double kNoVariance = 1e-12;  // Spark's bound below which a feature counts as constant
  Matrix matrix = covariance();
  std::vector<double> deviations;
  for (int32_t i = 0; i < size; ++i) {
    deviations.push_back(matrix(i, i) <= kNoVariance ? 0.0 : std::sqrt(matrix(i, i)));
  }
  for (int32_t i = 0; i < size; ++i) {
    for (int32_t j = 0; j < size; ++j) {
      const double scale = deviations[static_cast<size_t>(i)] * deviations[static_cast<size_t>(j)];
      matrix(i, j) = i == j ? 1 : scale == 0 ? std::nan("") : matrix(i, j) / scale;
    }
  }
  return matrix;
}

Covariance covarianceOf(const DataFrame& frame, const std::string& column, const std::string& stage) {
  requireVectorField(*frame.schema(), column, stage);
  Covariance start;
  start.column = column;
  Covariance all = foldBatches(frame.select(columnOf(frame, column)), std::move(start));
  if (all.count > 1) return all;
  throw Error(ErrorCode::kInvalidArgument,
              stage + " needs two rows at least, and column `" + column + "` has " + std::to_string(all.count));
}

void requireFinite(const Covariance& found, const std::string& column, const std::string& stage) {
  for (size_t i = 0; i < found.mean.size(); ++i) {
    if (std::isfinite(found.mean[i])) continue;
    throw Error(ErrorCode::kInvalidArgument,
                stage + " cannot use column `" + column + "`: feature " + std::to_string(i) +
                    " has NaN or infinity in some row; fill them with an Imputer, or leave "
                    "such rows out");
  }
}

}  // namespace ferro::ml
