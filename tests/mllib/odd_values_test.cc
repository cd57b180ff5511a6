// What stages make of constants, NaN, nulls, negative zeros and numbers that are too large: Spark's answers, or an
// error that says what to do.
#include <cmath>
#include <filesystem>
#include <limits>

#include "ferro/common/temp_dir.h"
#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"
#include "training_rows.h"

using namespace ferro;
using namespace ferro::test;
using ml::Vector;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A column that changes, and two that never do.
std::vector<Vector> halfConstant(size_t count) {
  std::vector<Vector> rows;
  for (size_t i = 0; i < count; ++i) rows.push_back(Vector::dense({double(i * i % 7), 0.1, 1e6 + 0.3}));
  return rows;
}

bool isNaN(double number) { return std::isnan(number); }

}  // namespace

TEST_CASE("a column that never changes has a deviation of exactly zero, in any number of rows and partitions") {
  Session session(Conf().set("ferro.master", "local[2]"));
  for (const size_t count : {3, 10, 23, 1000}) {
    for (const int partitions : {1, 3}) {
      const DataFrame rows = vectorsFrame(session, halfConstant(count), partitions);
      INFO(count << " rows in " << partitions << " partitions");
      const auto scaler = ml::StandardScaler({.inputCol = "features", .outputCol = "scaled"}).fit(rows);
      CHECK(scaler.std()[1] == 0);
      CHECK(scaler.std()[2] == 0);
      CHECK(scaler.mean()[1] == 0.1);
      CHECK(vectorsOf(scaler.transform(rows), "scaled").back()[1] == 0);
      const auto selector = ml::VarianceThresholdSelector({.outputCol = "selected"}).fit(rows);
      CHECK(selector.selectedFeatures() == std::vector<int32_t>{0});
      const ml::Matrix correlation = ml::Correlation::corr(rows, "features");
      CHECK(isNaN(correlation(0, 1)));
      CHECK(isNaN(correlation(1, 2)));
      CHECK(correlation(1, 1) == 1);
    }
  }
}

TEST_CASE("a feature whose test has no p-value is never chosen before one that has") {
  Session session(Conf().set("ferro.master", "local[2]"));
  std::vector<TrainingRow> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({double(i), 1, {5.0, double(i) + double(i % 3), 5.0, double(i * i % 11)}});
  const DataFrame frame = trainingFrame(session, rows);
  const auto chosenBy = [&](const std::string& mode, double threshold) {
    return ml::UnivariateFeatureSelector({.featureType = "continuous",
                                          .labelType = "continuous",
                                          .outputCol = "selected",
                                          .selectionMode = mode,
                                          .selectionThreshold = threshold})
        .fit(frame)
        .selectedFeatures();
  };
  for (const std::string mode : {"fpr", "fdr", "fwe"}) CHECK(chosenBy(mode, 0.05) == std::vector<int32_t>{1});
  CHECK(chosenBy("numTopFeatures", 2) == std::vector<int32_t>{1, 3});
}

TEST_CASE("a feature that follows exactly from the label has a p-value of zero") {
  Session session(Conf().set("ferro.master", "local[2]"));
  std::vector<TrainingRow> rows;
  for (int i = 0; i < 150; ++i) rows.push_back({double(i % 3), 1, {double(i % 3) * 0.1, 0.1, double(i * i % 11)}});
  const DataFrame frame = trainingFrame(session, rows);
  const auto byGroups = ml::ANOVATest::test(frame, "features", "label");
  CHECK(byGroups.pValues[0] == 0);
  CHECK(byGroups.pValues[2] > 0);
  const auto byLine = ml::FValueTest::test(frame, "features", "label");
  CHECK(byLine.pValues[0] < 1e-100);
  CHECK(byLine.pValues[2] > 0);
}

TEST_CASE("VectorIndexer counts NaN as a category that no row is of") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame rows = vectorsFrame(
      session,
      {Vector::dense({1.0}), Vector::dense({kNaN}), Vector::dense({3.0}), Vector::dense({kNaN}), Vector::dense({0.0})},
      1);
  ml::VectorIndexer indexer({.inputCol = "features", .outputCol = "indexed", .handleInvalid = "keep"});
  CHECK(vectorTexts(indexer.fit(rows).transform(rows), "indexed") ==
        std::vector<std::string>{"[1.0]", "[4.0]", "[2.0]", "[4.0]", "[0.0]"});
  indexer.params().set("handleInvalid", "skip");
  CHECK(indexer.fit(rows).transform(rows).count() == 3);
  indexer.params().set("handleInvalid", "error");
  CHECK_THROWS_WITH(vectorTexts(indexer.fit(rows).transform(rows), "indexed"), Catch::Contains("has NaN"));
}

TEST_CASE("a sparse vector whose indices do not ascend is refused, wherever it came from") {
  Session session(Conf().set("ferro.master", "local[2]"));
  for (const std::string indices : {"[0,500000,1]", "[1,1,2]", "[0,1,3]", "[-1,0,1]"}) {
    const DataFrame rows =
        frameOf(session, "features vector",
                R"([{"features":{"type":0,"size":3,"indices":)" + indices + R"(,"values":[1,2,3]}}])");
    CHECK_THROWS_WITH(ml::StandardScaler({.inputCol = "features", .outputCol = "scaled"}).fit(rows),
                      Catch::Contains("contradict each other"));
  }
}

