#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "session_state.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("a grid has every combination, the last parameter changing fastest") {
  const ml::LogisticRegression estimator;
  const auto maps = ml::ParamGridBuilder()
                        .baseOn(estimator, "maxIter", 5)
                        .addGrid(estimator, "regParam", {0.1, 0.2})
                        .addGrid(estimator, "elasticNetParam", {0.0, 0.5, 1.0})
                        .build();
  REQUIRE(maps.size() == 6);
  CHECK(maps[1][1].value == ml::ParamValue(0.1));
  CHECK(maps[1][2].value == ml::ParamValue(0.5));
  CHECK(maps[5][0].name == "maxIter");
  const Error error = errorOf([&] { ml::ParamGridBuilder().addGrid(estimator, "regParm", {0.1}); });
  CHECK(std::string(error.what()).find("regParam") != std::string::npos);
}

TEST_CASE("folds have every row once in validation, and never where they train") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(1, 200, 2, 2), 2);
    int64_t all = 0;
    for (const auto& [training, validation] : ml::kFold(frame, 4, 11)) {
      CHECK(training.count() + validation.count() == 200);
      CHECK(validation.count() > 20);
      all += validation.count();
    }
    CHECK(all == 200);
  });
}

TEST_CASE("cross-validation picks the penalty that does best, however many fits run at a time") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(2, 300, 4, 2), 2);
    const ml::LogisticRegression estimator({.maxIter = 30});
    const auto maps = ml::ParamGridBuilder().addGrid(estimator, "regParam", {100.0, 0.001}).build();
    std::vector<std::vector<double>> metrics;
    for (const int parallelism : {1, 2}) {
      const auto model =
          ml::CrossValidator({.estimator = estimator,
                              .estimatorParamMaps = maps,
                              .evaluator = ml::MulticlassClassificationEvaluator({.metricName = "logLoss"}),
                              .seed = 5,
                              .parallelism = parallelism,
                              .collectSubModels = true})
              .fit(frame);
      CHECK(model.bestIndex() == 1);
      CHECK(model.avgMetrics()[1] < model.avgMetrics()[0]);
      CHECK(model.stdMetrics().size() == 2);
      REQUIRE(model.bestModelAs<ml::LogisticRegressionModel>() != nullptr);
      CHECK(model.bestModelAs<ml::LogisticRegressionModel>()->settings().regParam == 0.001);
      CHECK(model.subModels().size() == 3);
      CHECK(model.transform(frame).columns().size() == 6);
      metrics.push_back(model.avgMetrics());
    }
    CHECK(metrics[0] == metrics[1]);
  });
}

TEST_CASE("a grid of a stage that the estimator does not hold is refused instead of changing nothing") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(2, 30, 2, 2), 2);
    const ml::LogisticRegression inside({.maxIter = 5});
    const ml::LogisticRegression other({.maxIter = 5});
    const auto fitWith = [&](const ml::LogisticRegression& named) {
      ml::CrossValidator({.estimator = ml::Pipeline({inside}),
                          .estimatorParamMaps = ml::ParamGridBuilder().addGrid(named, "regParam", {0.1, 0.2}).build(),
                          .evaluator = ml::BinaryClassificationEvaluator(),
                          .numFolds = 2})
          .fit(frame);
    };
    CHECK_NOTHROW(fitWith(inside));
    CHECK_THROWS_WITH(fitWith(other), Catch::Contains("regParam of " + other.uid()) && Catch::Contains("not in"));
  });
}

TEST_CASE("a search that fails leaves nothing cached") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(2, 30, 2, 2), 2).withColumn("none", lit(0.0));
    const ml::CrossValidator search({.estimator = ml::LogisticRegression({.weightCol = "none"}),
                                     .evaluator = ml::BinaryClassificationEvaluator(),
                                     .numFolds = 2});
    const int64_t before = bytesHeld(session);
    CHECK_THROWS_WITH(search.fit(frame), Catch::Contains("weights that are all zero"));
    CHECK(bytesHeld(session) == before);
  });
}

TEST_CASE("a fold column says which rows are judged together") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame =
        trainingFrame(session, randomRows(2, 90, 2, 2), 2).withColumn("fold", when(col("label") > 0, 1).otherwise(0));
    const auto folds = ml::kFold(frame, 2, 0, "fold");
    CHECK(folds[1].second.where(col("label") == 0).isEmpty());
    const Error error = errorOf([&] { ml::kFold(frame.withColumn("fold", lit(7)), 2, 0, "fold"); });
    CHECK(std::string(error.what()).find("`fold`") != std::string::npos);
  });
}

TEST_CASE("one split judges each combination once") {
  withSession(localConf("local[2]"), [&](const Session& session) {
    const DataFrame frame = trainingFrame(session, randomRows(2, 300, 4, 2), 2);
    const ml::LinearRegression estimator;
    const auto model =
        ml::TrainValidationSplit(
            {.estimator = estimator,
             .estimatorParamMaps = ml::ParamGridBuilder().addGrid(estimator, "regParam", {0.0, 50.0}).build(),
             .evaluator = ml::RegressionEvaluator()})
            .fit(frame);
    CHECK(model.bestIndex() == 0);
    CHECK(model.validationMetrics().size() == 2);
    const Error error = errorOf([&] { ml::TrainValidationSplit({.estimator = estimator}).fit(frame); });
    CHECK(std::string(error.what()).find("evaluator") != std::string::npos);
  });
}
