// ml::Matrix: a dense matrix as models hold one: coefficients, principal components, correlations. A value: copies are
// independent, and any thread may use its own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ferro/common/codec.h"

namespace ferro::ml {

class Matrix {
 public:
  Matrix() = default;
  // Values by columns, or by rows when transposed. Error kInvalidArgument when they are not numRows * numCols.
  Matrix(int32_t numRows, int32_t numCols, std::vector<double> values, bool isTransposed = false);
  static Matrix zeros(int32_t numRows, int32_t numCols);

  int32_t numRows() const { return numRows_; }
  int32_t numCols() const { return numCols_; }
  bool isTransposed() const { return transposed_; }
  const std::vector<double>& values() const { return values_; }
  double operator()(int32_t row, int32_t col) const { return values_[place(row, col)]; }
  double& operator()(int32_t row, int32_t col) { return values_[place(row, col)]; }

  std::vector<double> rowMajor() const;
  std::vector<double> columnMajor() const;

  friend bool operator==(const Matrix& a, const Matrix& b);

 private:
  size_t place(int32_t row, int32_t col) const {
    return transposed_ ? static_cast<size_t>(row) * static_cast<size_t>(numCols_) + static_cast<size_t>(col)
                       : static_cast<size_t>(col) * static_cast<size_t>(numRows_) + static_cast<size_t>(row);
  }

  int32_t numRows_ = 0;
  int32_t numCols_ = 0;
  bool transposed_ = false;
  std::vector<double> values_;
};
using DenseMatrix = Matrix;

}  // namespace ferro::ml

namespace ferro {

template <>
struct Codec<ml::Matrix> {
  static void encode(Encoder& encoder, const ml::Matrix& matrix);
  static ml::Matrix decode(Decoder& decoder);
};

}  // namespace ferro
