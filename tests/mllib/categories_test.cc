#include <cmath>

#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const std::string kWords =
    R"([{"w":"b","n":2},{"w":"a","n":1},{"w":"c","n":2},{"w":"b","n":3},{"w":null,"n":2},{"w":"a","n":1},{"w":"d","n":7}])";

}  // namespace

TEST_CASE("StringIndexer orders labels by frequency or by the alphabet, ties alphabetically") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "w string, n int", kWords);
    const auto labels = [&](const std::string& order) {
      return ml::StringIndexer({.inputCol = "w", .outputCol = "i", .stringOrderType = order}).fit(frame).labels();
    };
    CHECK(labels("frequencyDesc") == std::vector<std::string>{"a", "b", "c", "d"});
    CHECK(labels("frequencyAsc") == std::vector<std::string>{"c", "d", "a", "b"});
    CHECK(labels("alphabetDesc") == std::vector<std::string>{"d", "c", "b", "a"});
    CHECK(labels("alphabetAsc") == std::vector<std::string>{"a", "b", "c", "d"});
    const auto ofNumbers = ml::StringIndexer({.inputCol = "n", .outputCol = "i"}).fit(frame);
    CHECK(ofNumbers.labels() == std::vector<std::string>{"2", "1", "3", "7"});
    CHECK(numbersOf(ofNumbers.transform(frame), "i") == std::vector<double>{0, 1, 0, 2, 0, 1, 3});
  });
}

TEST_CASE("StringIndexer counts texts that are cached as it counts those that are not") {
  withSession(localConf("local[2]"), [](Session& session) {
    std::vector<std::tuple<std::string>> rows;
    for (int i = 0; i < 5000; ++i) rows.emplace_back("word " + std::to_string(i % 7 * (i % 3)));
    const DataFrame frame = session.createDataFrame(rows, {"w"});
    const ml::StringIndexer indexer({.inputCol = "w", .outputCol = "i"});
    const auto plain = indexer.fit(frame);
    const DataFrame cached = frame.cache();
    CHECK(cached.count() == 5000);
    CHECK(indexer.fit(cached).labels() == plain.labels());
    CHECK(numbersOf(plain.transform(cached), "i") == numbersOf(plain.transform(frame), "i"));
    cached.unpersist(true);
  });
}

TEST_CASE("StringIndexer keeps, skips or refuses what it did not see") {
  forEachSession([](Session& session) {
    const DataFrame train = frameOf(session, "w string", R"([{"w":"a"},{"w":"a"},{"w":"b"},{"w":null}])");
    const DataFrame test = frameOf(session, "w string", R"([{"w":"b"},{"w":"x"},{"w":null},{"w":"a"}])");
    const auto indexed = [&](const std::string& how) {
      return ml::StringIndexer({.inputCol = "w", .outputCol = "i", .handleInvalid = how}).fit(train).transform(test);
    };
    CHECK(numbersOf(indexed("keep"), "i") == std::vector<double>{1, 2, 2, 0});
    CHECK(numbersOf(indexed("skip"), "i") == std::vector<double>{1, 0});
    const DataFrame unseen = frameOf(session, "w string", R"([{"w":"b"},{"w":"x"}])");
    const auto strict = ml::StringIndexer({.inputCol = "w", .outputCol = "i"}).fit(train);
    CHECK_THROWS_WITH(strict.transform(train).collect(), Catch::Contains("column `w` has a null"));
    const Error error = errorOf([&] { strict.transform(unseen).collect(); });
    CHECK_THAT(error.what(), Catch::Contains("column `w` has 'x'") && Catch::Contains("set handleInvalid"));
    CHECK(isOneLine(error.what()));
  });
}

TEST_CASE("StringIndexer indexes several columns in one pass and leaves out a column that is not there") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "w string, n int", kWords).na().drop();
    const auto model =
        ml::StringIndexer({.inputCols = {"w", "n"}, .outputCols = {"wi", "ni"}, .handleInvalid = "keep"}).fit(frame);
    CHECK(model.labelsArray().size() == 2);
    const DataFrame indexed = model.transform(frame);
    CHECK(indexed.columns() == std::vector<std::string>{"w", "n", "wi", "ni"});
    CHECK(model.transform(frame.drop("w")).columns() == std::vector<std::string>{"n", "ni"});
    const auto attribute = ml::featureAttributeOf(*indexed.schema()->GetFieldByName("wi"));
    REQUIRE(attribute);
    CHECK(attribute->values == std::vector<std::string>{"a", "b", "c", "d", "__unknown"});
  });
}

TEST_CASE("a stage's bad input is named with the nearest right one") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "word string, n int", R"([{"word":"a","n":1}])");
    CHECK_THROWS_WITH(ml::StringIndexer({.inputCol = "wrod", .outputCol = "i"}, "si").fit(frame),
                      Catch::Contains("si needs a column `wrod`") && Catch::Contains("`word`"));
    CHECK_THROWS_WITH(ml::StringIndexer({.outputCol = "i"}, "si").fit(frame),
                      Catch::Contains("set inputCol or inputCols"));
    CHECK_THROWS_WITH(ml::StringIndexer({.inputCol = "word", .outputCol = "n"}, "si").fit(frame),
                      Catch::Contains("cannot add column `n`: there is one already"));
    CHECK_THROWS_WITH(ml::StringIndexer({.inputCol = "word", .handleInvalid = "kep"}),
                      Catch::Contains("handleInvalid was given 'kep'; it takes one of 'error', 'skip', 'keep'"));
    CHECK_THROWS_WITH(ml::StringIndexer({.inputCols = {"word"}, .outputCols = {}}, "si").fit(frame),
                      Catch::Contains("1 inputCols and 0 outputCols"));
    CHECK_THROWS_WITH(ml::OneHotEncoder({.inputCol = "word", .outputCol = "v"}, "ohe").fit(frame),
                      Catch::Contains("cannot use column `word` of type string: it takes numbers"));
    CHECK_THROWS_WITH(ml::StandardScaler({.inputCol = "n", .outputCol = "v"}, "ss").fit(frame),
                      Catch::Contains("it takes vectors; make them with a VectorAssembler"));
  });
}

