#include "learner.h"

using namespace ferro;

namespace {

Metric classMetric(const StagePlan& plan, const DataFrame& scored, const std::string& title, const std::string& name) {
  const ml::MulticlassClassificationEvaluator evaluator(
      {.metricName = name, .predictionCol = plan.columns.prediction, .labelCol = plan.columns.label});
  return {title, evaluator.evaluate(scored)};
}

Metric numberMetric(const StagePlan& plan, const DataFrame& scored, const std::string& title, const std::string& name) {
  const ml::RegressionEvaluator evaluator(
      {.metricName = name, .predictionCol = plan.columns.prediction, .labelCol = plan.columns.label});
  return {title, evaluator.evaluate(scored)};
}

}  // namespace

ml::PipelineStage makeLearner(const StagePlan& plan, const Arguments& arguments, const IterationListener& listener) {
  const StageColumns& columns = plan.columns;
  if (plan.task == Task::kNumber) {
    return ml::LinearRegression({.featuresCol = columns.features,
                                 .labelCol = columns.label,
                                 .predictionCol = columns.prediction,
                                 .maxIter = arguments.maxIter,
                                 .regParam = arguments.regParam,
                                 .elasticNetParam = arguments.elasticNetParam})
        .onIteration(listener);
  }
  return ml::LogisticRegression({.featuresCol = columns.features,
                                 .labelCol = columns.label,
                                 .predictionCol = columns.prediction,
                                 .probabilityCol = columns.probability,
                                 .rawPredictionCol = columns.rawPrediction,
                                 .maxIter = arguments.maxIter,
                                 .regParam = arguments.regParam,
                                 .elasticNetParam = arguments.elasticNetParam})
      .onIteration(listener);
}

std::vector<Metric> metricsOf(const StagePlan& plan, const DataFrame& scored) {
  switch (plan.task) {
    case Task::kNumber: return {numberMetric(plan, scored, "RMSE", "rmse"), numberMetric(plan, scored, "R²", "r2")};
    case Task::kManyClasses:
      return {classMetric(plan, scored, "accuracy", "accuracy"), classMetric(plan, scored, "F1", "f1")};
    case Task::kTwoClasses: break;
  }
  const ml::BinaryClassificationEvaluator area(
      {.rawPredictionCol = plan.columns.rawPrediction, .labelCol = plan.columns.label});
  return {classMetric(plan, scored, "accuracy", "accuracy"), {"AUC", area.evaluate(scored)}};
}

Learned learnedBy(const ml::AnyTransformer& model) {
  if (const auto* logistic = model.as<ml::LogisticRegressionModel>()) {
    const auto& summary = logistic->summary();
    return {logistic->coefficientMatrix(), logistic->interceptVector(), summary.objectiveHistory(), summary.solver(),
            summary.reason()};
  }
  const auto& linear = *model.as<ml::LinearRegressionModel>();
  const auto& summary = linear.summary();
  return {ml::Matrix(1, linear.numFeatures(), linear.coefficients().toArray()),
          ml::Vectors::dense({linear.intercept()}), summary.objectiveHistory(), summary.solver(), summary.reason()};
}
