#include <cmath>

#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

std::string fitError(const DataFrame& frame, const ml::LogisticRegressionParams& params = {}) {
  const Error error = errorOf([&] { ml::LogisticRegression(params).fit(frame); });
  CHECK(isOneLine(error.what()));
  return error.what();
}

void checkHas(const std::string& message, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    INFO(message);
    CHECK(message.find(part) != std::string::npos);
  }
}

}  // namespace

TEST_CASE("what nothing can be trained on is said with column, row and remedy") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const TrainingRows good = randomRows(1, 30, 3, 2);
    TrainingRows bad = good;
    bad[7].features[2] = NAN;
    checkHas(fitError(trainingFrame(session, bad, 1)), {"`features`", "NaN at index 2", "row 7", "Imputer"});
    bad = good;
    bad[3].features[0] = -INFINITY;
    checkHas(fitError(trainingFrame(session, bad, 1)), {"`features`", "-Infinity at index 0", "row 3"});
    bad = good;
    bad[4].label = NAN;
    checkHas(fitError(trainingFrame(session, bad, 1)), {"`label`", "NaN", "row 4"});
    bad = good;
    bad[29].features.push_back(1);
    checkHas(fitError(trainingFrame(session, bad, 1)), {"`features`", "size 4", "size 3", "row 29"});
    bad = good;
    bad[5].weight = -1;
    checkHas(fitError(trainingFrame(session, bad, 1), {.weightCol = "weight"}), {"`weight`", "negative", "row 5"});
    bad = good;
    for (TrainingRow& row : bad) row.weight = 0;
    checkHas(fitError(trainingFrame(session, bad), {.weightCol = "weight"}), {"weights", "all zero", "`weight`"});
  });
}

TEST_CASE("labels that are no classes are refused, and the message says how to index them") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    TrainingRows rows = randomRows(1, 30, 3, 2);
    rows[9].label = 0.5;
    checkHas(fitError(trainingFrame(session, rows)), {"`label`", "0.5 in row 9 of partition 0", "StringIndexer"});
    rows[9].label = -1;
    checkHas(fitError(trainingFrame(session, rows)), {"`label`", "-1", "StringIndexer"});
    rows[9].label = 2;
    checkHas(fitError(trainingFrame(session, rows), {.family = "binomial"}), {"binomial", "3", "multinomial"});
    const DataFrame texts = trainingFrame(session, rows).withColumn("label", lit("yes"));
    checkHas(fitError(texts), {"`label`", "StringIndexer"});
    checkHas(fitError(trainingFrame(session, rows), {.labelCol = "lable"}), {"`lable`", "`label`"});
    checkHas(fitError(trainingFrame(session, rows), {.featuresCol = "weight"}), {"`weight`", "VectorAssembler"});
  });
}

TEST_CASE("an empty training set is refused") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame none = trainingFrame(session, randomRows(1, 10, 3, 2)).where(col("label") > 5);
    checkHas(fitError(none), {"no rows"});
    const Error error = errorOf([&] { ml::LinearRegression().fit(none); });
    checkHas(error.what(), {"LinearRegression", "no rows"});
  });
}

TEST_CASE("a parameter out of range is refused where it is set") {
  checkHas(errorOf([] { ml::LogisticRegression({.regParam = -1}); }).what(), {"regParam", "-1"});
  checkHas(errorOf([] { ml::LogisticRegression({.elasticNetParam = 1.5}); }).what(), {"elasticNetParam", "1.5"});
  checkHas(errorOf([] { ml::LogisticRegression({.family = "poisson"}); }).what(), {"family", "poisson"});
  checkHas(errorOf([] { ml::LinearRegression({.solver = "sgd"}); }).what(), {"solver", "sgd"});
  checkHas(errorOf([] { ml::LinearSVC({.maxIter = -1}); }).what(), {"maxIter", "-1"});
}

TEST_CASE("settings that contradict each other are refused") {
  withSession(localConf("local[1]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(1, 30, 3, 2));
    checkHas(
        fitError(frame,
                 {.regParam = 0.1, .elasticNetParam = 0.5, .lowerBoundsOnCoefficients = ml::Matrix(1, 3, {0, 0, 0})}),
        {"L2", "elasticNetParam"});
    checkHas(fitError(frame, {.lowerBoundsOnCoefficients = ml::Matrix(1, 2, {0, 0})}), {"1 x 2", "1 x 3"});
    checkHas(fitError(frame, {.regParam = 0.1, .elasticNetParam = 0.5, .solver = "newton-cholesky"}),
             {"newton-cholesky", "auto"});
    checkHas(fitError(frame, {.thresholds = {0.1, 0.2, 0.3}}), {"thresholds", "3", "2"});
    const auto model = ml::LogisticRegression().fit(frame);
    checkHas(errorOf([&] { model.predict(ml::Vectors::dense({1, 2})); }).what(), {"size 3", "size 2"});
    const Error three = errorOf([&] { ml::LinearSVC().fit(trainingFrame(session, randomRows(1, 30, 3, 3))); });
    checkHas(three.what(), {"LinearSVC", "label 2", "LogisticRegression"});
    const Error one = errorOf([&] { ml::LinearSVC().fit(trainingFrame(session, {{0, 1, {1.0}}, {0, 1, {2.0}}})); });
    checkHas(one.what(), {"LinearSVC", "only label 0"});
    ml::LinearSVC().fit(trainingFrame(session, {{1, 1, {1.0}}, {1, 1, {2.0}}}));
  });
}
