// The features that matter are known here: labels are made of some, and the rest is chance.
#include <cmath>
#include <filesystem>
#include <functional>
#include <random>

#include "ferro/engine/ferro.h"
#include "ferro/mllib/ml.h"
#include "ferro/mllib/persist/reader.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;
using Features = std::vector<int32_t>;

namespace {

constexpr uint64_t kSeed = 20240611;

// Eight features of chance. The label is 3 * x[1] - 2 * x[4] + x[6] and a little noise; as a class, whether that is
// above 0.
TrainingRows planted(bool asClass) {
  std::mt19937_64 random(kSeed);
  std::normal_distribution<double> normal;
  TrainingRows rows(300);
  for (TrainingRow& row : rows) {
    for (int j = 0; j < 8; ++j) row.features.push_back(normal(random));
    row.label = 3 * row.features[1] - 2 * row.features[4] + row.features[6] + 0.2 * normal(random);
    if (asClass) row.label = row.label > 0 ? 1 : 0;
  }
  return rows;
}

std::string messageOf(const std::function<void()>& call) {
  const Error error = errorOf(call);
  CHECK(isOneLine(error.what()));
  return error.what();
}

}  // namespace

TEST_CASE("stepwise selection finds the planted features, forward by what they matter and backward by what does not") {
  INFO("seed " << kSeed);
  withSession(localConf("local[2]"), [](const Session& session) {
    const DataFrame rows = trainingFrame(session, planted(false), 2);
    ml::StepwiseSelectorParams params{.estimator = ml::LinearRegression(),
                                      .evaluator = ml::RegressionEvaluator({.metricName = "rmse"}),
                                      .outputCol = "chosen",
                                      .tolerance = 0.01};
    const auto forward = ml::StepwiseSelector(params).fit(rows);
    CHECK(forward.selectedFeatures() == Features{1, 4, 6});
    REQUIRE(forward.steps().size() == 3);
    CHECK(forward.steps()[0].feature == 1);
    CHECK(forward.steps()[1].feature == 4);
    CHECK(forward.steps()[2].feature == 6);
    CHECK(forward.steps()[0].score > forward.steps()[1].score);
    CHECK(forward.steps()[2].score == Approx(0.2).epsilon(0.2));

    params.direction = "backward";
    const auto backward = ml::StepwiseSelector(params).fit(rows);
    CHECK(backward.selectedFeatures() == Features{1, 4, 6});
    CHECK(backward.steps().size() == 6);
    CHECK(backward.steps()[0].feature == -1);
    params.maxFeatures = 1;
    CHECK(ml::StepwiseSelector(params).fit(rows).selectedFeatures() == Features{1});
    params.direction = "forward";
    params.maxFeatures = 2;
    CHECK(ml::StepwiseSelector(params).fit(rows).selectedFeatures() == Features{1, 4});
  });
}

TEST_CASE("stepwise selection maximises the metrics for which more is better") {
  INFO("seed " << kSeed);
  withSession(localConf("local[2]"), [](const Session& session) {
    const DataFrame rows = trainingFrame(session, planted(true), 2).withColumnRenamed("label", "is");
    const auto model = ml::StepwiseSelector({.estimator = ml::LogisticRegression({.maxIter = 20, .regParam = 0.01}),
                                             .evaluator = ml::BinaryClassificationEvaluator(),
                                             .labelCol = "is",
                                             .outputCol = "chosen",
                                             .tolerance = 0.005})
                           .fit(rows);
    CHECK(model.selectedFeatures() == Features{1, 4, 6});
    CHECK(model.steps().back().score > 0.95);
  });
}

TEST_CASE("an L1 penalty leaves coefficients to the planted features only") {
  INFO("seed " << kSeed);
  withSession(localConf("local[2]"), [](const Session& session) {
    const DataFrame numbers = trainingFrame(session, planted(false), 2);
    const ml::LinearRegression lasso({.regParam = 0.5, .elasticNetParam = 1});
    const auto model = ml::CoefficientSelector({.estimator = lasso, .outputCol = "chosen"}).fit(numbers);
    CHECK(model.selectedFeatures() == Features{1, 4, 6});
    CHECK(model.coefficientSizes().size() == 8);
    CHECK(ml::CoefficientSelector({.estimator = lasso, .outputCol = "chosen", .threshold = 1})
              .fit(numbers)
              .selectedFeatures() == Features{1, 4});

    const DataFrame classes = trainingFrame(session, planted(true), 2);
    const ml::LogisticRegression logistic({.regParam = 0.05, .elasticNetParam = 1});
    CHECK(ml::CoefficientSelector({.estimator = logistic, .outputCol = "chosen"}).fit(classes).selectedFeatures() ==
          Features{1, 4, 6});
    const ml::LogisticRegression softmax({.regParam = 0.05, .elasticNetParam = 1, .family = "multinomial"});
    CHECK(ml::CoefficientSelector({.estimator = softmax, .outputCol = "chosen"}).fit(classes).selectedFeatures() ==
          Features{1, 4, 6});
  });
}

