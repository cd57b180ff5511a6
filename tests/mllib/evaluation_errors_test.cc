#include <cmath>

#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// `weight` is taken for the prediction, so that any number can be one.
std::string messageOf(const ml::Evaluator& evaluator, const DataFrame& frame) {
  const Error error = errorOf([&] { evaluator.evaluate(frame); });
  CHECK(isOneLine(error.what()));
  return error.what();
}

ml::RegressionEvaluator ofNumbers() { return ml::RegressionEvaluator({.predictionCol = "weight"}); }
ml::MulticlassClassificationEvaluator ofClasses() {
  return ml::MulticlassClassificationEvaluator({.predictionCol = "weight"});
}
ml::BinaryClassificationEvaluator ofScores() {
  return ml::BinaryClassificationEvaluator({.rawPredictionCol = "weight"});
}

}  // namespace

TEST_CASE("an evaluator names column and row of what it cannot judge") {
  withSession(localConf("local[1]"), [](const Session& session) {
    const TrainingRows good{{0, 0.2, {1}}, {1, 0.7, {2}}, {1, 0.4, {3}}};
    for (const double label : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
      TrainingRows bad = good;
      bad[2].label = label;
      const DataFrame frame = trainingFrame(session, bad, 1);
      for (const std::string& message :
           {messageOf(ofNumbers(), frame), messageOf(ofClasses(), frame), messageOf(ofScores(), frame)}) {
        CHECK_THAT(message, Catch::Contains("`label`") && Catch::Contains("row 2"));
      }
    }
    TrainingRows bad = good;
    bad[1].weight = NAN;
    const DataFrame frame = trainingFrame(session, bad, 1);
    CHECK_THAT(messageOf(ofScores(), frame), Catch::Contains("`weight` has NaN in row 1"));
    CHECK_THAT(messageOf(ofClasses(), frame), Catch::Contains("`weight` has NaN in row 1"));
    CHECK(std::isnan(ofNumbers().evaluate(frame)));  // as Spark's, so that a search counts such a model as the worst
  });
}

TEST_CASE("an evaluator refuses weights that are negative or all zero, no rows and texts") {
  withSession(localConf("local[1]"), [](const Session& session) {
    TrainingRows rows{{0, 0, {1}}, {1, 0, {2}}};
    const DataFrame zero = trainingFrame(session, rows, 1).withColumn("prediction", col("label"));
    const ml::RegressionEvaluator weighed({.weightCol = "weight"});
    CHECK_THAT(messageOf(weighed, zero), Catch::Contains("`weight`") && Catch::Contains("above 0"));
    CHECK_THAT(messageOf(ml::MulticlassClassificationEvaluator({.weightCol = "weight"}), zero),
               Catch::Contains("`weight`"));
    CHECK_THAT(messageOf(ml::BinaryClassificationEvaluator({.rawPredictionCol = "label", .weightCol = "weight"}), zero),
               Catch::Contains("`weight`"));
    rows[1].weight = -2;
    const DataFrame negative = trainingFrame(session, rows, 1).withColumn("prediction", col("label"));
    CHECK_THAT(messageOf(weighed, negative), Catch::Contains("`weight` has -2") && Catch::Contains("row 1"));
    CHECK_THAT(messageOf(ofNumbers(), zero.where(col("label") > 5)), Catch::Contains("no rows"));
    CHECK_THAT(messageOf(ofNumbers(), zero.withColumn("label", lit("yes"))),
               Catch::Contains("`label`") && Catch::Contains("StringIndexer"));
    CHECK_THAT(messageOf(ml::BinaryClassificationEvaluator({.rawPredictionCol = "features"}), zero),
               Catch::Contains("`features` has scores of 1 classes in row 0"));
    const ml::MulticlassClassificationEvaluator loss({.metricName = "logLoss", .probabilityCol = "features"});
    CHECK_THAT(messageOf(loss, zero), Catch::Contains("`label` has label 1") && Catch::Contains("row 1"));
  });
}

TEST_CASE("the other trainers name column and row as well") {
  withSession(localConf("local[1]"), [](const Session& session) {
    TrainingRows rows = randomRows(1, 20, 3, 2);
    rows[6].label = INFINITY;
    const DataFrame frame = trainingFrame(session, rows, 1);
    for (const ml::AnyEstimator& estimator :
         {ml::AnyEstimator(ml::LinearRegression()), ml::AnyEstimator(ml::LinearSVC()),
          ml::AnyEstimator(ml::LogisticRegression())}) {
      const Error error = errorOf([&] { static_cast<void>(estimator->fitAny(frame)); });
      CHECK_THAT(error.what(), Catch::Contains("`label`") && Catch::Contains("row 6"));
    }
    rows[6].label = 1;
    rows[2].weight = INFINITY;
    const Error error = errorOf(
        [&] { static_cast<void>(ml::LinearRegression({.weightCol = "weight"}).fit(trainingFrame(session, rows, 1))); });
    CHECK_THAT(error.what(), Catch::Contains("`weight`") && Catch::Contains("row 2"));
  });
}
