#include "ferro/mllib/linalg/matrix.h"

#include <utility>

#include "ferro/common/error.h"

namespace ferro::ml {

Matrix::Matrix(int32_t numRows, int32_t numCols, std::vector<double> values, bool isTransposed)
    : numRows_(numRows), numCols_(numCols), transposed_(isTransposed), values_(std::move(values)) {
  if (numRows < 0 || numCols < 0 || values_.size() != static_cast<size_t>(numRows) * static_cast<size_t>(numCols)) {
    throw Error(ErrorCode::kInvalidArgument, "a matrix of " + std::to_string(numRows) + " rows and " +
                                                 std::to_string(numCols) + " columns was given " +
                                                 std::to_string(values_.size()) + " values: give one for each place");
  }
}

Matrix Matrix::zeros(int32_t numRows, int32_t numCols) {
  return {numRows, numCols, std::vector<double>(static_cast<size_t>(numRows) * static_cast<size_t>(numCols))};
}

std::vector<double> Matrix::rowMajor() const {
  if (transposed_) return values_;
  std::vector<double> all;
  all.reserve(values_.size());
  for (int32_t row = 0; row < numRows_; ++row) {
    for (int32_t col = 0; col < numCols_; ++col) all.push_back((*this)(row, col));
  }
  return all;
}

std::vector<double> Matrix::columnMajor() const {
  if (!transposed_) return values_;
  std::vector<double> all;
  all.reserve(values_.size());
  for (int32_t col = 0; col < numCols_; ++col) {
    for (int32_t row = 0; row < numRows_; ++row) all.push_back((*this)(row, col));
  }
  return all;
}

bool operator==(const Matrix& a, const Matrix& b) {
  return a.numRows_ == b.numRows_ && a.numCols_ == b.numCols_ && a.rowMajor() == b.rowMajor();
}

}  // namespace ferro::ml

namespace ferro {

void Codec<ml::Matrix>::encode(Encoder& encoder, const ml::Matrix& matrix) {
  encoder.write(matrix.numRows());
  encoder.write(matrix.numCols());
  encoder.write(matrix.isTransposed());
  encoder.write(matrix.values());
}

ml::Matrix Codec<ml::Matrix>::decode(Decoder& decoder) {
  const auto numRows = decoder.read<int32_t>();
  const auto numCols = decoder.read<int32_t>();
  const bool isTransposed = decoder.read<bool>();
  return {numRows, numCols, decoder.read<std::vector<double>>(), isTransposed};
}

}  // namespace ferro
