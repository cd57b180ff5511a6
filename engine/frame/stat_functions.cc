#include "ferro/engine/frame/stat_functions.h"

#include <cmath>
#include <limits>

#include <arrow/scalar.h>
#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/engine/frame/functions.h"
#include "ferro/engine/frame/na_functions.h"

namespace ferro {
namespace {

Column named(const std::string& name) { return col("`" + name + "`"); }

// Spark counts a null as 0 here, though not in its functions corr() and covar_samp().
Column numberOrZero(const std::string& name) { return coalesce(named(name).cast("double"), lit(0.0)); }

// Null becomes NaN, as Spark's do.
double numberAt(const arrow::Table& table, int column) {
  const auto scalar = valueOf(table.column(column)->GetScalar(0), "reading a statistic");
  if (!scalar->is_valid) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<const arrow::DoubleScalar&>(*valueOf(scalar->CastTo(arrow::float64()), "reading a statistic"))
      .value;
}

int accuracyOf(double relativeError) {
  if (!(relativeError >= 0 && relativeError <= 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                "approxQuantile() takes a relative error from 0 to 1, and was given " + std::to_string(relativeError));
  }
  constexpr double kMost = std::numeric_limits<int>::max();
  return relativeError == 0 ? std::numeric_limits<int>::max() : static_cast<int>(std::min(kMost, 1 / relativeError));
}

}  // namespace

double DataFrameStatFunctions::corr(const std::string& a, const std::string& b) const {
  return numberAt(*frame_.agg(ferro::corr(numberOrZero(a), numberOrZero(b))).collect(), 0);
}

double DataFrameStatFunctions::cov(const std::string& a, const std::string& b) const {
  return numberAt(*frame_.agg(covar_samp(numberOrZero(a), numberOrZero(b))).collect(), 0);
}

DataFrame DataFrameStatFunctions::crosstab(const std::string& a, const std::string& b) const {
  const Column first = coalesce(named(a).cast("string"), lit("null")).as(a + "_" + b);
  const Column second = coalesce(named(b).cast("string"), lit("null")).as("value");
  const DataFrame counted = frame_.select(first, second).groupBy("`" + a + "_" + b + "`").pivot("value").count();
  return counted.na().fill(0);
}

std::vector<double> DataFrameStatFunctions::approxQuantile(const std::string& column,
                                                           const std::vector<double>& probabilities,
                                                           double relativeError) const {
  return approxQuantile(std::vector<std::string>{column}, probabilities, relativeError).front();
}

std::vector<std::vector<double>> DataFrameStatFunctions::approxQuantile(const std::vector<std::string>& columns,
                                                                        const std::vector<double>& probabilities,
                                                                        double relativeError) const {
  const int accuracy = accuracyOf(relativeError);
  std::vector<Column> aggregates;
  for (const std::string& name : columns) {
    const Column number = named(name).cast("double");
    const Column present = nanvl(number, lit(nullptr).cast("double"));
    for (const double probability : probabilities) {
      if (!(probability >= 0 && probability <= 1)) {
        throw Error(ErrorCode::kInvalidArgument,
                    "approxQuantile() takes probabilities from 0 to 1, and one is " + std::to_string(probability));
      }
      aggregates.push_back(percentile_approx(present, probability, accuracy));
    }
  }
  std::vector<std::vector<double>> quantiles(columns.size());
  if (aggregates.empty()) return quantiles;
  const auto table = frame_.groupBy().agg(aggregates).collect();
  int column = 0;
  for (std::vector<double>& own : quantiles) {
    for (size_t i = 0; i < probabilities.size(); ++i) own.push_back(numberAt(*table, column++));
    if (!own.empty() && std::isnan(own.front())) own.clear();  // no value at all
  }
  return quantiles;
}

}  // namespace ferro
