#include <cmath>

#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;
using ml::Vectors;

TEST_CASE("VectorAssembler puts numbers, booleans and vectors side by side and names the features") {
  forEachSession([](Session& session) {
    const DataFrame frame = frameOf(session, "a int, b boolean, v vector, c double", R"([
        {"a":1,"b":true,"v":{"type":0,"size":9,"indices":[8],"values":[4]},"c":0},
        {"a":0,"b":false,"v":{"type":0,"size":9,"indices":[],"values":[]},"c":0},
        {"a":2,"b":true,"v":{"type":1,"size":null,"indices":null,"values":[1,2,3,4,5,6,7,8,9]},"c":-1}])");
    const auto assembled = ml::VectorAssembler({.inputCols = {"a", "b", "v", "c"}, .outputCol = "f"}).transform(frame);
    CHECK(vectorTexts(assembled, "f") ==
          std::vector<std::string>{"(12,[0,1,10],[1.0,1.0,4.0])", "(12,[],[])",
                                   "[2.0,1.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,-1.0]"});
    const auto small = ml::VectorAssembler({.inputCols = {"c", "a"}, .outputCol = "f"}).transform(frame);
    const auto again = ml::VectorAssembler({.inputCols = {"f", "a"}, .outputCol = "g"}).transform(small);
    const auto group = ml::attributeGroupOf(*again.schema()->GetFieldByName("g"));
    REQUIRE(group.attributes.size() == 3);
    CHECK(group.attributes[0].name == "f_c");
    CHECK(group.attributes[1].name == "f_a");
    CHECK(group.attributes[2].name == "a");
  });
}

TEST_CASE("VectorAssembler refuses, skips or keeps nulls and NaN") {
  withSession(localConf("local[1]"), [](Session& session) {  // with one thread the first bad row is the one named
    const DataFrame frame = frameOf(session, "a double, b int, v vector", R"([
        {"a":1,"b":2,"v":{"type":1,"size":null,"indices":null,"values":[5,6]}},
        {"a":NaN,"b":2,"v":{"type":1,"size":null,"indices":null,"values":[5,6]}},
        {"a":1,"b":null,"v":{"type":1,"size":null,"indices":null,"values":[5,6]}},
        {"a":1,"b":2,"v":null}])");
    const auto assembled = [&](const std::string& how) {
      return vectorTexts(
          ml::VectorAssembler({.inputCols = {"a", "b", "v"}, .outputCol = "f", .handleInvalid = how}).transform(frame),
          "f");
    };
    CHECK(assembled("skip") == std::vector<std::string>{"[1.0,2.0,5.0,6.0]"});
    CHECK(assembled("keep") ==
          std::vector<std::string>{"[1.0,2.0,5.0,6.0]", "[NaN,2.0,5.0,6.0]", "[1.0,NaN,5.0,6.0]", "[1.0,2.0,NaN,NaN]"});
    CHECK_THROWS_WITH(assembled("error"), Catch::Contains("column `a` has NaN in row 1") && Catch::Contains("Imputer"));
    CHECK_THROWS_WITH(ml::VectorAssembler({.outputCol = "f"}).transform(frame), Catch::Contains("set inputCols"));
  });
}

TEST_CASE("scalers learn the same from dense and sparse rows, in any number of partitions") {
  forEachSession([](Session& session) {
    const std::vector<ml::Vector> dense = {Vectors::dense({1, 0, -2, 5}), Vectors::dense({0, 0, 3, 5}),
                                           Vectors::dense({4, 0, 0, 5}), Vectors::dense({-1, 0, 2, 5})};
    std::vector<ml::Vector> sparse;
    for (const ml::Vector& vector : dense) sparse.push_back(vector.toSparse());
    const auto a = ml::StandardScaler({.inputCol = "features", .outputCol = "s"}).fit(vectorsFrame(session, dense, 1));
    const auto b = ml::StandardScaler({.inputCol = "features", .outputCol = "s"}).fit(vectorsFrame(session, sparse, 3));
    CHECK(near(a.mean().values(), {1, 0, 0.75, 5}, 1e-15));
    CHECK(near(a.std().values(), {std::sqrt(14.0 / 3), 0, std::sqrt((17 - 4 * 0.5625) / 3), 0}, 1e-15));
    CHECK(near(a.mean().values(), b.mean().values(), 1e-15));
    CHECK(near(a.std().values(), b.std().values(), 1e-15));
    const auto scaled = b.transform(vectorsFrame(session, sparse, 1).orderBy("id"));
    CHECK_FALSE(vectorsOf(scaled, "s").front().isDense());
    const auto range =
        ml::MinMaxScaler({.inputCol = "features", .outputCol = "s"}).fit(vectorsFrame(session, sparse, 2));
    CHECK(range.originalMin().values() == std::vector<double>{-1, 0, -2, 5});
    CHECK(range.originalMax().values() == std::vector<double>{4, 0, 3, 5});
    const auto stretched = vectorsOf(range.transform(vectorsFrame(session, sparse, 1).orderBy("id")), "s");
    CHECK(near(stretched.front().values(), {0.4, 0.5, 0, 0.5}, 1e-15));
    const auto most =
        ml::MaxAbsScaler({.inputCol = "features", .outputCol = "s"}).fit(vectorsFrame(session, sparse, 2));
    CHECK(most.maxAbs().values() == std::vector<double>{4, 0, 3, 5});
  });
}

