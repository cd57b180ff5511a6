// What a linear regression achieves on a table, and, for training, how sure it is of its coefficients. For one driver
// thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ferro/engine/frame/dataframe.h"
#include "ferro/mllib/evaluation/regression_metrics.h"

namespace ferro::ml {

// The model that is judged, as far as a summary has to know it.
struct JudgedRegression {
  std::string labelCol{};
  std::string predictionCol{};
  std::vector<double> coefficients{};
  double intercept = 0;
  bool fitIntercept = true;
};

class RegressionSummary {
 public:
  RegressionSummary(DataFrame predictions, RegressionMetrics metrics, JudgedRegression judged)
      : predictions_(std::move(predictions)), metrics_(metrics), judged_(std::move(judged)) {}

  const DataFrame& predictions() const { return predictions_; }
  DataFrame residuals() const;  // one column, `residuals`: label less prediction
  double rootMeanSquaredError() const { return metrics_.rootMeanSquaredError(); }
  double meanSquaredError() const { return metrics_.meanSquaredError(); }
  double meanAbsoluteError() const { return metrics_.meanAbsoluteError(); }
  // Without an intercept, compared with predicting 0.
  double r2() const { return metrics_.r2(!judged_.fitIntercept); }
  double r2adj() const;
  double explainedVariance() const { return metrics_.explainedVariance(); }
  int64_t numInstances() const { return metrics_.numRows; }
  int64_t degreesOfFreedom() const;
  // The least and the greatest residual, times the root of the row's weight.
  std::vector<double> devianceResiduals() const { return {metrics_.leastResidual, metrics_.greatestResidual}; }

 protected:
  const RegressionMetrics& metrics() const { return metrics_; }
  const JudgedRegression& judged() const { return judged_; }

 private:
  DataFrame predictions_;
  RegressionMetrics metrics_;
  JudgedRegression judged_;
};

class RegressionTrainingSummary final : public RegressionSummary {
 public:
  // inverseDiagonal: the diagonal of the inverse of the normal equations, of the features and then the intercept; it
  // is called when standard errors are first asked for, and gives nothing where there is no inverse.
  RegressionTrainingSummary(RegressionSummary summary, std::vector<double> objectiveHistory, std::string solver,
                            std::string reason, std::function<std::optional<std::vector<double>>()> inverseDiagonal)
      : RegressionSummary(std::move(summary)),
        objectiveHistory_(std::move(objectiveHistory)),
        solver_(std::move(solver)),
        reason_(std::move(reason)),
        inverseDiagonal_(std::move(inverseDiagonal)) {}

  const std::vector<double>& objectiveHistory() const { return objectiveHistory_; }
  int totalIterations() const { return static_cast<int>(objectiveHistory_.size()) - 1; }
  const std::string& solver() const { return solver_; }
  const std::string& reason() const { return reason_; }

  // Of each coefficient and then of the intercept, if there is one. They take a job when they are first asked for.
  // Error kInvalidArgument unless it was solved by normal equations, or when features repeat each other.
  std::vector<double> coefficientStandardErrors() const;
  std::vector<double> tValues() const;
  std::vector<double> pValues() const;  // of both tails

 private:
  std::vector<double> objectiveHistory_;
  std::string solver_;
  std::string reason_;
  std::function<std::optional<std::vector<double>>()> inverseDiagonal_;
  mutable std::optional<std::vector<double>> standardErrors_{};
};

}  // namespace ferro::ml
