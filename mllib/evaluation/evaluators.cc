#include "ferro/mllib/evaluation/evaluators.h"

#include "ferro/common/error.h"
#include "ferro/mllib/evaluation/scored_rows.h"
#include "ferro/mllib/params/param_table.h"

namespace ferro::ml {

const ParamTable& BinaryClassificationEvaluatorParams::table() {
  using P = BinaryClassificationEvaluatorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("BinaryClassificationEvaluator")
          .add("metricName", &P::metricName, "metric name in evaluation", oneOf({"areaUnderROC", "areaUnderPR"}))
          .add("rawPredictionCol", &P::rawPredictionCol, "raw prediction (a.k.a. confidence) column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("weightCol", &P::weightCol, "weight column name; without it all weights are 1")
          .add("numBins", &P::numBins, "how many points a curve has about; 0 for all", atLeast(0))
          .build();
  return kTable;
}

double BinaryClassificationEvaluator::evaluate(const DataFrame& frame) const {
  const auto& own = settings();
  const BinaryMetrics metrics(
      scoredLabels(frame, {"BinaryClassificationEvaluator", own.labelCol, own.rawPredictionCol, own.weightCol}),
      own.numBins);
  return own.metricName == "areaUnderPR" ? metrics.areaUnderPR() : metrics.areaUnderROC();
}

const ParamTable& MulticlassClassificationEvaluatorParams::table() {
  using P = MulticlassClassificationEvaluatorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("MulticlassClassificationEvaluator")
          .add("metricName", &P::metricName, "metric name in evaluation",
               oneOf({"f1", "accuracy", "weightedPrecision", "weightedRecall", "weightedTruePositiveRate",
                      "weightedFalsePositiveRate", "weightedFMeasure", "truePositiveRateByLabel",
                      "falsePositiveRateByLabel", "precisionByLabel", "recallByLabel", "fMeasureByLabel", "logLoss",
                      "hammingLoss", "topKAccuracy"}))
          .add("predictionCol", &P::predictionCol, "prediction column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("weightCol", &P::weightCol, "weight column name; without it all weights are 1")
          .add("probabilityCol", &P::probabilityCol, "column of class probabilities, for logLoss and topKAccuracy")
          .add("metricLabel", &P::metricLabel, "the class whose metric is computed, for metrics by label", atLeast(0))
          .add("beta", &P::beta, "the weight of recall in F-measures", moreThan(0))
          .add("eps", &P::eps, "probabilities are kept this far from 0 and 1, for logLoss", between(0, 0.5))
          .addOwn("k", &P::k, "among how many of the most probable classes the label counts as found", atLeast(1))
          .build();
  return kTable;
}

bool MulticlassClassificationEvaluator::isLargerBetter() const {
  const std::string& name = settings().metricName;
  return name != "weightedFalsePositiveRate" && name != "falsePositiveRateByLabel" && name != "logLoss" &&
         name != "hammingLoss";
}

double MulticlassClassificationEvaluator::evaluate(const DataFrame& frame) const {
  const auto& own = settings();
  const std::string& name = own.metricName;
  const std::string stage = "MulticlassClassificationEvaluator";
  if (name == "logLoss" || name == "topKAccuracy") {
    const auto metrics =
        probabilityMetrics(frame, {stage, own.labelCol, own.probabilityCol, own.weightCol}, own.eps, own.k);
    return (name == "logLoss" ? metrics.logLoss : metrics.inTopK) / metrics.weight;
  }
  const auto metrics = multiclassMetrics(frame, {stage, own.labelCol, own.predictionCol, own.weightCol});
  if (name == "f1") return metrics.weightedFMeasure();
  if (name == "accuracy") return metrics.accuracy();
  if (name == "weightedPrecision") return metrics.weightedPrecision();
  if (name == "weightedRecall") return metrics.weightedRecall();
  if (name == "weightedTruePositiveRate") return metrics.weightedTruePositiveRate();
  if (name == "weightedFalsePositiveRate") return metrics.weightedFalsePositiveRate();
  if (name == "weightedFMeasure") return metrics.weightedFMeasure(own.beta);
  if (name == "truePositiveRateByLabel") return metrics.truePositiveRate(own.metricLabel);
  if (name == "falsePositiveRateByLabel") return metrics.falsePositiveRate(own.metricLabel);
  if (name == "precisionByLabel") return metrics.precision(own.metricLabel);
  if (name == "recallByLabel") return metrics.recall(own.metricLabel);
  if (name == "fMeasureByLabel") return metrics.fMeasure(own.metricLabel, own.beta);
  if (name == "hammingLoss") return metrics.hammingLoss();
  throwInternal("a metric that its parameter allows is not computed");
}

const ParamTable& RegressionEvaluatorParams::table() {
  using P = RegressionEvaluatorParams;
  static const ParamTable kTable =
      ParamTableOf<P>("RegressionEvaluator")
          .add("metricName", &P::metricName, "metric name in evaluation", oneOf({"mse", "rmse", "r2", "mae", "var"}))
          .add("predictionCol", &P::predictionCol, "prediction column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("weightCol", &P::weightCol, "weight column name; without it all weights are 1")
          .add("throughOrigin", &P::throughOrigin, "whether the regression goes through the origin, for r2")
          .build();
  return kTable;
}

bool RegressionEvaluator::isLargerBetter() const {
  return settings().metricName == "r2" || settings().metricName == "var";
}

double RegressionEvaluator::evaluate(const DataFrame& frame) const {
  const auto& own = settings();
  const auto metrics =
      regressionMetrics(frame, {"RegressionEvaluator", own.labelCol, own.predictionCol, own.weightCol});
  if (own.metricName == "mse") return metrics.meanSquaredError();
  if (own.metricName == "r2") return metrics.r2(own.throughOrigin);
  if (own.metricName == "mae") return metrics.meanAbsoluteError();
  if (own.metricName == "var") return metrics.explainedVariance();
  return metrics.rootMeanSquaredError();
}

namespace {

struct EvaluatorLoader {
  std::string_view className;
  std::shared_ptr<const Evaluator> (*load)(const SavedStage& saved);
};

template <class E>
EvaluatorLoader evaluatorLoaderOf() {
  return {E::kClassName, [](const SavedStage& saved) -> std::shared_ptr<const Evaluator> {
            return std::make_shared<const E>(E::read(saved));
          }};
}

}  // namespace

std::shared_ptr<const Evaluator> loadEvaluator(const SavedStage& saved) {
  for (const EvaluatorLoader& loader :
       {evaluatorLoaderOf<BinaryClassificationEvaluator>(), evaluatorLoaderOf<MulticlassClassificationEvaluator>(),
        evaluatorLoaderOf<RegressionEvaluator>()}) {
    if (loader.className == saved.className()) return loader.load(saved);
  }
  throw Error(ErrorCode::kInvalidArgument,
              "what is saved in " + saved.path() + " is of class " + saved.className() +
                  ", and no evaluator that Ferro has: binary, multiclass and regression evaluators can be loaded");
}

}  // namespace ferro::ml
