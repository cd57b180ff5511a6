#include <algorithm>
#include <cmath>

#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/mllib/classification/logistic_regression.h"
#include "ferro/mllib/classification/probabilistic_columns.h"
#include "ferro/mllib/persist/row_table.h"

namespace ferro::ml {

LogisticRegressionModel::LogisticRegressionModel(LogisticRegressionParams settings, std::string uid,
                                                 Matrix coefficients, Vector intercepts, int32_t numClasses,
                                                 bool isMultinomial)
    : ModelOf(std::move(settings), std::move(uid)),
      coefficients_(std::move(coefficients)),
      intercepts_(std::move(intercepts)),
      numClasses_(numClasses),
      isMultinomial_(isMultinomial) {}

void LogisticRegressionModel::throwMultinomial(std::string_view what, std::string_view instead) const {
  throw Error(ErrorCode::kInvalidArgument, "a multinomial LogisticRegressionModel has no single " + std::string(what) +
                                               "; use " + std::string(instead) + "()");
}

Vector LogisticRegressionModel::coefficients() const {
  if (isMultinomial_) throwMultinomial("vector of coefficients", "coefficientMatrix");
  return Vector::dense(coefficients_.rowMajor());
}

double LogisticRegressionModel::intercept() const {
  if (isMultinomial_) throwMultinomial("intercept", "interceptVector");
  return intercepts_[0];
}

std::vector<double> LogisticRegressionModel::coefficientSizes() const {
  std::vector<double> sizes(static_cast<size_t>(numFeatures()), 0.0);
  for (int32_t row = 0; row < coefficients_.numRows(); ++row) {
    for (size_t j = 0; j < sizes.size(); ++j) {
      sizes[j] = std::max(sizes[j], std::abs(coefficients_(row, static_cast<int32_t>(j))));
    }
  }
  return sizes;
}

LinearScorer LogisticRegressionModel::scorer() const {
  LinearScorer scorer;
  scorer.numClasses = numScores();
  scorer.isMultinomial = isMultinomial_;
  scorer.coefficients = coefficients_.rowMajor();
  scorer.intercepts = intercepts_.toArray();
  scorer.threshold = settings().threshold;
  scorer.thresholds = settings().thresholds;
  if (!isMultinomial_ && !scorer.thresholds.empty()) {
    scorer.threshold = 1.0 / (1.0 + scorer.thresholds[0] / scorer.thresholds[1]);
  }
  return scorer;
}

Vector LogisticRegressionModel::predictRaw(const Vector& features) const {
  std::vector<double> scores(static_cast<size_t>(numScores()));
  scorer().raw(features.view(), scores);
  return Vector::dense(std::move(scores));
}

Vector LogisticRegressionModel::predictProbability(const Vector& features) const {
  std::vector<double> scores = predictRaw(features).toArray();
  scorer().toProbabilities(scores);
  return Vector::dense(std::move(scores));
}

double LogisticRegressionModel::predict(const Vector& features) const {
  return scorer().prediction(predictProbability(features).values());
}

SchemaPtr LogisticRegressionModel::transformSchema(const arrow::Schema& schema) const {
  const auto& own = settings();
  return withScoreFields(schema, {own.featuresCol, own.rawPredictionCol, own.probabilityCol, own.predictionCol},
                         "LogisticRegressionModel");
}

DataFrame LogisticRegressionModel::transform(const DataFrame& frame) const {
  static_cast<void>(transformSchema(*frame.schema()));
  const auto& own = settings();
  return withScores(frame, scorer(), {own.featuresCol, own.rawPredictionCol, own.probabilityCol, own.predictionCol});
}

ClassificationSummary LogisticRegressionModel::evaluate(const DataFrame& frame) const {
  // Metrics need a score and a prediction, whatever columns the model was told to leave out.
  LogisticRegressionModel full = *this;
  if (settings().probabilityCol.empty()) full.params().set("probabilityCol", "probability");
  if (settings().predictionCol.empty()) full.params().set("predictionCol", "prediction");
  const auto& own = full.settings();
  return {full.transform(frame),
          {"LogisticRegressionModel", own.labelCol, own.predictionCol, own.weightCol},
          own.probabilityCol,
          numScores()};
}

const ClassificationTrainingSummary& LogisticRegressionModel::summary() const {
  if (summary_ == nullptr) {
    throw Error(ErrorCode::kNotFound,
                "this LogisticRegressionModel has no training summary: it was loaded; evaluate(data) makes one");
  }
  return *summary_;
}

LogisticRegressionModel LogisticRegressionModel::withSummary(ClassificationTrainingSummary summary) const {
  LogisticRegressionModel copy = *this;
  copy.summary_ = std::make_shared<const ClassificationTrainingSummary>(std::move(summary));
  return copy;
}

void LogisticRegressionModel::writeData(StageWriter& writer) const {
  writer.writeTable(*RowTable()
                         .add("numClasses", numClasses_)
                         .add("numFeatures", numFeatures())
                         .add("interceptVector", intercepts_)
                         .add("coefficientMatrix", coefficients_)
                         .add("isMultinomial", isMultinomial_)
                         .table());
}

LogisticRegressionModel LogisticRegressionModel::read(const SavedStage& saved) {
  LogisticRegressionParams settings;
  saved.readParams(LogisticRegressionParams::table(), &settings);
  const SavedTable data = saved.table();
  return {std::move(settings),
          saved.uid(),
          data.matrix("coefficientMatrix"),
          data.vector("interceptVector"),
          static_cast<int32_t>(data.integer("numClasses")),
          data.flag("isMultinomial")};
}

}  // namespace ferro::ml
