#include "ferro/mllib/features/principal_directions.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/Eigenvalues>

#include "ferro/mllib/linalg/bidiagonal_svd.h"

namespace ferro::ml {
namespace {

using Rows = std::vector<std::vector<double>>;

constexpr int32_t kMaxForQrSteps = 25;

// I - tau * v * vᵀ, which turns a vector into a multiple of the first unit vector; v begins with 1.
struct Reflector {
  double tau = 0;
  std::vector<double> v;
  double length = 0;
};

Reflector reflectorOf(std::vector<double> vector) {
  const double head = vector[0];
  double squares = 0;
  for (size_t i = 1; i < vector.size(); ++i) squares = std::hypot(squares, vector[i]);
  vector[0] = 1;
  if (squares == 0) return {0, std::move(vector), head};
  const double length = -std::copysign(std::hypot(head, squares), head);
  for (size_t i = 1; i < vector.size(); ++i) vector[i] /= head - length;
  return {(length - head) / length, std::move(vector), length};
}

// To the rows from the offset on, in the columns from `column` on.
void reflectRows(const Reflector& by, size_t offset, size_t column, Rows& matrix) {
  for (size_t j = column; j < matrix[offset].size(); ++j) {
    double product = 0;
    for (size_t i = 0; i < by.v.size(); ++i) product += by.v[i] * matrix[offset + i][j];
    for (size_t i = 0; i < by.v.size(); ++i) matrix[offset + i][j] -= by.tau * by.v[i] * product;
  }
}

void reflectColumns(const Reflector& by, size_t offset, size_t row, Rows& matrix) {
  for (size_t i = row; i < matrix.size(); ++i) {
    double product = 0;
    for (size_t j = 0; j < by.v.size(); ++j) product += by.v[j] * matrix[i][offset + j];
    for (size_t j = 0; j < by.v.size(); ++j) matrix[i][offset + j] -= by.tau * by.v[j] * product;
  }
}

Rows identity(size_t size) {
  Rows rows(size, std::vector<double>(size, 0.0));
  for (size_t i = 0; i < size; ++i) rows[i][i] = 1;
  return rows;
}

// Reflections from both sides leave two diagonals; the singular vectors of those are turned back.
PrincipalDirections byQrSteps(const Matrix& covariance) {
  const auto size = static_cast<size_t>(covariance.numRows());
  Rows matrix(size, std::vector<double>(size));
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < size; ++j) matrix[i][j] = covariance(static_cast<int32_t>(i), static_cast<int32_t>(j));
  }
  std::vector<double> diagonal;
  std::vector<double> above;
  std::vector<Reflector> fromLeft;
  for (size_t i = 0; i < size; ++i) {
    std::vector<double> column;
    for (size_t row = i; row < size; ++row) column.push_back(matrix[row][i]);
    fromLeft.push_back(reflectorOf(std::move(column)));
    diagonal.push_back(fromLeft.back().length);
    if (i + 1 == size) break;
    reflectRows(fromLeft.back(), i, i + 1, matrix);
    const Reflector fromRight = reflectorOf({matrix[i].begin() + static_cast<std::ptrdiff_t>(i) + 1, matrix[i].end()});
    above.push_back(fromRight.length);
    reflectColumns(fromRight, i + 1, i + 1, matrix);
  }
  Rows left = identity(size);
  std::vector<double> values = BidiagonalSvd(std::move(diagonal), std::move(above), left).run();
  for (size_t i = size; i-- > 0;) reflectRows(fromLeft[i], i, 0, left);

  for (double& value : values) value = std::abs(value);
  std::vector<size_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] > values[b]; });
  PrincipalDirections found{Matrix::zeros(covariance.numRows(), covariance.numRows()), {}};
  for (size_t k = 0; k < size; ++k) {
    found.variances.push_back(values[order[k]]);
    for (size_t i = 0; i < size; ++i) {
      found.vectors(static_cast<int32_t>(i), static_cast<int32_t>(k)) = left[i][order[k]];
    }
  }
  return found;
}

PrincipalDirections byEigenvalues(const Matrix& covariance) {
  const int32_t size = covariance.numRows();
  const Eigen::Map<const Eigen::MatrixXd> matrix(covariance.values().data(), size, size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(matrix);
  PrincipalDirections found{Matrix::zeros(size, size), {}};
  // Ascending, so the last are the first.
  for (int32_t k = 0; k < size; ++k) {
    found.variances.push_back(std::max(solved.eigenvalues()(size - 1 - k), 0.0));
    for (int32_t i = 0; i < size; ++i) found.vectors(i, k) = solved.eigenvectors()(i, size - 1 - k);
  }
  return found;
}

}  // namespace

PrincipalDirections principalDirections(const Matrix& covariance) {
  return covariance.numRows() <= kMaxForQrSteps ? byQrSteps(covariance) : byEigenvalues(covariance);
}

}  // namespace ferro::ml
