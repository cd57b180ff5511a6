#include <cmath>

#include "ferro/mllib/ml.h"
#include "ferro/mllib/stat/distributions.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;
using ml::Vectors;

namespace {

DataFrame labelled(const Session& session) {
  return frameOf(session, "label double, weight double, features vector", R"([
      {"label":0,"weight":1,"features":{"type":1,"size":null,"indices":null,"values":[1,10,0]}},
      {"label":0,"weight":2,"features":{"type":0,"size":3,"indices":[1],"values":[20]}},
      {"label":1,"weight":0.5,"features":{"type":1,"size":null,"indices":null,"values":[1,30,4]}},
      {"label":1,"weight":0,"features":{"type":1,"size":null,"indices":null,"values":[0,40,5]}},
      {"label":2,"weight":3,"features":{"type":1,"size":null,"indices":null,"values":[1,40,0]}},
      {"label":1,"weight":1,"features":{"type":0,"size":3,"indices":[0,1,2],"values":[1,25,4]}}])");
}

}  // namespace

TEST_CASE("Summarizer counts weights and zeros of sparse rows as Spark does") {
  forEachSession([](Session& session) {
    const auto plain = ml::Summarizer::summary(labelled(session), "features");
    CHECK(plain.count == 6);
    CHECK(near(plain.mean.values(), {4.0 / 6, 165.0 / 6, 13.0 / 6}, 1e-14));
    CHECK(plain.numNonZeros.values() == std::vector<double>{4, 6, 3});
    CHECK(plain.min.values() == std::vector<double>{0, 10, 0});
    CHECK(plain.max.values() == std::vector<double>{1, 40, 5});
    CHECK(near(plain.sum.values(), {4, 165, 13}, 1e-14));
    CHECK(near(plain.normL2.values(), {2, std::sqrt(100 + 400 + 900 + 1600 + 1600 + 625.0), std::sqrt(57.0)}, 1e-14));
    const DataFrame negative = labelled(session).withColumn("weight", col("weight") - 1);
    CHECK_THROWS_WITH(ml::Summarizer::summary(negative, "features", "weight"),
                      Catch::Contains("weights must be 0 or more"));
    const auto weighted = ml::Summarizer::summary(labelled(session), "features", "weight");
    CHECK(weighted.count == 5);
    CHECK(weighted.weightSum == 7.5);
    const double mean = (10 + 40 + 15 + 120 + 25) / 7.5;
    CHECK(near({weighted.mean[1]}, {mean}, 1e-14));
    double squares = 0;
    const double weights[] = {1, 2, 0.5, 3, 1};
    const double values[] = {10, 20, 30, 40, 25};
    for (int i = 0; i < 5; ++i) squares += weights[i] * (values[i] - mean) * (values[i] - mean);
    CHECK(near({weighted.variance[1]}, {squares / (7.5 - (1 + 4 + 0.25 + 9 + 1) / 7.5)}, 1e-13));
  });
}

TEST_CASE("the tests of features agree with those computed by hand") {
  forEachSession([](Session& session) {
    const auto chi = ml::ChiSquareTest::test(labelled(session), "features", "label");
    // The first feature: zeros and ones against labels 0, 1, 2 with 2, 3 and 1 rows.
    const double expected = (1 - 4.0 / 3) * (1 - 4.0 / 3) / (4.0 / 3) + (1 - 2.0 / 3) * (1 - 2.0 / 3) / (2.0 / 3) +
                            (2 - 2.0) + (1 - 1.0) + (1 - 2.0 / 3) * (1 - 2.0 / 3) / (2.0 / 3) + 1.0 / 3;
    CHECK(near({chi.statistics[0]}, {expected}, 1e-13));
    CHECK(chi.degreesOfFreedom[0] == 2);
    CHECK(near({chi.pValues[0]}, {std::exp(-expected / 2)}, 1e-13));
    const auto anova = ml::ANOVATest::test(labelled(session), "features", "label");
    // The second feature: 10, 20 | 30, 40, 25 | 40.
    const double total = 165.0 * 165 / 6;
    const double between = 900.0 / 2 + 95.0 * 95 / 3 + 1600 - total;
    const double within = 100 + 400 + 900 + 1600 + 625 + 1600 - total - between;
    CHECK(near({anova.statistics[1]}, {(between / 2) / (within / 3)}, 1e-12));
    CHECK(anova.pValues[1] > 0);
    CHECK(anova.pValues[1] < 0.2);
    const auto regression = ml::FValueTest::test(labelled(session), "features", "label");
    CHECK(regression.degreesOfFreedom[1] == 4);
    CHECK(regression.statistics[1] > 0);
  });
}

