#include "ferro/mllib/classification/logistic_regression.h"

#include <cmath>
#include <mutex>

#include <arrow/api.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro/mllib/classification/logistic_training.h"
#include "ferro_test.h"
#include "golden_cases.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const ml::LogisticRegressionParams kConverged{.maxIter = 1000, .regParam = 0.01, .tol = 1e-12};

}  // namespace

TEST_CASE("a model trained on a table is the one trained on its blocks, on every kind of session") {
  constexpr uint64_t kSeed = 4;
  const TrainingRows rows = randomRows(kSeed, 600, 6, 2, 0.7);
  LocalBlocks blocks(rows);
  ml::LogisticSettings settings;
  settings.regParam = 0.01;
  settings.options = {.maxIterations = 1000, .tolerance = 1e-12, .onIteration = {}};
  const auto expected = trainLogistic(blocks, blocks.summary(), settings);
  forEachSession([&](const Session& session) {
    auto params = kConverged;
    params.weightCol = "weight";
    const auto model = ml::LogisticRegression(params).fit(trainingFrame(session, rows, 3));
    CHECK(relativeDifference(model.coefficients().toArray(), expected.coefficients) < 1e-7);
    CHECK(model.intercept() == Approx(expected.intercepts[0]).epsilon(1e-7));
    CHECK(model.summary().objectiveHistory().back() == Approx(expected.result.objectiveHistory.back()).epsilon(1e-12));
  });
}

TEST_CASE("the answer does not depend on the partitions but for rounding, and is the same twice") {
  const TrainingRows rows = randomRows(21, 1000, 8, 3);
  withSession(localConf("local[2]"), [&](const Session& session) {
    std::vector<double> first;
    for (const int partitions : {1, 2, 5, 16}) {
      const DataFrame frame = trainingFrame(session, rows, partitions);
      const auto model = ml::LogisticRegression(kConverged).fit(frame);
      const auto again = ml::LogisticRegression(kConverged).fit(frame);
      CHECK(model.coefficientMatrix().values() == again.coefficientMatrix().values());
      if (first.empty()) first = model.coefficientMatrix().rowMajor();
      CHECK(relativeDifference(model.coefficientMatrix().rowMajor(), first) < 1e-7);
    }
  });
}

TEST_CASE("threads and processes give the very same coefficients") {
  const TrainingRows rows = randomRows(22, 400, 5, 2);
  std::vector<std::vector<double>> answers;
  forEachSession(
      [&](const Session& session) {
        const DataFrame frame = trainingFrame(session, rows, 4);
        answers.push_back(ml::LogisticRegression(kConverged).fit(frame).coefficients().toArray());
      },
      Conf().set("ferro.default.parallelism", 4));
  for (const auto& answer : answers) CHECK(answer == answers.front());
}

TEST_CASE("probabilities, predictions, accuracy and area under the curve are Spark's") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    for (const GoldenCase& golden : goldenCases("logistic_regression.json")) {
      if (golden.number("regParam") != 0.1 && golden.number("regParam") != 0.3) continue;
      TrainingRows rows = readCsvRows(dataPath(golden.text("data") + ".csv"));
      if (golden.has("weights")) {
        for (TrainingRow& row : rows) row.weight = row.label == 0 ? 2.0 : 0.5;
      }
      const ml::LogisticRegressionParams params{.weightCol = golden.has("weights") ? "weight" : "",
                                                .maxIter = 400,
                                                .regParam = golden.number("regParam"),
                                                .elasticNetParam = golden.number("elasticNetParam"),
                                                .tol = 1e-11,
                                                .fitIntercept = golden.flag("fitIntercept"),
                                                .standardization = golden.flag("standardization"),
                                                .family = golden.text("family")};
      const DataFrame frame = trainingFrame(session, rows, 1);
      const auto model = ml::LogisticRegression(params).fit(frame);
      INFO(golden.text("data") << " regParam " << params.regParam << " fitIntercept " << params.fitIntercept);
      CHECK(model.summary().accuracy() == Approx(golden.number("accuracy")).epsilon(1e-12));
      if (golden.has("areaUnderROC")) {
        CHECK(model.summary().areaUnderROC() == Approx(golden.number("areaUnderROC")).epsilon(1e-9));
      }
      const ml::Vector first = ml::Vector::dense(rows[0].features);
      CHECK(relativeDifference(model.predictProbability(first).toArray(), golden.numbers("firstRowProbability")) <
            1e-5);
      CHECK(relativeDifference(model.predictRaw(first).toArray(), golden.numbers("firstRowRaw")) < 1e-5);
      const auto scored = valueOf(model.transform(frame).collect()->CombineChunks(), "combining");
      const auto& predictions =
          static_cast<const arrow::DoubleArray&>(*scored->GetColumnByName("prediction")->chunk(0));
      for (int64_t row : {0, 1, 100}) {
        CHECK(predictions.Value(row) == model.predict(ml::Vector::dense(rows[static_cast<size_t>(row)].features)));
      }
    }
  });
}