TEST_CASE("correlation keeps what goes with the label, and drops what an earlier feature says") {
  INFO("seed " << kSeed);
  withSession(localConf("local[2]"), [](const Session& session) {
    TrainingRows rows = planted(false);
    for (TrainingRow& row : rows) {
      row.features.push_back(-2 * row.features[1] + 0.01 * row.features[0]);  // says what 1 says
      row.features.push_back(7);                                              // never changes
    }
    const DataFrame frame = trainingFrame(session, rows, 2);
    const auto byLabel =
        ml::CorrelationSelector({.outputCol = "chosen", .minLabelCorrelation = 0.2, .maxFeatureCorrelation = 1})
            .fit(frame);
    CHECK(byLabel.selectedFeatures() == Features{1, 4, 6, 8});
    CHECK(byLabel.labelCorrelations().size() == 10);
    CHECK(byLabel.labelCorrelations()[4] < -0.4);
    CHECK(std::isnan(byLabel.labelCorrelations()[9]));
    const auto apart = ml::CorrelationSelector({.outputCol = "chosen"}).fit(frame.drop("label"));
    CHECK(apart.selectedFeatures() == Features{0, 1, 2, 3, 4, 5, 6, 7, 9});
    const auto both = ml::CorrelationSelector({.outputCol = "chosen", .minLabelCorrelation = 0.2}).fit(frame);
    CHECK(both.selectedFeatures() == Features{1, 4, 6});
  });
}

TEST_CASE("selectors and what they chose are the same after save and load, also in a pipeline") {
  INFO("seed " << kSeed);
  withSession(localConf("local[2]"), [](const Session& session) {
    const Folder folder;
    const DataFrame rows = trainingFrame(session, planted(false), 2);
    const ml::LinearRegression lasso({.regParam = 0.5, .elasticNetParam = 1});
    const ml::Pipeline pipeline({ml::CorrelationSelector({.outputCol = "a", .minLabelCorrelation = 0.01}),
                                 ml::CoefficientSelector({.estimator = lasso, .featuresCol = "a", .outputCol = "b"}),
                                 ml::StepwiseSelector({.estimator = ml::LinearRegression(),
                                                       .evaluator = ml::RegressionEvaluator({.metricName = "mae"}),
                                                       .featuresCol = "b",
                                                       .outputCol = "c",
                                                       .maxFeatures = 2}),
                                 ml::LinearRegression({.featuresCol = "c"})});
    const ml::PipelineModel model = pipeline.fit(rows);
    model.save(folder / "model");
    pipeline.save(folder / "pipeline");
    const double error = ml::RegressionEvaluator().evaluate(model.transform(rows));
    const auto loaded = ml::PipelineModel::load(folder / "model");
    CHECK(ml::RegressionEvaluator().evaluate(loaded.transform(rows)) == error);
    const auto& steps = loaded.stage<ml::StepwiseSelectorModel>().steps();
    CHECK(steps.size() == 2);
    CHECK(steps[1].score == model.stage<ml::StepwiseSelectorModel>().steps()[1].score);
    CHECK(loaded.stage<ml::CoefficientSelectorModel>().coefficientSizes() ==
          model.stage<ml::CoefficientSelectorModel>().coefficientSizes());
    const auto again = ml::Pipeline::load(folder / "pipeline").fit(rows);
    CHECK(ml::RegressionEvaluator().evaluate(again.transform(rows)) == error);
  });
}

TEST_CASE("a selector says what it was not given, or cannot use") {
  withSession(localConf("local[1]"), [](const Session& session) {
    const DataFrame rows = trainingFrame(session, planted(false), 1);
    CHECK_THAT(messageOf([&] { ml::CoefficientSelector().fit(rows); }), Catch::Contains("was given no estimator"));
    CHECK_THAT(messageOf([&] { ml::StepwiseSelector({.estimator = ml::LinearRegression()}).fit(rows); }),
               Catch::Contains("was given no evaluator"));
    CHECK_THAT(messageOf([&] { ml::CoefficientSelector({.estimator = ml::Pipeline({})}).fit(rows); }),
               Catch::Contains("a Pipeline: it has no featuresCol"));
    const ml::UnivariateFeatureSelector other({.featureType = "continuous", .labelType = "continuous"});
    CHECK_THAT(messageOf([&] { ml::CoefficientSelector({.estimator = other}).fit(rows); }),
               Catch::Contains("needs a model with a coefficient for each feature"));
    CHECK_THAT(messageOf([] { ml::StepwiseSelector({.direction = "sideways"}); }), Catch::Contains("'sideways'"));
    CHECK_THAT(messageOf([] { ml::CorrelationSelector({.minLabelCorrelation = 2}); }),
               Catch::Contains("minLabelCorrelation"));
    TrainingRows broken = planted(false);
    broken[3].features[2] = NAN;
    const DataFrame withNan = trainingFrame(session, broken, 1);
    CHECK_THAT(messageOf([&] { ml::CorrelationSelector({.minLabelCorrelation = 0.1}).fit(withNan); }),
               Catch::Contains("`features`: feature 2 has NaN"));
    const Folder folder;
    CHECK_THAT(messageOf([&] { ml::StepwiseSelector({.estimator = ml::LinearRegression()}).save(folder / "s"); }),
               Catch::Contains("without an evaluator cannot be saved"));
    CHECK_FALSE(std::filesystem::exists(folder / "s"));
    CHECK(std::filesystem::is_empty(folder / "."));
  });
}
