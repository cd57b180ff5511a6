#include <cmath>

#include "ferro/engine/ferro.h"
#include "ferro/mllib/evaluation/binary_metrics.h"
#include "ferro/mllib/evaluation/evaluators.h"
#include "ferro/mllib/evaluation/multiclass_metrics.h"
#include "ferro/mllib/evaluation/regression_metrics.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("the area under the curve is the share of pairs in the right order") {
  const std::vector<ml::ScoredLabel> rows{{0.1, 0, 1}, {0.4, 0, 1}, {0.35, 1, 1}, {0.8, 1, 1}};
  const ml::BinaryMetrics metrics(rows);
  CHECK(metrics.areaUnderROC() == Approx(0.75));
  CHECK(metrics.roc() == ml::Curve{{0, 0}, {0, 0.5}, {0.5, 0.5}, {0.5, 1}, {1, 1}, {1, 1}});
  CHECK(metrics.pr().front() == ml::CurvePoint{0, 1});
  CHECK(metrics.thresholds() == std::vector<double>{0.8, 0.4, 0.35, 0.1});
  CHECK(metrics.fMeasureByThreshold()[2].y == Approx(0.8));
}

TEST_CASE("equal scores count together, and weights count") {
  const ml::BinaryMetrics ties({{0.5, 0, 1}, {0.5, 1, 1}});
  CHECK(ties.areaUnderROC() == Approx(0.5));
  const ml::BinaryMetrics weighted({{0.9, 0, 3}, {0.8, 1, 1}, {0.1, 0, 1}});
  CHECK(weighted.areaUnderROC() == Approx(0.25));
}

TEST_CASE("many scores are put together to about as many points as there are bins") {
  std::vector<ml::ScoredLabel> rows;
  for (int i = 0; i < 5000; ++i) rows.push_back({i / 5000.0, i % 3 == 0 ? 1.0 : 0.0, 1});
  CHECK(ml::BinaryMetrics(rows, 1000).roc().size() == 1002);
  CHECK(ml::BinaryMetrics(rows, 0).roc().size() == 5002);
  CHECK(ml::BinaryMetrics(rows, 1000).areaUnderROC() ==
        Approx(ml::BinaryMetrics(rows, 0).areaUnderROC()).epsilon(1e-3));
}

TEST_CASE("metrics of many classes follow from the confusion matrix") {
  // Spark's own example: labels in rows.
  const ml::MulticlassMetrics metrics({{{0, 0}, 2}, {{0, 1}, 1}, {{0, 2}, 1}, {{1, 0}, 1}, {{1, 1}, 3}, {{2, 2}, 1}});
  CHECK(metrics.accuracy() == Approx(6.0 / 9));
  CHECK(metrics.hammingLoss() == Approx(3.0 / 9));
  CHECK(metrics.precision(0) == Approx(2.0 / 3));
  CHECK(metrics.recall(1) == Approx(3.0 / 4));
  CHECK(metrics.falsePositiveRate(0) == Approx(1.0 / 5));
  CHECK(metrics.fMeasure(1) == Approx(0.75));
  CHECK(metrics.weightedPrecision() == Approx((4 * (2.0 / 3) + 4 * 0.75 + 1 * 0.5) / 9));
  CHECK(metrics.weightedRecall() == Approx(metrics.accuracy()));
  CHECK(metrics.confusionMatrix() == std::vector<std::vector<double>>{{2, 1, 1}, {1, 3, 0}, {0, 0, 1}});
}

TEST_CASE("metrics of numbers are those of the residuals, merged or not") {
  const std::vector<std::pair<double, double>> rows{{3, 2.5}, {-0.5, 0}, {2, 2}, {7, 8}};
  ml::RegressionMetrics all;
  ml::RegressionMetrics first;
  ml::RegressionMetrics second;
  for (size_t i = 0; i < rows.size(); ++i) {
    all.add(rows[i].first, rows[i].second, 1);
    (i < 1 ? first : second).add(rows[i].first, rows[i].second, 1);
  }
  first.merge(second);
  for (const auto& metrics : {all, first}) {
    CHECK(metrics.meanAbsoluteError() == Approx(0.5));
    CHECK(metrics.meanSquaredError() == Approx(0.375));
    CHECK(metrics.rootMeanSquaredError() == Approx(std::sqrt(0.375)));
    CHECK(metrics.r2() == Approx(0.9486081370449679));
    CHECK(metrics.r2(true) == Approx(1 - 1.5 / 62.25));
  }
}

TEST_CASE("evaluators read their columns and give their metrics") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    struct Row {
      double label;
      double prediction;
      double weight;
    };
    const DataFrame frame = session.createDataFrame(std::vector<Row>{{0, 0, 1}, {1, 1, 1}, {1, 0, 2}, {0, 1, 0.5}},
                                                    {"label", "prediction", "weight"});
    const auto metric = [&](const std::string& name, const std::string& weight) {
      return ml::MulticlassClassificationEvaluator({.metricName = name, .weightCol = weight}).evaluate(frame);
    };
    CHECK(metric("accuracy", "") == Approx(0.5));
    CHECK(metric("accuracy", "weight") == Approx(2.0 / 4.5));
    CHECK(metric("recallByLabel", "weight") == Approx(1 / 1.5));
    CHECK(ml::RegressionEvaluator({.metricName = "mae"}).evaluate(frame) == Approx(0.5));
    CHECK(ml::RegressionEvaluator({.metricName = "mse", .weightCol = "weight"}).evaluate(frame) == Approx(2.5 / 4.5));
    CHECK(ml::BinaryClassificationEvaluator({.rawPredictionCol = "prediction"}).evaluate(frame) == Approx(0.5));
    CHECK(ml::RegressionEvaluator({.metricName = "r2"}).isLargerBetter());
    CHECK_FALSE(ml::RegressionEvaluator().isLargerBetter());
    const Error missing = errorOf([&] { ml::RegressionEvaluator({.predictionCol = "predicted"}).evaluate(frame); });
    CHECK(std::string(missing.what()).find("`prediction`") != std::string::npos);
  });
}

TEST_CASE("log-loss and top-k accuracy come from probabilities") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    // Features stand in for probabilities.
    const DataFrame frame =
        trainingFrame(session, {{0, 1, {0.7, 0.2, 0.1}}, {1, 1, {0.5, 0.3, 0.2}}, {2, 1, {0.6, 0.4, 0.0}}}, 2);
    ml::MulticlassClassificationEvaluatorParams params{.metricName = "logLoss", .probabilityCol = "features"};
    const double expected = -(std::log(0.7) + std::log(0.3) + std::log(1e-15)) / 3;
    CHECK(ml::MulticlassClassificationEvaluator(params).evaluate(frame) == Approx(expected));
    params.metricName = "topKAccuracy";
    CHECK(ml::MulticlassClassificationEvaluator(params).evaluate(frame) == Approx(2.0 / 3));
    params.k = 1;
    CHECK(ml::MulticlassClassificationEvaluator(params).evaluate(frame) == Approx(1.0 / 3));
  });
}
