#include "ferro/mllib/classification/logistic_regression.h"

#include <algorithm>

#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/blocks/training_data.h"
#include "ferro/mllib/classification/logistic_training.h"
#include "ferro/mllib/classification/probabilistic_columns.h"
#include "ferro/mllib/columns/input_columns.h"
#include "ferro/mllib/params/param_table.h"

namespace ferro::ml {
namespace {

const std::string kStage = "LogisticRegression";

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::kInvalidArgument, kStage + ": " + what); }

std::vector<double> boundsOf(const std::optional<Matrix>& bounds, const char* name, size_t rows, int64_t features) {
  if (!bounds) return {};
  if (static_cast<size_t>(bounds->numRows()) != rows || bounds->numCols() != features) {
    refuse(std::string(name) + " is a matrix of " + std::to_string(bounds->numRows()) + " x " +
           std::to_string(bounds->numCols()) + ", and the model needs " + std::to_string(rows) + " x " +
           std::to_string(features));
  }
  return bounds->rowMajor();
}

std::vector<double> boundsOf(const std::optional<Vector>& bounds, const char* name, size_t rows) {
  if (!bounds) return {};
  if (static_cast<size_t>(bounds->size()) != rows) {
    refuse(std::string(name) + " has size " + std::to_string(bounds->size()) + ", and the model needs " +
           std::to_string(rows));
  }
  return bounds->toArray();
}

void requireOrdered(const std::vector<double>& lower, const std::vector<double>& upper, const char* what) {
  for (size_t i = 0; i < std::min(lower.size(), upper.size()); ++i) {
    if (lower[i] > upper[i]) refuse(std::string("the lower bound of a ") + what + " lies above its upper bound");
  }
}

LogisticBounds boundsFrom(const LogisticRegressionParams& params, size_t rows, int64_t features) {
  LogisticBounds bounds{
      boundsOf(params.lowerBoundsOnCoefficients, "lowerBoundsOnCoefficients", rows, features),
      boundsOf(params.upperBoundsOnCoefficients, "upperBoundsOnCoefficients", rows, features),
      boundsOf(params.lowerBoundsOnIntercepts, "lowerBoundsOnIntercepts", rows),
      boundsOf(params.upperBoundsOnIntercepts, "upperBoundsOnIntercepts", rows),
  };
  requireOrdered(bounds.lowerCoefficients, bounds.upperCoefficients, "coefficient");
  requireOrdered(bounds.lowerIntercepts, bounds.upperIntercepts, "intercept");
  if (bounds.boundsIntercepts() && !params.fitIntercept) refuse("intercepts have bounds, and fitIntercept is false");
  if (!bounds.isEmpty() && params.regParam * params.elasticNetParam != 0) {
    refuse("coefficients with bounds can have an L2 penalty only; set elasticNetParam to 0");
  }
  return bounds;
}

void checkClasses(const LogisticRegressionParams& params, int32_t numClasses) {
  if (params.family == "binomial" && numClasses > 2) {
    refuse("family \"binomial\" is for 2 classes, and column `" + params.labelCol + "` has " +
           std::to_string(numClasses) + "; use \"auto\" or \"multinomial\"");
  }
  const auto given = static_cast<int32_t>(params.thresholds.size());
  if (given > 0 && given != std::max(2, numClasses)) {
    refuse("thresholds has " + std::to_string(given) + " numbers for " + std::to_string(numClasses) + " classes");
  }
}

}  // namespace

