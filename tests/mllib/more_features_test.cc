#include <algorithm>
#include <cmath>

#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;
using ml::Vectors;

TEST_CASE("VectorSlicer keeps features by place and by name, in the order that was asked for") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "a double, b double, c double", R"([{"a":1,"b":0,"c":3}])");
    const DataFrame all = ml::VectorAssembler({.inputCols = {"a", "b", "c"}, .outputCol = "f"}).transform(frame);
    const auto sliced =
        ml::VectorSlicer({.inputCol = "f", .outputCol = "s", .indices = {2}, .names = {"a"}}).transform(all);
    CHECK(vectorTexts(sliced, "s").front() == "[3.0,1.0]");
    const auto group = ml::attributeGroupOf(*sliced.schema()->GetFieldByName("s"));
    REQUIRE(group.attributes.size() == 2);
    CHECK(group.attributes[0].name == "c");
    const DataFrame sparse = vectorsFrame(session, {Vectors::sparse(5, {1, 3}, {7, 8})}, 1);
    const auto part =
        ml::VectorSlicer({.inputCol = "features", .outputCol = "s", .indices = {3, 0, 1}}).transform(sparse);
    CHECK(vectorTexts(part, "s").front() == "(3,[0,2],[8.0,7.0])");
    CHECK_THROWS_WITH(ml::VectorSlicer({.inputCol = "f", .outputCol = "s", .names = {"d"}}).transform(all),
                      Catch::Contains("no feature `d`"));
    CHECK_THROWS_WITH(ml::VectorSlicer({.inputCol = "f", .outputCol = "s", .indices = {9}}).transform(all).collect(),
                      Catch::Contains("has no feature 9"));
    CHECK_THROWS_WITH(ml::VectorSlicer({.inputCol = "f", .outputCol = "s", .indices = {1, 1}}).transform(all),
                      Catch::Contains("twice"));
  });
}

TEST_CASE("PolynomialExpansion has Spark's products in Spark's order") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto expanded = [&](const ml::Vector& vector, int32_t degree) {
      return vectorTexts(ml::PolynomialExpansion({.inputCol = "features", .outputCol = "s", .degree = degree})
                             .transform(vectorsFrame(session, {vector}, 1)),
                         "s")
          .front();
    };
    CHECK(expanded(Vectors::dense({2, 3}), 2) == "[2.0,4.0,3.0,6.0,9.0]");
    CHECK(expanded(Vectors::dense({2, 3}), 3) == "[2.0,4.0,8.0,3.0,6.0,12.0,9.0,18.0,27.0]");
    CHECK(expanded(Vectors::sparse(3, {0, 2}, {2, 5}), 2) == "(9,[0,1,5,6,8],[2.0,4.0,5.0,10.0,25.0])");
    CHECK(expanded(Vectors::dense({-1, 0.5, 2}), 1) == "[-1.0,0.5,2.0]");
  });
}

TEST_CASE("Interaction multiplies one value of each column, and takes indices for their categories") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "w string, x double, v vector", R"([
        {"w":"b","x":2,"v":{"type":1,"size":null,"indices":null,"values":[3,4]}},
        {"w":"a","x":5,"v":{"type":1,"size":null,"indices":null,"values":[6,7]}},
        {"w":"b","x":1,"v":{"type":1,"size":null,"indices":null,"values":[0,1]}}])");
    const auto numbers = ml::Interaction({.inputCols = {"x", "v"}, .outputCol = "s"}).transform(frame);
    CHECK(vectorTexts(numbers, "s") == std::vector<std::string>{"[6.0,8.0]", "[30.0,35.0]", "[0.0,1.0]"});
    const DataFrame indexed = ml::StringIndexer({.inputCol = "w", .outputCol = "i"}).fit(frame).transform(frame);
    const auto categories = ml::Interaction({.inputCols = {"i", "v"}, .outputCol = "s"}).transform(indexed);
    CHECK(vectorsOf(categories, "s")[0] == Vectors::dense({3, 4, 0, 0}));
    CHECK(vectorsOf(categories, "s")[1] == Vectors::dense({0, 0, 6, 7}));
    CHECK_THROWS_WITH(ml::Interaction({.inputCols = {"x"}, .outputCol = "s"}).transform(frame),
                      Catch::Contains("two inputCols"));
  });
}

TEST_CASE("PCA projects onto the directions in which rows differ, and refuses more of them than there are features") {
  forEachSession([](Session& session) {
    const auto frame = vectorsFrame(
        session, {Vectors::dense({1, 1}), Vectors::dense({2, 2}), Vectors::dense({4, 4}), Vectors::dense({3, 3.5})}, 2);
    const auto model = ml::PCA({.inputCol = "features", .outputCol = "s", .k = 1}).fit(frame);
    CHECK(model.explainedVariance()[0] > 0.98);
    CHECK(std::abs(std::abs(model.pc()(0, 0)) - std::sqrt(0.5)) < 0.05);
    CHECK(vectorsOf(model.transform(frame), "s").front().size() == 1);
    CHECK_THROWS_WITH(ml::PCA({.inputCol = "features", .outputCol = "s", .k = 3}).fit(frame),
                      Catch::Contains("vectors of size 2"));
    CHECK_THROWS_WITH(ml::PCA({.inputCol = "features", .outputCol = "s"}).fit(frame), Catch::Contains("set k"));
    const auto broken = vectorsFrame(session, {Vectors::dense({1, 1}), Vectors::dense({2, std::nan("")})}, 1);
    CHECK_THROWS_WITH(ml::PCA({.inputCol = "features", .outputCol = "s", .k = 1}).fit(broken),
                      Catch::Contains("feature 1 has NaN or infinity"));
    CHECK_THROWS_WITH(ml::PCA({.k = 0}), Catch::Contains("k was given 0; it takes numbers from 1.0 on"));
  });
}

