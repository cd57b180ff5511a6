#include "ferro/mllib/regression/regression_summary.h"

#include <cmath>

#include "ferro/common/error.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/stat/distributions.h"

namespace ferro::ml {

DataFrame RegressionSummary::residuals() const {
  const Column difference =
      columnOf(predictions_, judged_.labelCol).cast("double") - columnOf(predictions_, judged_.predictionCol);
  return predictions_.select(difference.as("residuals"));
}

int64_t RegressionSummary::degreesOfFreedom() const {
  return numInstances() - static_cast<int64_t>(judged_.coefficients.size()) - (judged_.fitIntercept ? 1 : 0);
}

double RegressionSummary::r2adj() const {
  const auto rows = static_cast<double>(numInstances() - (judged_.fitIntercept ? 1 : 0));
  return 1 - (1 - r2()) * rows / static_cast<double>(degreesOfFreedom());
}

std::vector<double> RegressionTrainingSummary::coefficientStandardErrors() const {
  if (standardErrors_) return *standardErrors_;
  if (solver_ != "normal") {
    throw Error(ErrorCode::kInvalidArgument,
                "this LinearRegressionModel has no standard errors of coefficients: they come with the solver "
                "\"normal\" and without an L1 penalty, and it was trained by \"" +
                    solver_ + "\"");
  }
  std::optional<std::vector<double>> errors = inverseDiagonal_();
  if (!errors) {
    throw Error(ErrorCode::kInvalidArgument,
                "this LinearRegressionModel has no standard errors of coefficients: some features are constant or "
                "repeat each other; leave them out, or set a regParam");
  }
  const double variance = metrics().squaredErrors / static_cast<double>(degreesOfFreedom());
  for (double& error : *errors) error = std::sqrt(error * variance);
  standardErrors_ = std::move(errors);
  return *standardErrors_;
}

std::vector<double> RegressionTrainingSummary::tValues() const {
  std::vector<double> values = judged().coefficients;
  if (judged().fitIntercept) values.push_back(judged().intercept);
  const std::vector<double> errors = coefficientStandardErrors();
  for (size_t i = 0; i < values.size(); ++i) values[i] /= errors[i];
  return values;
}

std::vector<double> RegressionTrainingSummary::pValues() const {
  std::vector<double> values = tValues();
  for (double& value : values) value = studentTails(value, static_cast<double>(degreesOfFreedom()));
  return values;
}

}  // namespace ferro::ml