TEST_CASE("IndexToString gives the texts back, from its own labels or the column's") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "w string", R"([{"w":"b"},{"w":"a"},{"w":"b"}])");
    const DataFrame indexed = ml::StringIndexer({.inputCol = "w", .outputCol = "i"}).fit(frame).transform(frame);
    const auto back = ml::IndexToString({.inputCol = "i", .outputCol = "t"}).transform(indexed);
    CHECK(textsOf(back, "t") == std::vector<std::string>{"b", "a", "b"});
    const auto own = ml::IndexToString({.inputCol = "i", .outputCol = "t", .labels = {"x", "y"}}).transform(indexed);
    CHECK(textsOf(own, "t") == std::vector<std::string>{"x", "y", "x"});
    const auto few = ml::IndexToString({.inputCol = "i", .outputCol = "t", .labels = {"x"}}).transform(indexed);
    CHECK_THROWS_WITH(few.collect(), Catch::Contains("index 1.0") && Catch::Contains("there are 1 labels"));
    const DataFrame plain = frameOf(session, "i double", R"([{"i":0}])");
    CHECK_THROWS_WITH(ml::IndexToString({.inputCol = "i", .outputCol = "t"}).transform(plain),
                      Catch::Contains("set labels"));
  });
}

TEST_CASE("OneHotEncoder has a place for each category but the last, and one for invalid ones if they are kept") {
  forEachSession([](Session& session) {
    const DataFrame train = frameOf(session, "i double", R"([{"i":0},{"i":2},{"i":1},{"i":null}])");
    const DataFrame test = frameOf(session, "i double", R"([{"i":0},{"i":2},{"i":3},{"i":null}])");
    const auto encoded = [&](bool dropLast, const std::string& how, const DataFrame& rows) {
      return vectorTexts(
          ml::OneHotEncoder({.inputCol = "i", .outputCol = "v", .handleInvalid = how, .dropLast = dropLast})
              .fit(train)
              .transform(rows),
          "v");
    };
    CHECK(encoded(true, "error", train) ==
          std::vector<std::string>{"(2,[0],[1.0])", "(2,[],[])", "(2,[1],[1.0])", "null"});
    CHECK(encoded(false, "error", train)[1] == "(3,[2],[1.0])");
    CHECK(encoded(true, "keep", test) ==
          std::vector<std::string>{"(3,[0],[1.0])", "(3,[2],[1.0])", "(3,[],[])", "null"});
    CHECK(encoded(false, "keep", test)[2] == "(4,[3],[1.0])");
    CHECK_THROWS_WITH(encoded(true, "error", test), Catch::Contains("has 3.0") && Catch::Contains("3 categories"));
    const DataFrame bad = frameOf(session, "i double", R"([{"i":0.5}])");
    CHECK_THROWS_WITH(ml::OneHotEncoder({.inputCol = "i", .outputCol = "v"}).fit(bad), Catch::Contains("has 0.5"));
  });
}

TEST_CASE("OneHotEncoder believes the metadata of its column more than the rows it sees") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame frame = frameOf(session, "w string", R"([{"w":"b"},{"w":"a"},{"w":"b"}])");
    const auto indexer = ml::StringIndexer({.inputCol = "w", .outputCol = "i", .handleInvalid = "keep"}).fit(frame);
    const auto encoder = ml::OneHotEncoder({.inputCols = {"i"}, .outputCols = {"v"}}).fit(indexer.transform(frame));
    CHECK(encoder.categorySizes() == std::vector<int32_t>{3});
    const DataFrame encoded = encoder.transform(indexer.transform(frame));
    const auto group = ml::attributeGroupOf(*encoded.schema()->GetFieldByName("v"));
    REQUIRE(group.attributes.size() == 2);
    CHECK(group.attributes[0].name == "b");
    CHECK(group.attributes[1].name == "a");
  });
}

TEST_CASE("what is known of categories and features survives a Parquet file") {
  const Folder folder;
  withSession(localConf("local[2]"), [&](Session& session) {
    const DataFrame frame = frameOf(session, "w string, n int", kWords).where(col("w").isNotNull());
    const auto pipeline = ml::Pipeline({ml::StringIndexer({.inputCol = "w", .outputCol = "i"}),
                                        ml::OneHotEncoder({.inputCols = {"i"}, .outputCols = {"v"}}),
                                        ml::VectorAssembler({.inputCols = {"n", "v"}, .outputCol = "f"})});
    pipeline.fit(frame).transform(frame).write().parquet(folder / "rows");
    const DataFrame read = session.read().parquet(folder / "rows");
    const auto group = ml::attributeGroupOf(*read.schema()->GetFieldByName("f"));
    REQUIRE(group.attributes.size() == 4);
    CHECK(group.attributes[0].name == "n");
    CHECK(group.attributes[1].name == "v_a");
    const DataFrame back = ml::IndexToString({.inputCol = "i", .outputCol = "t"}).transform(read);
    CHECK(textsOf(back, "t") == textsOf(read, "w"));
  });
}