TEST_CASE("a column that never changes and a NaN come out of scalers as Spark has them") {
  withSession(localConf("local[2]"), [](Session& session) {
    const std::vector<ml::Vector> rows = {Vectors::dense({7, 1}), Vectors::dense({7, std::nan("")}),
                                          Vectors::dense({7, 3})};
    const DataFrame frame = vectorsFrame(session, rows, 1);
    const auto standard = ml::StandardScaler({.inputCol = "features", .outputCol = "s", .withMean = true}).fit(frame);
    CHECK(vectorsOf(standard.transform(frame), "s").front()[0] == 0);
    const auto range = ml::MinMaxScaler({.inputCol = "features", .outputCol = "s"}).fit(frame);
    const auto stretched = vectorsOf(range.transform(frame.orderBy("id")), "s");
    CHECK(stretched[0] == Vectors::dense({0.5, 0}));
    CHECK(std::isnan(stretched[1][1]));
    const auto robust = ml::RobustScaler({.inputCol = "features", .outputCol = "s", .withCentering = true}).fit(frame);
    CHECK(robust.median() == Vectors::dense({7, 1}));
    CHECK(robust.range() == Vectors::dense({0, 2}));
  });
}

TEST_CASE("vectors of different sizes, and of other sizes than in fit, are errors that name both") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto mixed = vectorsFrame(session, {Vectors::dense({1, 2}), Vectors::dense({1})}, 1);
    const ml::StandardScaler scaler({.inputCol = "features", .outputCol = "s"});
    CHECK_THROWS_WITH(scaler.fit(mixed), Catch::Contains("vectors of different sizes"));
    const auto model = scaler.fit(vectorsFrame(session, {Vectors::dense({1, 2}), Vectors::dense({2, 2})}, 1));
    CHECK_THROWS_WITH(model.transform(mixed).collect(),
                      Catch::Contains("a vector of size 1") && Catch::Contains("vectors of size 2"));
    CHECK_THROWS_WITH(scaler.fit(mixed.where(col("id") > 5)), Catch::Contains("has nothing to learn from"));
    CHECK_THROWS_WITH(ml::MinMaxScaler({.inputCol = "features", .outputCol = "s", .min = 2}).fit(mixed),
                      Catch::Contains("min was given 2.0; it takes numbers below max"));
  });
}

TEST_CASE("Normalizer divides by the norm and leaves zeros alone") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto frame =
        vectorsFrame(session, {Vectors::dense({3, 4}), Vectors::sparse(2, {1}, {5}), Vectors::zeros(2)}, 1);
    const auto normalized = ml::Normalizer({.inputCol = "features", .outputCol = "s"}).transform(frame.orderBy("id"));
    CHECK(vectorTexts(normalized, "s") == std::vector<std::string>{"[0.6,0.8]", "(2,[1],[1.0])", "[0.0,0.0]"});
    const double infinity = std::numeric_limits<double>::infinity();
    const auto largest =
        ml::Normalizer({.inputCol = "features", .outputCol = "s", .p = infinity}).transform(frame.orderBy("id"));
    CHECK(vectorTexts(largest, "s").front() == "[0.75,1.0]");
    CHECK_THROWS_WITH(ml::Normalizer({.p = 0.5}), Catch::Contains("p was given 0.5; it takes numbers from 1.0 on"));
  });
}