TEST_CASE("a9a is told apart as well as Spark does it") {
  const std::string train = dataPath("a9a.libsvm");
  const std::string test = dataPath("a9a_test.libsvm");
  if (train.empty() || test.empty()) return;
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame rows = trainingFrame(session, readLibsvmRows(train, 123), 2).cache();
    const DataFrame others = trainingFrame(session, readLibsvmRows(test, 123), 2).cache();
    for (const GoldenCase& golden : goldenCases("a9a_logistic.json")) {
      const auto model = ml::LogisticRegression({.maxIter = static_cast<int32_t>(golden.number("maxIter")),
                                                 .regParam = golden.number("regParam"),
                                                 .elasticNetParam = golden.number("elasticNetParam"),
                                                 .tol = golden.number("tol")})
                             .fit(rows);
      const DataFrame scored = model.transform(others);
      CHECK(ml::MulticlassClassificationEvaluator({.metricName = "accuracy"}).evaluate(scored) ==
            Approx(golden.number("testAccuracy")).epsilon(1e-12));
      // Spark puts scores together within partitions, so that its curve has other points.
      CHECK(ml::BinaryClassificationEvaluator().evaluate(scored) == Approx(golden.number("testAUC")).epsilon(1e-4));
    }
    rows.unpersist(true);
    others.unpersist(true);
  });
}

TEST_CASE("one label needs no training: the intercept is infinite") {
  TrainingRows rows = randomRows(1, 20, 3, 2);
  withSession(localConf("local[2]"), [&](const Session& session) {
    for (const double label : {0.0, 1.0}) {
      for (TrainingRow& row : rows) row.label = label;
      const auto model = ml::LogisticRegression().fit(trainingFrame(session, rows));
      CHECK(model.intercept() == (label == 0 ? -INFINITY : INFINITY));
      CHECK(model.coefficients() == ml::Vector::zeros(3));
      CHECK(model.predict(ml::Vector::dense(rows[0].features)) == label);
      CHECK(model.summary().objectiveHistory() == std::vector<double>{0.0});
    }
    const auto many = ml::LogisticRegression({.family = "multinomial"}).fit(trainingFrame(session, rows));
    CHECK(many.predictProbability(ml::Vector::dense(rows[0].features)) == ml::Vectors::dense({0, 1}));
  });
}

TEST_CASE("coefficients stay within their bounds") {
  const TrainingRows rows = randomRows(8, 400, 3, 2);
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, rows);
    const auto free = ml::LogisticRegression(kConverged).fit(frame);
    auto params = kConverged;
    params.lowerBoundsOnCoefficients = ml::Matrix(1, 3, {-0.05, -0.05, -0.05});
    params.upperBoundsOnCoefficients = ml::Matrix(1, 3, {0.1, 0.1, 0.1});
    params.upperBoundsOnIntercepts = ml::Vectors::dense({0.5});
    const auto bounded = ml::LogisticRegression(params).fit(frame);
    CHECK(bounded.summary().solver() == "l-bfgs-b");
    for (const double coefficient : bounded.coefficients().toArray()) {
      CHECK(coefficient >= -0.05 - 1e-12);
      CHECK(coefficient <= 0.1 + 1e-12);
    }
    CHECK(bounded.coefficients()[0] == Approx(0.1));
    CHECK(bounded.summary().objectiveHistory().back() > free.summary().objectiveHistory().back());
  });
}

TEST_CASE("the summary has what Spark's has") {
  const TrainingRows rows = randomRows(30, 300, 4, 2);
  withSession(localConf("local[2]"), [&](const Session& session) {
    std::vector<double> seen;
    ml::LogisticRegression estimator(kConverged);
    estimator.onIteration([&](int, double objective) { seen.push_back(objective); });
    const auto model = estimator.fit(trainingFrame(session, rows));
    const auto& summary = model.summary();
    CHECK(summary.objectiveHistory() == seen);
    CHECK(summary.totalIterations() == static_cast<int>(seen.size()) - 1);
    CHECK(summary.labels() == std::vector<double>{0, 1});
    CHECK(summary.roc().front() == ml::CurvePoint{0, 0});
    CHECK(summary.roc().back() == ml::CurvePoint{1, 1});
    CHECK(summary.pr().front().x == 0);
    CHECK(summary.areaUnderROC() > 0.5);
    CHECK(summary.fMeasureByThreshold().size() == summary.precisionByThreshold().size());
    CHECK(summary.recallByLabel().size() == 2);
    CHECK(summary.weightedRecall() == Approx(summary.accuracy()));
    CHECK(summary.predictions().columns().size() == 6);
  });
}

