#include <cmath>

#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("Imputer fills in the mean, the median or the smallest most frequent value, in the column's type") {
  forEachSession([](Session& session) {
    const DataFrame frame = frameOf(session, "x double, n int", R"([
        {"x":1,"n":4},{"x":NaN,"n":null},{"x":6,"n":4},{"x":2,"n":-1},{"x":null,"n":9},{"x":6,"n":9},{"x":2,"n":-1}])");
    const auto filled = [&](const std::string& strategy, double missing) {
      return ml::Imputer(
                 {.inputCols = {"x", "n"}, .outputCols = {"y", "m"}, .strategy = strategy, .missingValue = missing})
          .fit(frame);
    };
    CHECK(near(filled("mean", std::nan("")).surrogates(), {3.4, 4}, 1e-15));
    CHECK(filled("mean", -1).surrogates()[1] == 6.5);
    CHECK(filled("median", std::nan("")).surrogates() == std::vector<double>{2, 4});
    CHECK(filled("mode", std::nan("")).surrogates() == std::vector<double>{2, -1});
    const DataFrame done = filled("mean", -1).transform(frame);
    // NaN is a number like others when another is said to be missing, as in Spark.
    CHECK(textsOf(done.select(col("y").cast("string")), "y") ==
          std::vector<std::string>{"1.0", "NaN", "6.0", "2.0", "3.4", "6.0", "2.0"});
    CHECK(numbersOf(done, "m") == std::vector<double>{4, 6, 4, 6, 9, 9, 6});
    CHECK(done.dtypes().back().second == "int");
    const DataFrame nothing = frameOf(session, "x double", R"([{"x":null},{"x":NaN}])");
    CHECK_THROWS_WITH(ml::Imputer({.inputCol = "x", .outputCol = "y"}).fit(nothing),
                      Catch::Contains("every value of column `x` is missing"));
  });
}

TEST_CASE("Bucketizer's buckets have their lower end, and the last one its upper end too") {
  forEachSession([](Session& session) {
    const DataFrame frame = frameOf(session, "x double", R"([{"x":0},{"x":0.5},{"x":1},{"x":2},{"x":NaN},{"x":null}])");
    const auto buckets = [&](const std::string& how) {
      return numbersOf(ml::Bucketizer({.inputCol = "x", .outputCol = "b", .splits = {0, 1, 2}, .handleInvalid = how})
                           .transform(frame),
                       "b");
    };
    const auto kept = buckets("keep");
    CHECK(std::vector<double>(kept.begin(), kept.end() - 1) == std::vector<double>{0, 0, 1, 1, 2});
    CHECK(std::isnan(kept.back()));  // a null stays one
    CHECK(buckets("skip") == std::vector<double>{0, 0, 1, 1});
    CHECK_THROWS_WITH(buckets("error"),
                      Catch::Contains("column `x` has NaN in row") || Catch::Contains("column `x` has a null in row"));
    const DataFrame outside = frameOf(session, "x double", R"([{"x":-0.1}])");
    CHECK_THROWS_WITH(ml::Bucketizer({.inputCol = "x", .outputCol = "b", .splits = {0, 1, 2}, .handleInvalid = "keep"})
                          .transform(outside)
                          .collect(),
                      Catch::Contains("has -0.1") && Catch::Contains("splits from 0.0 to 2.0"));
  });
  CHECK_THROWS_WITH(ml::Bucketizer({.splits = {0, 0, 1}}), Catch::Contains("each greater than the one before"));
  CHECK_THROWS_WITH(ml::Bucketizer({.splits = {0, 1}}), Catch::Contains("at least 3 numbers"));
}

TEST_CASE("QuantileDiscretizer learns a Bucketizer that fills its buckets evenly") {
  withSession(localConf("local[2]"), [](Session& session) {
    std::vector<std::tuple<double, double>> rows;
    for (int i = 1; i <= 100; ++i) rows.emplace_back(i, i % 2);
    const DataFrame frame = session.createDataFrame(rows, {"x", "y"});
    const ml::Bucketizer one = ml::QuantileDiscretizer({.inputCol = "x", .outputCol = "b", .numBuckets = 4}).fit(frame);
    CHECK(one.settings().splits == std::vector<double>{-kInfinity, 25, 50, 75, kInfinity});
    const auto two =
        ml::QuantileDiscretizer({.inputCols = {"x", "y"}, .outputCols = {"b", "c"}, .numBucketsArray = {2, 5}})
            .fit(frame);
    CHECK(two.settings().splitsArray ==
          std::vector<std::vector<double>>{{-kInfinity, 50, kInfinity}, {-kInfinity, 0, 1, kInfinity}});
    CHECK(two.transform(frame).columns().size() == 4);
  });
}

TEST_CASE("Binarizer compares numbers and each value of a vector") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "x double, v vector", R"([
        {"x":0.5,"v":{"type":1,"size":null,"indices":null,"values":[1,-1,0]}},
        {"x":0.6,"v":{"type":0,"size":3,"indices":[2],"values":[0.7]}},
        {"x":null,"v":{"type":0,"size":3,"indices":[],"values":[]}}])");
    const auto numbers = ml::Binarizer({.inputCol = "x", .outputCol = "b", .threshold = 0.5}).transform(frame);
    CHECK(near(numbersOf(numbers, "b"), {0, 1, 0}, 0));
    const auto vectors =
        ml::Binarizer({.inputCols = {"v"}, .outputCols = {"b"}, .thresholds = {-0.5}}).transform(frame);
    CHECK(vectorTexts(vectors, "b") == std::vector<std::string>{"[1.0,0.0,1.0]", "[1.0,1.0,1.0]", "[1.0,1.0,1.0]"});
  });
}
