// Means and covariances of all pairs of features, in one pass. Plain data that travels; a fold over a column of
// vectors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/matrix.h"

namespace ferro::ml {

struct Covariance {
  std::string column = "features";  // for errors
  int32_t size = -1;
  int64_t count = 0;
  std::vector<double> mean{};
  std::vector<double> products{};  // sums of products of distances from the means, size * size

  // Rows whose vector is null are left out. Error kInvalidArgument for vectors of different sizes.
  void add(const arrow::RecordBatch& batch);
  void merge(Covariance&& other);

  Matrix covariance() const;   // of a sample
  Matrix correlation() const;  // NaN for a feature that never changes

 private:
  void addRows(const std::vector<double>& rows, int64_t numRows);
};

// Error kInvalidArgument when there are fewer than two rows.
Covariance covarianceOf(const DataFrame& frame, const std::string& column, const std::string& stage);

// Error kInvalidArgument that names the first feature with NaN or infinity in some row.
void requireFinite(const Covariance& found, const std::string& column, const std::string& stage);

}  // namespace ferro::ml
