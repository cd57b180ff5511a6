// A linear support vector machine for two classes: hinge loss with an L2 penalty, with Spark's parameters, defaults and
// answers. Estimator and model are values; a const one may be used by any driver thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "ferro/mllib/classification/classification_summary.h"
#include "ferro/mllib/classification/linear_scorer.h"
#include "ferro/mllib/linalg/vector.h"
#include "ferro/mllib/stage/linear_model.h"
#include "ferro/mllib/stage/typed_stage.h"

namespace ferro::ml {

struct LinearSVCParams {
  std::string featuresCol = "features";
  std::string labelCol = "label";
  std::string weightCol{};
  std::string predictionCol = "prediction";
  std::string rawPredictionCol = "rawPrediction";
  int32_t maxIter = 100;
  double regParam = 0;
  double tol = 1e-6;
  bool fitIntercept = true;
  bool standardization = true;
  double threshold = 0;  // of raw scores
  int32_t aggregationDepth = 2;
  double maxBlockSizeInMB = 0;

  static const ParamTable& table();
};

class LinearSVCModel final : public ModelOf<LinearSVCModel, LinearSVCParams>, public LinearModel {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.classification.LinearSVCModel";

  LinearSVCModel(LinearSVCParams settings, std::string uid, Vector coefficients, double intercept);

  const Vector& coefficients() const { return coefficients_; }
  double intercept() const { return intercept_; }
  int32_t numClasses() const { return 2; }
  int32_t numFeatures() const { return coefficients_.size(); }
  std::vector<double> coefficientSizes() const override;
  // Of one vector, without a session.
  double predict(const Vector& features) const;
  Vector predictRaw(const Vector& features) const;

  DataFrame transform(const DataFrame& frame) const override;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
  ClassificationSummary evaluate(const DataFrame& frame) const;

  bool hasSummary() const { return summary_ != nullptr; }
  // Of the training. Error kNotFound for a model that was loaded.
  const ClassificationTrainingSummary& summary() const;
  LinearSVCModel withSummary(ClassificationTrainingSummary summary) const;

  void writeData(StageWriter& writer) const override;
  static LinearSVCModel read(const SavedStage& saved);

 private:
  LinearScorer scorer() const;

  Vector coefficients_;
  double intercept_;
  std::shared_ptr<const ClassificationTrainingSummary> summary_;
};

class LinearSVC final : public EstimatorOf<LinearSVC, LinearSVCParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.classification.LinearSVC";

  explicit LinearSVC(NoSettings = {}) : LinearSVC(LinearSVCParams{}) {}
  explicit LinearSVC(LinearSVCParams settings, std::string uid = "")
      : EstimatorOf(std::move(settings), std::move(uid)) {}

  LinearSVCModel fit(const DataFrame& frame) const;
  SchemaPtr transformSchema(const arrow::Schema& schema) const override;
};

}  // namespace ferro::ml
