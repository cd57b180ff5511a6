#include "ferro/mllib/classification/linear_svc.h"

#include <cmath>

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/blocks/training_data.h"
#include "ferro/mllib/classification/probabilistic_columns.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/losses/scaled_objective.h"
#include "ferro/mllib/params/param_table.h"
#include "ferro/mllib/persist/row_table.h"
#include "ferro/mllib/solvers/owlqn.h"

namespace ferro::ml {
namespace {

ScaledObjective hingeObjective(TrainingData& data, const LinearSVCParams& params) {
  const TrainingSummary& summary = data.summary();
  const std::vector<double> deviations = summary.featureDeviations();
  LossRequest request;
  request.kind = LossKind::kHinge;
  request.numFeatures = summary.numFeatures;
  return {data, std::move(request), scalingOf(summary, deviations, params.fitIntercept),
          penaltiesOf(params.regParam, PenaltyKind::kL2, deviations, params.standardization), params.fitIntercept};
}

}  // namespace

const ParamTable& LinearSVCParams::table() {
  using P = LinearSVCParams;
  static const ParamTable kTable =
      ParamTableOf<P>("LinearSVC")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("weightCol", &P::weightCol, "weight column name; without it all weights are 1")
          .add("predictionCol", &P::predictionCol, "prediction column name")
          .add("rawPredictionCol", &P::rawPredictionCol, "column of raw scores of classes")
          .add("maxIter", &P::maxIter, "the most iterations", atLeast(0))
          .add("regParam", &P::regParam, "how much coefficients are penalised", atLeast(0))
          .add("tol", &P::tol, "how little must change for training to end", atLeast(0))
          .add("fitIntercept", &P::fitIntercept, "whether there is an intercept")
          .add("standardization", &P::standardization, "whether the penalty is one of standardised features")
          .add("threshold", &P::threshold, "the raw score above which class 1 is predicted")
          .add("aggregationDepth", &P::aggregationDepth, "depth of tree aggregation", atLeast(2))
          .add("maxBlockSizeInMB", &P::maxBlockSizeInMB, "about how large training blocks are; 0 for 1 MB", atLeast(0))
          .build();
  return kTable;
}

SchemaPtr LinearSVC::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().labelCol, shortName());
  return withScoreFields(schema, {settings().featuresCol, settings().rawPredictionCol, "", settings().predictionCol},
                         "LinearSVC");
}

LinearSVCModel LinearSVC::fit(const DataFrame& frame) const {
  const LinearSVCParams& own = settings();
  static_cast<void>(transformSchema(*frame.schema()));
  TrainingData data(frame, blockOptionsOf(own), "LinearSVC");
  const int32_t numClasses = numClassesIn(frame, data.summary(), own.labelCol, "LinearSVC");
  if (numClasses != 2) {
    const std::string found = numClasses == 1 ? "only label 0" : "label " + std::to_string(numClasses - 1);
    throw Error(ErrorCode::kInvalidArgument, "LinearSVC is for two classes, labels 0 and 1, and column `" +
                                                 own.labelCol + "` has " + found + "; use a LogisticRegression");
  }
  ScaledObjective objective = hingeObjective(data, own);
  // The hinge loss has kinks: the line search of OWL-QN bears them, as in Spark.
  const SolverResult result =
      Owlqn(Point(objective.size(), 0.0)).minimize(objective, Point(objective.size(), 0.0), {own.maxIter, own.tol, {}});
  const LinearSVCModel model(own, uid(), Vector::dense(objective.coefficients(result.point)),
                             objective.intercepts(result.point)[0]);
  return model.withSummary(
      ClassificationTrainingSummary(model.evaluate(frame), result.objectiveHistory, result.solver, result.reason));
}

LinearSVCModel::LinearSVCModel(LinearSVCParams settings, std::string uid, Vector coefficients, double intercept)
    : ModelOf(std::move(settings), std::move(uid)), coefficients_(std::move(coefficients)), intercept_(intercept) {}

std::vector<double> LinearSVCModel::coefficientSizes() const {
  std::vector<double> sizes = coefficients_.toArray();
  for (double& size : sizes) size = std::abs(size);
  return sizes;
}

LinearScorer LinearSVCModel::scorer() const {
  LinearScorer scorer;
  scorer.hasProbabilities = false;
  scorer.coefficients = coefficients_.toArray();
  scorer.intercepts = {intercept_};
  scorer.threshold = settings().threshold;
  return scorer;
}

Vector LinearSVCModel::predictRaw(const Vector& features) const {
  std::vector<double> scores(2);
  scorer().raw(features.view(), scores);
  return Vector::dense(std::move(scores));
}

double LinearSVCModel::predict(const Vector& features) const {
  return scorer().prediction(predictRaw(features).values());
}

SchemaPtr LinearSVCModel::transformSchema(const arrow::Schema& schema) const {
  return withScoreFields(schema, {settings().featuresCol, settings().rawPredictionCol, "", settings().predictionCol},
                         "LinearSVCModel");
}

DataFrame LinearSVCModel::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  return withScores(frame, scorer(),
                    {settings().featuresCol, settings().rawPredictionCol, "", settings().predictionCol});
}

ClassificationSummary LinearSVCModel::evaluate(const DataFrame& frame) const {
  LinearSVCModel full = *this;
  if (settings().rawPredictionCol.empty()) full.params().set("rawPredictionCol", "rawPrediction");
  if (settings().predictionCol.empty()) full.params().set("predictionCol", "prediction");
  const auto& own = full.settings();
  return {full.transform(frame),
          {"LinearSVCModel", own.labelCol, own.predictionCol, own.weightCol},
          own.rawPredictionCol,
          2};
}

const ClassificationTrainingSummary& LinearSVCModel::summary() const {
  if (summary_ == nullptr) {
    throw Error(ErrorCode::kNotFound,
                "this LinearSVCModel has no training summary: it was loaded; evaluate(data) makes one");
  }
  return *summary_;
}

LinearSVCModel LinearSVCModel::withSummary(ClassificationTrainingSummary summary) const {
  LinearSVCModel copy = *this;
  copy.summary_ = std::make_shared<const ClassificationTrainingSummary>(std::move(summary));
  return copy;
}

void LinearSVCModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable().add("coefficients", coefficients_).add("intercept", intercept_).table());
}

LinearSVCModel LinearSVCModel::read(const SavedStage& saved) {
  LinearSVCParams settings;
  saved.readParams(LinearSVCParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings), saved.uid(), data.vector("coefficients"), data.number("intercept")};
}

}  // namespace ferro::ml
