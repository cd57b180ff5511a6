// df.stat(): statistics that are computed at once. A value; any thread.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ferro/engine/frame/dataframe.h"

namespace ferro {

class DataFrameStatFunctions {
 public:
  explicit DataFrameStatFunctions(DataFrame frame) : frame_(std::move(frame)) {}

  // Pearson's correlation. A null counts as 0, as in Spark.
  double corr(const std::string& a, const std::string& b) const;
  // The covariance of a sample. A null counts as 0, as in Spark.
  double cov(const std::string& a, const std::string& b) const;
  // How often each pair of values occurs: a row for each value of `a`, a column for each of `b`.
  DataFrame crosstab(const std::string& a, const std::string& b) const;
  // Values at these ranks (0 to 1), each off by at most relativeError of the rows; nulls and NaN do not count.
  std::vector<double> approxQuantile(const std::string& column, const std::vector<double>& probabilities,
                                     double relativeError) const;
  std::vector<std::vector<double>> approxQuantile(const std::vector<std::string>& columns,
                                                  const std::vector<double>& probabilities, double relativeError) const;

 private:
  DataFrame frame_;
};

}  // namespace ferro
