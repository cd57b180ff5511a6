#include "ferro/mllib/linalg/labeled_point.h"

#include "ferro/engine/ferro.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;
using ml::LabeledPoint;
using ml::Vectors;

TEST_CASE("a labeled point is read back from what it writes") {
  for (const LabeledPoint& point :
       {LabeledPoint{1.0, Vectors::dense({0.5, -2e-9, 1e300})}, LabeledPoint{-1.5, Vectors::sparse(5, {0, 3}, {1, 2})},
        LabeledPoint{0.0, Vectors::dense(std::vector<double>())}}) {
    const LabeledPoint again = LabeledPoint::parse(point.toString());
    CHECK(again == point);
    CHECK(again.features.isDense() == point.features.isDense());
  }
  CHECK(LabeledPoint{1, Vectors::sparse(3, {1}, {2})}.toString() == "(1.0,(3,[1],[2.0]))");
  CHECK(LabeledPoint::parse(" ( 1 , [ 2 , 3 ] ) ") == LabeledPoint{1, Vectors::dense({2, 3})});
}

TEST_CASE("a labeled point is read from Spark's oldest form") {
  CHECK(LabeledPoint::parse("1.0,2.0 -3 4e1") == LabeledPoint{1, Vectors::dense({2, -3, 40})});
}

TEST_CASE("a text that is no labeled point is refused with the place") {
  for (const auto& [text, place] :
       {std::pair("", "character 1 there should be a number"), std::pair("1.0", "character 4 there should be a ','"),
        std::pair("1,a", "character 3 there should be a number"),
        std::pair("(1,[2,3)", "character 8 there should be a ','"),
        std::pair("(1,[2]) x", "character 9 there should be the end")}) {
    CHECK_THROWS_WITH(LabeledPoint::parse(text), Catch::Contains(place));
  }
  CHECK_THROWS_WITH(ml::parseVector("(2,[5],[1])"), Catch::Contains("index 5"));
}

TEST_CASE("an Rdd of labeled points becomes a DataFrame, on executors too") {
  forEachSession([](const Session& session) {
    std::vector<std::string> lines;
    for (int i = 0; i < 10'000; ++i) {
      lines.push_back("(" + std::to_string(i) + ",[" + std::to_string(2 * i) + ",1])");
    }
    const auto points =
        session.parallelize(lines, 3).map([](std::string_view line) { return LabeledPoint::parse(line); });
    const DataFrame frame = ml::toDF(points);
    CHECK(frame.dtypes() ==
          std::vector<std::pair<std::string, std::string>>{{"label", "double"}, {"features", "vector"}});
    CHECK(frame.count() == 10'000);
    CHECK(frame.where(col("label") >= 9'999).count() == 1);
    const auto vectors = vectorsOf(frame.orderBy("label"), "features");
    CHECK(vectors[0] == Vectors::dense({0, 1}));
    CHECK(vectors[9'999] == Vectors::dense({19'998, 1}));
  });
}

TEST_CASE("vectors are shown as Spark shows them") {
  const Session session(localConf("local[1]"));
  const auto points =
      session.parallelize<std::string>({"(1.0,[0.5,2.0])", "(0.0,(3,[1],[4.0]))"}, 1).map([](std::string_view line) {
        return LabeledPoint::parse(line);
      });
  CHECK(ml::toDF(points).showString() ==
        "+-----+-------------+\n"
        "|label|     features|\n"
        "+-----+-------------+\n"
        "|  1.0|    [0.5,2.0]|\n"
        "|  0.0|(3,[1],[4.0])|\n"
        "+-----+-------------+\n");
  CHECK(textsOf(ml::toDF(points).select(col("features").cast("string").as("t")), "t").back() == "(3,[1],[4.0])");
}
