// The evaluators: for two classes, for many, and for numbers. Names and defaults of parameters and metrics are Spark's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "ferro/mllib/evaluation/evaluator.h"

namespace ferro::ml {

struct BinaryClassificationEvaluatorParams {
  std::string metricName = "areaUnderROC";  // or areaUnderPR
  std::string rawPredictionCol = "rawPrediction";
  std::string labelCol = "label";
  std::string weightCol{};
  int32_t numBins = 1000;
  static const ParamTable& table();
};

class BinaryClassificationEvaluator final
    : public EvaluatorOf<BinaryClassificationEvaluator, BinaryClassificationEvaluatorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.evaluation.BinaryClassificationEvaluator";
  explicit BinaryClassificationEvaluator(NoSettings = {})
      : BinaryClassificationEvaluator(BinaryClassificationEvaluatorParams{}) {}
  explicit BinaryClassificationEvaluator(BinaryClassificationEvaluatorParams settings, std::string uid = "")
      : EvaluatorOf(std::move(settings), std::move(uid)) {}
  double evaluate(const DataFrame& frame) const override;
  bool isLargerBetter() const override { return true; }
};

struct MulticlassClassificationEvaluatorParams {
  // f1, accuracy, weightedPrecision, weightedRecall, weightedTruePositiveRate, weightedFalsePositiveRate,
  // weightedFMeasure, truePositiveRateByLabel, falsePositiveRateByLabel, precisionByLabel, recallByLabel,
  // fMeasureByLabel, logLoss, hammingLoss; and topKAccuracy, which Spark does not have.
  std::string metricName = "f1";
  std::string predictionCol = "prediction";
  std::string labelCol = "label";
  std::string weightCol{};
  std::string probabilityCol = "probability";  // logLoss, topKAccuracy
  double metricLabel = 0;                      // ...ByLabel
  double beta = 1;                             // ...FMeasure...
  double eps = 1e-15;                          // logLoss: probabilities are kept this far from 0 and 1
  int32_t k = 2;                               // topKAccuracy
  static const ParamTable& table();
};

class MulticlassClassificationEvaluator final
    : public EvaluatorOf<MulticlassClassificationEvaluator, MulticlassClassificationEvaluatorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator";
  explicit MulticlassClassificationEvaluator(NoSettings = {})
      : MulticlassClassificationEvaluator(MulticlassClassificationEvaluatorParams{}) {}
  explicit MulticlassClassificationEvaluator(MulticlassClassificationEvaluatorParams settings, std::string uid = "")
      : EvaluatorOf(std::move(settings), std::move(uid)) {}
  double evaluate(const DataFrame& frame) const override;
  bool isLargerBetter() const override;
};

struct RegressionEvaluatorParams {
  std::string metricName = "rmse";  // or mse, r2, mae, var
  std::string predictionCol = "prediction";
  std::string labelCol = "label";
  std::string weightCol{};
  bool throughOrigin = false;  // r2
  static const ParamTable& table();
};

class RegressionEvaluator final : public EvaluatorOf<RegressionEvaluator, RegressionEvaluatorParams> {
 public:
  static constexpr std::string_view kClassName = "org.apache.spark.ml.evaluation.RegressionEvaluator";
  explicit RegressionEvaluator(NoSettings = {}) : RegressionEvaluator(RegressionEvaluatorParams{}) {}
  explicit RegressionEvaluator(RegressionEvaluatorParams settings, std::string uid = "")
      : EvaluatorOf(std::move(settings), std::move(uid)) {}
  double evaluate(const DataFrame& frame) const override;
  bool isLargerBetter() const override;
};

}  // namespace ferro::ml