TEST_CASE("features too large for their squares are refused by name instead of training for ever") {
  Session session(Conf().set("ferro.master", "local[2]"));
  TrainingRows rows = randomRows(5, 50, 3, 2);
  for (TrainingRow& row : rows) row.features[1] *= 1e200;
  const DataFrame frame = trainingFrame(session, rows);
  const std::string message = "column `features`: its values at index 1 are so large";
  CHECK_THROWS_WITH(ml::LinearRegression().fit(frame), Catch::Contains(message) && Catch::Contains("scale them"));
  CHECK_THROWS_WITH(ml::LogisticRegression().fit(frame), Catch::Contains(message));
}

TEST_CASE("a multinomial model of one class predicts it with certainty") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame frame = trainingFrame(session, {{0, 1, {1.0, 2.0}}, {0, 1, {2.0, 1.0}}});
  const auto model = ml::LogisticRegression({.family = "multinomial"}).fit(frame);
  CHECK(model.numClasses() == 1);
  CHECK(vectorTexts(model.transform(frame), "probability") == std::vector<std::string>{"[1.0]", "[1.0]"});
}

TEST_CASE("a binomial model of one class is one for Spark too, and scores two") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame frame = trainingFrame(session, {{0, 1, {1.0, 2.0}}, {0, 1, {2.0, 1.0}}});
  const auto model = ml::LogisticRegression().fit(frame);
  CHECK(model.numClasses() == 1);
  const TempDir directory(std::filesystem::temp_directory_path(), "ferro-model-");
  model.write().save(directory.path() + "/model");
  const auto loaded = ml::LogisticRegressionModel::load(directory.path() + "/model");
  CHECK(loaded.numClasses() == 1);
  for (const auto& one : {model, loaded}) {
    CHECK(vectorTexts(one.transform(frame), "probability") == std::vector<std::string>{"[1.0,0.0]", "[1.0,0.0]"});
    CHECK(one.predict(ml::Vectors::dense({1, 2})) == 0);
    CHECK(one.predictRaw(ml::Vectors::dense({1, 2})).size() == 2);
  }
}

TEST_CASE("Imputer replaces nulls and the missing value, and NaN only where that is it") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame rows = frameOf(session, "x double", R"([{"x":1},{"x":-1},{"x":null},{"x":5}])")
                             .withColumn("x", when(col("x") == 5, lit(kNaN)).otherwise(col("x")));
  const auto filled = [&](double missing) {
    const ml::Imputer imputer({.inputCol = "x", .outputCol = "y", .missingValue = missing});
    return numbersOf(imputer.fit(rows).transform(rows), "y");
  };
  const auto byNumber = filled(-1);
  CHECK(byNumber[0] == 1);
  CHECK(byNumber[1] == 1);
  CHECK(byNumber[2] == 1);
  CHECK(isNaN(byNumber[3]));
  CHECK(filled(kNaN) == std::vector<double>{1, -1, 0, 0});
}

TEST_CASE("Bucketizer keeps a null a null and puts NaN into the bucket behind the others") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame rows = frameOf(session, "x double", R"([{"x":null},{"x":7},{"x":-0.0},{"x":0.5}])")
                             .withColumn("x", when(col("x") == 7, lit(kNaN)).otherwise(col("x")));
  const ml::Bucketizer bucketizer(
      {.inputCol = "x", .outputCol = "bucket", .splits = {-1, 0, 1}, .handleInvalid = "keep"});
  const auto buckets = bucketizer.transform(rows);
  CHECK(buckets.where(col("bucket").isNull()).count() == 1);
  CHECK(numbersOf(buckets.where(col("bucket").isNotNull()), "bucket") == std::vector<double>{2, 0, 1});
}

TEST_CASE("a stage that learns has nothing to learn from an empty table") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame empty = vectorsFrame(session, {Vector::dense({1.0})}).where(col("id") < 0);
  CHECK_THROWS_WITH(ml::RobustScaler({.inputCol = "features", .outputCol = "scaled"}).fit(empty),
                    Catch::Contains("column `features`") && Catch::Contains("no row"));
  CHECK_THROWS_WITH(ml::StandardScaler({.inputCol = "features", .outputCol = "scaled"}).fit(empty),
                    Catch::Contains("column `features`") && Catch::Contains("no row") && !Catch::Contains("weight"));
  CHECK_THROWS_WITH(ml::QuantileDiscretizer({.inputCol = "id", .outputCol = "bucket"}).fit(empty),
                    Catch::Contains("column `id`") && Catch::Contains("no row"));
}

TEST_CASE("thresholds are refused where they are set unless one at most is zero and none is negative") {
  CHECK_THROWS_WITH(ml::LogisticRegression({.thresholds = {-1.0, 2.0}}), Catch::Contains("thresholds"));
  CHECK_THROWS_WITH(ml::LogisticRegression({.thresholds = {0.0, 0.0}}), Catch::Contains("thresholds"));
  CHECK_NOTHROW(ml::LogisticRegression({.thresholds = {0.0, 1.0}}));
}

TEST_CASE(
    "Binarizer and IDF count as Spark counts: nulls and NaN are not above, and only what is above zero is there") {
  Session session(Conf().set("ferro.master", "local[2]"));
  const DataFrame rows = frameOf(session, "x double", R"([{"x":null},{"x":7},{"x":1}])")
                             .withColumn("x", when(col("x") == 7, lit(kNaN)).otherwise(col("x")));
  CHECK(numbersOf(ml::Binarizer({.inputCol = "x", .outputCol = "y", .threshold = 2}).transform(rows), "y") ==
        std::vector<double>{0, 0, 0});
  const DataFrame words = vectorsFrame(session, {Vector::dense({1.0, -2.0}), Vector::dense({3.0, 4.0})});
  const auto idf = ml::IDF({.inputCol = "features", .outputCol = "weighed"}).fit(words);
  CHECK(idf.docFreq() == std::vector<int64_t>{2, 1});
}