TEST_CASE("survival functions have the values that tables have") {
  CHECK(near({ml::chiSquareSurvival(3.841458820694124, 1)}, {0.05}, 1e-12));
  CHECK(near({ml::chiSquareSurvival(0, 3)}, {1}, 1e-15));
  CHECK(near({ml::fSurvival(4.256494729093748, 2, 9)}, {0.05}, 1e-10));
  CHECK(std::isnan(ml::fSurvival(std::nan(""), 2, 9)));
}

TEST_CASE("UnivariateFeatureSelector chooses by number, share or p-value, and says what it lacks") {
  withSession(localConf("local[2]"), [](Session& session) {
    std::vector<ml::Vector> rows;
    for (int i = 0; i < 100; ++i) {
      rows.push_back(Vectors::dense(
          {static_cast<double>(i % 2), static_cast<double>(i % 3), std::sin(i), i % 2 + std::sin(i) / 9}));
    }
    const DataFrame frame = vectorsFrame(session, rows, 3).withColumn("label", col("id") % 2);
    const auto chosen = [&](const std::string& mode, std::optional<double> threshold) {
      return ml::UnivariateFeatureSelector({.featureType = "continuous",
                                            .labelType = "categorical",
                                            .outputCol = "s",
                                            .selectionMode = mode,
                                            .selectionThreshold = threshold})
          .fit(frame)
          .selectedFeatures();
    };
    CHECK(chosen("numTopFeatures", 2) == std::vector<int32_t>{0, 3});
    CHECK(chosen("numTopFeatures", {}).size() == 4);
    CHECK(chosen("percentile", 0.5) == std::vector<int32_t>{0, 3});
    CHECK(chosen("fpr", 1e-6) == std::vector<int32_t>{0, 3});
    CHECK(chosen("fdr", 1e-6) == std::vector<int32_t>{0, 3});
    CHECK(chosen("fwe", 1e-6) == std::vector<int32_t>{0, 3});
    CHECK_THROWS_WITH(ml::UnivariateFeatureSelector({.outputCol = "s"}).fit(frame),
                      Catch::Contains("set featureType and labelType"));
    CHECK_THROWS_WITH(
        ml::UnivariateFeatureSelector({.featureType = "categorical", .labelType = "continuous", .outputCol = "s"})
            .fit(frame),
        Catch::Contains("has no test for"));
    CHECK_THROWS_WITH(ml::Correlation::corr(frame, "features", "kendall"), Catch::Contains("'pearson' or 'spearman'"));
  });
}

TEST_CASE("a test of features names column and row of what is no number, and of vectors of another size") {
  withSession(localConf("local[1]"), [](Session& session) {
    const double nan = std::nan("");
    const auto messageOf = [&](const std::vector<ml::Vector>& vectors, double label) {
      const DataFrame frame =
          vectorsFrame(session, vectors, 1).withColumn("label", when(col("id") == 2, label).otherwise(0.0));
      const ml::UnivariateFeatureSelector selector(
          {.featureType = "continuous", .labelType = "categorical", .outputCol = "s"});
      return std::string(errorOf([&] { selector.fit(frame); }).what());
    };
    const ml::Vector good = Vectors::dense({1, 2});
    CHECK_THAT(messageOf({good, good, good}, nan), Catch::Contains("`label`") && Catch::Contains("row 2"));
    CHECK_THAT(messageOf({good, Vectors::dense({1, nan}), good}, 1),
               Catch::Contains("`features`") && Catch::Contains("NaN at index 1 in row 1"));
    CHECK_THAT(messageOf({good, good, Vectors::dense({1})}, 1),
               Catch::Contains("`features`") && Catch::Contains("size 1 after vectors of size 2 in row 2"));
  });
}
