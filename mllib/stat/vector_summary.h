// Statistics of each feature of a column of vectors, in one pass: what scalers learn and Summarizer shows. Plain data
// that travels; parts merge into the whole. Belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

// The first column of each batch holds vectors, the second, if there is one, weights. A feature's mean and squares are
// over the values that were looked at (`seen`); what a sparse vector leaves out counts as zeros at the end.
struct VectorSummary {
  std::string column = "features";  // for errors
  int32_t size = -1;                // not known before the first row
  int64_t count = 0;
  double weightSum = 0;
  double weightSquareSum = 0;
  std::vector<double> seen{};  // weight of the values looked at
  std::vector<double> mean{};
  std::vector<double> squares{};  // weighted sum of squared distances from the mean
  std::vector<double> sumOfSquares{};
  std::vector<double> absolutes{};
  std::vector<double> nonzeros{};
  std::vector<double> max{};
  std::vector<double> min{};

  // Rows whose vector is null are left out. Errors kInvalidArgument for vectors of different sizes, a negative weight.
  void add(const arrow::RecordBatch& batch);
  void merge(VectorSummary&& other);

  Vector means() const;
  Vector variances() const;  // of a sample
  Vector standardDeviations() const;
  Vector minima() const;
  Vector maxima() const;
  Vector sums() const;
  Vector numNonzeros() const;
  Vector normL1() const;
  Vector normL2() const;

 private:
  void start(int32_t features);
  void addRow(const VectorView& row, double weight);
  void addDense(const double* values, int64_t rows);
};

// Over a column of a DataFrame, and a column of weights where one is named. Error kInvalidArgument when there is no
// row.
VectorSummary summarize(const DataFrame& frame, const std::string& column, const std::string& weightCol,
                        const std::string& stage);

}  // namespace ferro::ml
