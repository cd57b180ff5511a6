// Logistic regression, binomial and multinomial, with Spark's parameters, defaults and answers. Estimator and model are
// values; a const one may be used by any driver thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ferro/mllib/classification/classification_summary.h"
#include "ferro/mllib/classification/linear_scorer.h"
#include "ferro/mllib/linalg/matrix.h"
#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/linear_model.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct LogisticRegressionParams {
  std::string featuresCol = "features";
  std::string labelCol = "label";
  std::string weightCol{};
  std::string predictionCol = "prediction";
  std::string probabilityCol = "probability";
  std::string rawPredictionCol = "rawPrediction";
  int32_t maxIter = 100;
  double regParam = 0;
  double elasticNetParam = 0;
  double tol = 1e-6;
  bool fitIntercept = true;
  bool standardization = true;
  std::string family = "auto";
  double threshold = 0.5;
  std::vector<double> thresholds{};
  int32_t aggregationDepth = 2;
  double maxBlockSizeInMB = 0;
  std::optional<Matrix> lowerBoundsOnCoefficients{};
  std::optional<Matrix> upperBoundsOnCoefficients{};
  std::optional<Vector> lowerBoundsOnIntercepts{};
  std::optional<Vector> upperBoundsOnIntercepts{};
  // Spark has no such parameter. "l-bfgs" takes Spark's steps, so that answers agree even where it stops early; "auto"
  // picks the fastest for the shape of the data, and summary().solver() says which.
  std::string solver = "l-bfgs";

  static const ParamTable& table();
};

class LogisticRegressionModel final : public ModelOf<LogisticRegressionModel, LogisticRegressionParams>,
                                      public LinearModel {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.classification.LogisticRegressionModel";

  // coefficients: a row for each class, or one row for two classes.
  LogisticRegressionModel(LogisticRegressionParams settings, std::string uid, Matrix coefficients, Vector intercepts,
                          int32_t numClasses, bool isMultinomial);

  const Matrix& coefficientMatrix() const { return coefficients_; }
  const Vector& interceptVector() const { return intercepts_; }
  // Of two classes. Error kInvalidArgument when there are more.
  Vector coefficients() const;
  double intercept() const;
  int32_t numClasses() const { return numClasses_; }
  int32_t numFeatures() const { return coefficients_.numCols(); }
  std::vector<double> coefficientSizes() const override;

  // Of one vector, without a session.
  double predict(const Vector& features) const;
  Vector predictRaw(const Vector& features) const;
  Vector predictProbability(const Vector& features) const;

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  ClassificationSummary evaluate(const DataFrame& frame) const;

  bool hasSummary() const { return summary_ != nullptr; }
  // Of the training. Error kNotFound for a model that was loaded.
  const ClassificationTrainingSummary& summary() const;
  LogisticRegressionModel withSummary(ClassificationTrainingSummary summary) const;

  void writeData(StageWriter& writer) const override;
  static LogisticRegressionModel read(const SavedStage& saved);

 private:
  LinearScorer scorer() const;
  // Two where there is one row of coefficients, even if all labels of the training were 0.
  int32_t numScores() const { return isMultinomial_ ? numClasses_ : 2; }
  [[noreturn]] void throwMultinomial(std::string_view what, std::string_view instead) const;

  Matrix coefficients_;
  Vector intercepts_;
  int32_t numClasses_;
  bool isMultinomial_;
  std::shared_ptr<const ClassificationTrainingSummary> summary_;
};

class LogisticRegression final : public EstimatorOf<LogisticRegression, LogisticRegressionParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.classification.LogisticRegression";

  explicit LogisticRegression(NoSettings = {}) : LogisticRegression(LogisticRegressionParams{}) {}
  explicit LogisticRegression(LogisticRegressionParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  // Called on the thread of fit() with the objective at the start (iteration 0) and after each iteration.
  LogisticRegression& onIteration(std::function<void(int iteration, double objective)> listener) {
    onIteration_ = std::move(listener);
    return *this;
  }

  LogisticRegressionModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;

 private:
  std::function<void(int, double)> onIteration_;
};

}  // namespace ferro::ml
