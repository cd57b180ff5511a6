#include <filesystem>

#include "ferro/engine/ferro.h"
#include "ferro/ml.h"
#include "ferro/mllib/persist/reader.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;

namespace {

std::vector<ml::ParamMap> someGrid(const ml::LogisticRegression& estimator) {
  return ml::ParamGridBuilder()
      .addGrid(estimator, "regParam", {1, 0.001})  // a whole number is saved as the fraction that it is set to
      .addGrid(estimator, "thresholds", {std::vector<double>{0.4, 0.6}})
      .build();
}

}  // namespace

TEST_CASE("a cross-validation is the same after save and load, with the models of all folds") {
  withSession(localConf("local[2]"), [](const Session& session) {
    const Folder folder;
    const DataFrame frame = trainingFrame(session, randomRows(2, 120, 3, 2), 2);
    const ml::LogisticRegression estimator({.maxIter = 10});
    const ml::CrossValidator search({.estimator = estimator,
                                     .estimatorParamMaps = someGrid(estimator),
                                     .evaluator = ml::MulticlassClassificationEvaluator({.metricName = "logLoss"}),
                                     .numFolds = 2,
                                     .seed = 9,
                                     .collectSubModels = true});
    const ml::CrossValidatorModel model = search.fit(frame);
    search.save(folder / "search");
    model.save(folder / "model");

    const auto loaded = ml::CrossValidatorModel::load(folder / "model");
    CHECK(loaded.uid() == search.uid());
    CHECK(loaded.avgMetrics() == model.avgMetrics());
    CHECK(loaded.stdMetrics() == model.stdMetrics());
    CHECK(loaded.bestIndex() == model.bestIndex());
    CHECK(loaded.bestParamMap()[1].value == ml::ParamValue(std::vector<double>{0.4, 0.6}));
    REQUIRE(loaded.bestModelAs<ml::LogisticRegressionModel>() != nullptr);
    CHECK(loaded.bestModelAs<ml::LogisticRegressionModel>()->coefficients() ==
          model.bestModelAs<ml::LogisticRegressionModel>()->coefficients());
    CHECK(loaded.subModels().size() == 2);
    CHECK(loaded.subModels()[1].size() == 2);
    CHECK(ml::CrossValidator::load(folder / "search").fit(frame).avgMetrics() == model.avgMetrics());

    std::filesystem::remove_all(folder / "model/bestModel");
    CHECK_THROWS_WITH(ml::CrossValidatorModel::load(folder / "model"), Catch::Contains("bestModel"));
    std::filesystem::remove_all(folder / "search/evaluator");
    CHECK_THROWS_WITH(ml::CrossValidator::load(folder / "search"), Catch::Contains("evaluator"));
  });
}

TEST_CASE("a split that judges models is the same after save and load") {
  withSession(localConf("local[2]"), [](const Session& session) {
    const Folder folder;
    const DataFrame frame = trainingFrame(session, randomRows(2, 120, 3, 2), 2);
    const ml::LogisticRegression estimator({.maxIter = 10});
    const ml::Pipeline pipeline({ml::TrainValidationSplit({.estimator = estimator,
                                                           .estimatorParamMaps = someGrid(estimator),
                                                           .evaluator = ml::BinaryClassificationEvaluator(),
                                                           .trainRatio = 0.6})});
    const auto model = pipeline.fit(frame);
    model.save(folder / "model");
    const auto loaded = ml::PipelineModel::load(folder / "model");
    const auto& found = loaded.stage<ml::TrainValidationSplitModel>();
    CHECK(found.settings().trainRatio == 0.6);
    CHECK(found.validationMetrics() == model.stage<ml::TrainValidationSplitModel>().validationMetrics());
    CHECK(found.subModels().empty());
  });
}

TEST_CASE("evaluators are saved and loaded, and a search that is not whole is not saved at all") {
  const Folder folder;
  ml::RegressionEvaluator({.metricName = "mae", .labelCol = "y"}).save(folder / "evaluator");
  const auto loaded = ml::RegressionEvaluator::load(folder / "evaluator");
  CHECK(loaded.settings().metricName == "mae");
  CHECK(loaded.settings().labelCol == "y");
  CHECK_THROWS_WITH(ml::BinaryClassificationEvaluator::load(folder / "evaluator"), Catch::Contains("is of class"));
  ml::Normalizer({.inputCol = "a"}).save(folder / "stage");
  CHECK_THROWS_WITH(ml::loadEvaluator(ml::SavedStage(folder / "stage")), Catch::Contains("no evaluator"));
  const ml::CrossValidator search({.estimator = ml::LogisticRegression()});
  CHECK_THROWS_WITH(search.save(folder / "search"), Catch::Contains("no evaluator"));
  size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder / ".")) entries += entry.exists() ? 1 : 0;
  CHECK(entries == 2);
}

TEST_CASE("a grid refuses a value that the parameter does not take") {
  const ml::LogisticRegression estimator;
  CHECK_THROWS_WITH(ml::ParamGridBuilder().addGrid(estimator, "regParam", {-1.0}), Catch::Contains("regParam"));
  CHECK_THROWS_WITH(ml::ParamGridBuilder().addGrid(estimator, "maxIter", {"many"}), Catch::Contains("maxIter"));
}
