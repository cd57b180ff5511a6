// Linear regression with Spark's parameters, defaults and answers: least squares by normal equations or L-BFGS, elastic
// net, and the Huber loss. Estimator and model are values; a const one may be used by any driver thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/regression/regression_summary.h"
#include "ferro/mllib/stage/linear_model.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct LinearRegressionParams {
  std::string featuresCol = "features";
  std::string labelCol = "label";
  std::string weightCol{};
  std::string predictionCol = "prediction";
  int32_t maxIter = 100;
  double regParam = 0;
  double elasticNetParam = 0;
  double tol = 1e-6;
  bool fitIntercept = true;
  bool standardization = true;
  std::string solver = "auto";        // or normal, l-bfgs
  std::string loss = "squaredError";  // or huber
  double epsilon = 1.35;              // huber: from how many scales on a residual counts linearly
  int32_t aggregationDepth = 2;
  double maxBlockSizeInMB = 0;

  static const ParamTable& table();
};

class LinearRegressionModel final : public ModelOf<LinearRegressionModel, LinearRegressionParams>, public LinearModel {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.regression.LinearRegressionModel";

  LinearRegressionModel(LinearRegressionParams settings, std::string uid, Vector coefficients, double intercept,
                        double scale);

  const Vector& coefficients() const { return coefficients_; }
  double intercept() const { return intercept_; }
  double scale() const { return scale_; }  // of the Huber loss; 1 otherwise
  int32_t numFeatures() const { return coefficients_.size(); }
  std::vector<double> coefficientSizes() const override;
  // Of one vector, without a session.
  double predict(const Vector& features) const;

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  RegressionSummary evaluate(const DataFrame& frame) const;

  bool hasSummary() const { return summary_ != nullptr; }
  // Of the training. Error kNotFound for a model that was loaded.
  const RegressionTrainingSummary& summary() const;
  LinearRegressionModel withSummary(RegressionTrainingSummary summary) const;

  void writeData(StageWriter& writer) const override;
  static LinearRegressionModel read(const SavedStage& saved);

 private:
  Vector coefficients_;
  double intercept_;
  double scale_;
  std::shared_ptr<const RegressionTrainingSummary> summary_;
};

class LinearRegression final : public EstimatorOf<LinearRegression, LinearRegressionParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.regression.LinearRegression";

  explicit LinearRegression(NoSettings = {}) : LinearRegression(LinearRegressionParams{}) {}
  explicit LinearRegression(LinearRegressionParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  // Called on the thread of fit() with the objective at the start (iteration 0) and after each iteration. Normal
  // equations that are solved at once have no iterations.
  LinearRegression& onIteration(std::function<void(int iteration, double objective)> listener) {
    onIteration_ = std::move(listener);
    return *this;
  }

  LinearRegressionModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::function<void(int, double)> onIteration_;
};

}  // namespace ferro::ml