const ParamTable& LogisticRegressionParams::table() {
  using P = LogisticRegressionParams;
  static const ParamTable kTable =
      ParamTableOf<P>("LogisticRegression")
          .add("featuresCol", &P::featuresCol, "features column name")
          .add("labelCol", &P::labelCol, "label column name")
          .add("weightCol", &P::weightCol, "weight column name; without it all weights are 1")
          .add("predictionCol", &P::predictionCol, "prediction column name")
          .add("probabilityCol", &P::probabilityCol, "column of class probabilities")
          .add("rawPredictionCol", &P::rawPredictionCol, "column of raw scores of classes")
          .add("maxIter", &P::maxIter, "the most iterations", atLeast(0))
          .add("regParam", &P::regParam, "how much coefficients are penalised", atLeast(0))
          .add("elasticNetParam", &P::elasticNetParam, "the share of the L1 penalty; 0 is L2 alone", between(0, 1))
          .add("tol", &P::tol, "how little must change for training to end", atLeast(0))
          .add("fitIntercept", &P::fitIntercept, "whether there is an intercept")
          .add("standardization", &P::standardization, "whether the penalty is one of standardised features")
          .add("family", &P::family, "which model: by the number of classes, or always one of the two",
               oneOf({"auto", "binomial", "multinomial"}))
          .add("threshold", &P::threshold, "the probability above which class 1 is predicted", between(0, 1))
          .add("thresholds", &P::thresholds, "for each class what its probability is divided by", allButOnePositive())
          .add("aggregationDepth", &P::aggregationDepth, "depth of tree aggregation", atLeast(2))
          .add("maxBlockSizeInMB", &P::maxBlockSizeInMB, "about how large training blocks are; 0 for 1 MB", atLeast(0))
          .add("lowerBoundsOnCoefficients", &P::lowerBoundsOnCoefficients, "a row for each class, or one row for two")
          .add("upperBoundsOnCoefficients", &P::upperBoundsOnCoefficients, "a row for each class, or one row for two")
          .add("lowerBoundsOnIntercepts", &P::lowerBoundsOnIntercepts, "one for each class, or one for two")
          .add("upperBoundsOnIntercepts", &P::upperBoundsOnIntercepts, "one for each class, or one for two")
          .addOwn("solver", &P::solver,
                  "how the objective is minimised: l-bfgs takes Spark's steps, auto goes by shape",
                  oneOf({"l-bfgs", "auto", "newton-cholesky", "preconditioned-l-bfgs", "dual"}))
          .build();
  return kTable;
}

SchemaPtr LogisticRegression::transformSchema(const arrow::Schema& schema) const {
  requireNumericField(schema, settings().labelCol, kStage);
  return withScoreFields(
      schema,
      {settings().featuresCol, settings().rawPredictionCol, settings().probabilityCol, settings().predictionCol},
      kStage);
}

LogisticRegressionModel LogisticRegression::fit(const DataFrame& frame) const {
  const LogisticRegressionParams& own = settings();
  static_cast<void>(transformSchema(*frame.schema()));
  TrainingData data(frame, blockOptionsOf(own), kStage);
  const TrainingSummary& summary = data.summary();
  const int32_t numClasses = numClassesIn(frame, summary, own.labelCol, kStage);
  checkClasses(own, numClasses);

  LogisticSettings training;
  training.regParam = own.regParam;
  training.elasticNetParam = own.elasticNetParam;
  training.fitIntercept = own.fitIntercept;
  training.standardization = own.standardization;
  training.isMultinomial = own.family == "multinomial" || (own.family == "auto" && numClasses > 2);
  training.numClasses = numClasses;
  training.solver = own.solver;
  training.options = {own.maxIter, own.tol, onIteration_};
  const int32_t rows = training.isMultinomial ? numClasses : 1;
  training.bounds = boundsFrom(own, static_cast<size_t>(rows), summary.numFeatures);
  LogisticFit fitted = trainLogistic(data, summary, training, &data);

  const LogisticRegressionModel model(
      own, uid(), Matrix(rows, static_cast<int32_t>(summary.numFeatures), std::move(fitted.coefficients), true),
      Vector::dense(std::move(fitted.intercepts)), numClasses, training.isMultinomial);
  return model.withSummary(ClassificationTrainingSummary(model.evaluate(frame), fitted.result.objectiveHistory,
                                                         fitted.result.solver, fitted.result.reason));
}

}  // namespace ferro::ml