TEST_CASE("VectorIndexer gives zero the index 0 and leaves features of many values alone") {
  forEachSession([](Session& session) {
    const auto train = vectorsFrame(
        session,
        {Vectors::dense({-1, 0.5, 7}), Vectors::dense({0, 1.5, 7}), Vectors::sparse(3, {0, 1, 2}, {3, 2.5, 8})}, 2);
    const auto model = ml::VectorIndexer({.inputCol = "features", .outputCol = "s", .maxCategories = 3}).fit(train);
    CHECK(model.numFeatures() == 3);
    CHECK(model.categoryMaps() ==
          ml::CategoryMaps{{0, {{0, 0}, {-1, 1}, {3, 2}}}, {1, {{0.5, 0}, {1.5, 1}, {2.5, 2}}}, {2, {{7, 0}, {8, 1}}}});
    CHECK(ml::VectorIndexer({.inputCol = "features", .outputCol = "s", .maxCategories = 2})
              .fit(train)
              .categoryMaps()
              .size() == 1);
    const auto test =
        vectorsFrame(session, {Vectors::dense({3, 1.5, 8}), Vectors::dense({9, 0.5, 7})}, 1).orderBy("id");
    const auto indexed = [&](const std::string& how) {
      return vectorTexts(
          ml::VectorIndexer({.inputCol = "features", .outputCol = "s", .maxCategories = 3, .handleInvalid = how})
              .fit(train)
              .transform(test),
          "s");
    };
    CHECK(indexed("keep") == std::vector<std::string>{"[2.0,1.0,1.0]", "[3.0,0.0,0.0]"});
    CHECK(indexed("skip") == std::vector<std::string>{"[2.0,1.0,1.0]"});
    CHECK_THROWS_WITH(indexed("error"), Catch::Contains("feature 0 of column `features` has 9.0"));
    // Zeros that are stored stay so, and those that are not are not looked up: feature 1 never was 0.
    const auto sparse = vectorsFrame(session, {Vectors::sparse(3, {0, 2}, {0, 7}), Vectors::sparse(3, {}, {})}, 1);
    const auto zeros = vectorTexts(model.transform(sparse.orderBy("id")), "s");
    CHECK(zeros == std::vector<std::string>{"(3,[0,2],[0.0,0.0])", "(3,[],[])"});
  });
}

TEST_CASE("words are cut, counted by their hashes and weighed") {
  forEachSession([](Session& session) {
    const DataFrame frame =
        frameOf(session, "id int, t string",
                R"([{"id":0,"t":"The cat  sat "},{"id":1,"t":"the dog"},{"id":2,"t":null},{"id":3,"t":""}])");
    const DataFrame words = ml::Tokenizer({.inputCol = "t", .outputCol = "w"}).transform(frame);
    CHECK(textsOf(words.select(array_join(col("w"), "|").as("j")), "j") ==
          std::vector<std::string>{"the|cat||sat", "the|dog", "null", ""});
    const DataFrame present = words.where(col("t").isNotNull());
    const DataFrame counted =
        ml::HashingTF({.inputCol = "w", .outputCol = "tf", .numFeatures = 1000}).transform(present);
    CHECK(vectorsOf(counted, "tf")[1].numActives() == 2);
    const auto idf = ml::IDF({.inputCol = "tf", .outputCol = "s"}).fit(counted);
    CHECK(idf.numDocs() == 3);
    const ml::Vector weighed = vectorsOf(idf.transform(counted), "s")[1];
    const double heaviest = *std::max_element(weighed.values().begin(), weighed.values().end());
    CHECK(near({heaviest}, {std::log(4.0 / 2)}, 1e-15));
    CHECK_THROWS_WITH(ml::Tokenizer({.inputCol = "id", .outputCol = "w"}).transform(frame),
                      Catch::Contains("it takes texts"));
    CHECK_THROWS_WITH(ml::HashingTF({.inputCol = "t", .outputCol = "w"}).transform(frame),
                      Catch::Contains("it takes lists of texts"));
  });
}

TEST_CASE("FeatureHasher finds a number's place by its column and a text's by column and value") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(
        session, "real double, bool boolean, stringNum string, string string",
        R"([{"real":2.2,"bool":true,"stringNum":"1","string":"foo"},{"real":3.3,"bool":false,"stringNum":"2","string":"bar"}])");
    const auto hashed =
        ml::FeatureHasher({.inputCols = {"real", "bool", "stringNum", "string"}, .outputCol = "s"}).transform(frame);
    const auto vectors = vectorsOf(hashed, "s");
    CHECK(vectors[0].size() == 262144);
    CHECK(vectors[0].numActives() == 4);
    // As Spark's documentation shows them.
    CHECK(vectors[0].indices() == std::vector<int32_t>{174475, 247670, 257907, 262126});
    CHECK(vectors[1].indices() == std::vector<int32_t>{70644, 89673, 173866, 174475});
    CHECK(vectors[1][174475] == 3.3);
  });
}