TEST_CASE("scoring vectors of another size names the column, the row and both sizes") {
  withSession(localConf("local[1]"), [&](const Session& session) {
    const auto model = ml::LogisticRegression().fit(trainingFrame(session, randomRows(3, 20, 2, 2)));
    const DataFrame wider = trainingFrame(session, randomRows(3, 20, 3, 2), 1);
    CHECK_THROWS_WITH(model.transform(wider).collect(),
                      Catch::Contains("column `features` has a vector of size 3 in row 0") &&
                          Catch::Contains("fitted on vectors of size 2"));
  });
}

TEST_CASE("the threshold decides, and thresholds scale the classes") {
  withSession(localConf("local[1]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(3, 100, 2, 2));
    auto model = ml::LogisticRegression().fit(frame);
    const ml::Vector vector = ml::Vectors::dense({0.3, 0.1});
    const double probability = model.predictProbability(vector)[1];
    model.params().set("threshold", probability - 1e-9);
    CHECK(model.predict(vector) == 1);
    model.params().set("threshold", probability);
    CHECK(model.predict(vector) == 0);
    model.params().set("thresholds", std::vector<double>{0.001, 0.999});
    CHECK(model.predict(vector) == 0);
    model.params().set("thresholds", std::vector<double>{0.999, 0.001});
    CHECK(model.predict(vector) == 1);
  });
}

TEST_CASE("a saved model predicts the same") {
  // Arrow's own threads, which read the model's files, stay until the process ends.
  const Session session(localConf("local[2]"));
  TempDir directory(std::filesystem::temp_directory_path(), "ferro-model-");
  for (const int classes : {2, 3}) {
    const TrainingRows rows = randomRows(31, 200, 4, classes);
    const DataFrame frame = trainingFrame(session, rows);
    const auto model = ml::LogisticRegression({.regParam = 0.1, .solver = "auto"}).fit(frame);
    model.write().overwrite().save(directory.path() + "/model");
    const auto loaded = ml::LogisticRegressionModel::load(directory.path() + "/model");
    CHECK(loaded.coefficientMatrix() == model.coefficientMatrix());
    CHECK(loaded.interceptVector() == model.interceptVector());
    CHECK(loaded.settings().regParam == 0.1);
    CHECK(loaded.uid() == model.uid());
    CHECK_FALSE(loaded.hasSummary());
    CHECK(loaded.transform(frame).collect()->Equals(*model.transform(frame).collect()));
  }
  const auto line = ml::LinearRegression().fit(trainingFrame(session, randomRows(2, 50, 2, 5)));
  line.write().save(directory.path() + "/line");
  CHECK(ml::LinearRegressionModel::load(directory.path() + "/line").coefficients() == line.coefficients());
  const auto svc = ml::LinearSVC().fit(trainingFrame(session, randomRows(2, 50, 2, 2)));
  svc.write().save(directory.path() + "/svc");
  CHECK(ml::LinearSVCModel::load(directory.path() + "/svc").intercept() == svc.intercept());
}

TEST_CASE("a support vector machine finds the widest gap") {
  TrainingRows rows;
  for (int i = 0; i < 50; ++i) {
    const double y = i * 0.1;
    rows.push_back({1, 1, {2 + 0.3 * (i % 5), y}});
    rows.push_back({0, 1, {-2 - 0.3 * (i % 5), y}});
  }
  withSession(localConf("local[2]"), [&](const Session& session) {
    const auto model = ml::LinearSVC({.maxIter = 200, .regParam = 0.001}).fit(trainingFrame(session, rows));
    CHECK(model.summary().accuracy() == 1.0);
    CHECK(model.coefficients()[0] > 0.3);
    CHECK(std::abs(model.coefficients()[1]) < 0.05);
    CHECK(model.predict(ml::Vectors::dense({3, 1})) == 1);
    CHECK(model.predictRaw(ml::Vectors::dense({-3, 1}))[0] > 0);
  });
}
