#include <arrow/type.h>

#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/formula/parsed_formula.h"
#include "ferro/mllib/formula/rformula.h"
#include "ferro/mllib/formula/vector_size_hint.h"
#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// The terms as `a`, `a:b`, with `0` in front where there is no intercept.
std::string resolved(const std::string& formula) {
  const auto schema = arrow::schema({arrow::field("y", arrow::float64()), arrow::field("a", arrow::int32()),
                                     arrow::field("b", arrow::utf8()), arrow::field("c", arrow::boolean()),
                                     arrow::field("when", arrow::date32())});
  const ml::ResolvedFormula found = ml::ParsedFormula::parse(formula).resolve(*schema);
  std::string text = found.label + (found.hasIntercept ? "" : " 0");
  for (const auto& term : found.terms) {
    for (size_t i = 0; i < term.size(); ++i) text += (i == 0 ? " " : ":") + term[i];
  }
  return text;
}

DataFrame countries(const Session& session) {
  return frameOf(session, "country string, hour int, clicked string", R"([
      {"country":"US","hour":18,"clicked":"yes"}, {"country":"CA","hour":12,"clicked":"no"},
      {"country":"NZ","hour":15,"clicked":"no"}, {"country":"US","hour":1,"clicked":"no"}])");
}

}  // namespace

TEST_CASE("a formula's terms are added, removed, crossed and raised as in R") {
  CHECK(resolved("y ~ a + b") == "y a b");
  CHECK(resolved("y~.") == "y a b c");
  CHECK(resolved("~ a") == " a");
  CHECK(resolved("y ~ . - b") == "y a c");
  CHECK(resolved("y ~ a + b - 1") == "y 0 a b");
  CHECK(resolved("y ~ a + 0") == "y 0 a");
  CHECK(resolved("y ~ a - 1 + 1") == "y a");
  CHECK(resolved("y ~ a:b + b:a + a:a") == "y a:b a");
  CHECK(resolved("y ~ a * b") == "y a b a:b");
  CHECK(resolved("y ~ (a + b + c)^2") == "y a b c a:b a:c b:c");
  CHECK(resolved("y ~ a:(b + c)") == "y a:b a:c");
  CHECK(resolved("y ~ .:a") == "y a b:a c:a");
  CHECK(resolved("y ~ a * b - a:b") == "y a b");
  CHECK(resolved("y ~ . - .") == "y");
  CHECK(resolved("y ~ a - (b - a)") == "y");
}

TEST_CASE("a formula that cannot be read shows where") {
  for (const auto& [formula, place] :
       std::vector<std::pair<std::string, std::string>>{{"y ~ a +", "before ``"},
                                                        {"y a", "`~` is missing before `a`"},
                                                        {"y ~ (a + b", "`)` is missing"},
                                                        {"y ~ a ? b", "before `? b`"},
                                                        {"y ~ a^x", "power"},
                                                        {"", "`~` is missing"}}) {
    INFO(formula);
    const Error error = errorOf([&] { ml::ParsedFormula::parse(formula); });
    CHECK_THAT(error.what(), Catch::Contains(place));
    CHECK(isOneLine(error.what()));
  }
}

TEST_CASE("a formula makes features and label of texts and numbers, and names the features") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame rows = countries(session);
    const auto model = ml::RFormula({.formula = "clicked ~ country + hour"}).fit(rows);
    const DataFrame made = model.transform(rows);
    CHECK(made.columns() == std::vector<std::string>{"country", "hour", "clicked", "features", "label"});
    CHECK(vectorTexts(made, "features") ==
          std::vector<std::string>{"[1.0,0.0,18.0]", "[0.0,1.0,12.0]", "[0.0,0.0,15.0]", "[1.0,0.0,1.0]"});
    CHECK(numbersOf(made, "label") == std::vector<double>{1, 0, 0, 0});
    const auto names = ml::attributeGroupOf(*made.schema()->GetFieldByName("features")).attributes;
    REQUIRE(names.size() == 3);
    CHECK(names[0].name == "country_US");
    CHECK(names[2].name == "hour");
    // Rows without a label are scored too.
    CHECK(model.transform(rows.drop("clicked")).columns().back() == "features");
    // Without an intercept the first text keeps all of its categories.
    const auto whole = ml::RFormula({.formula = "clicked ~ country + hour - 1"}).fit(rows).transform(rows);
    CHECK(vectorsOf(whole, "features")[0].size() == 4);
  });
}

TEST_CASE("a formula says what it cannot use") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame rows = countries(session);
    CHECK_THROWS_WITH(ml::RFormula().fit(rows), Catch::Contains("was not told its formula"));
    CHECK_THROWS_WITH(ml::RFormula({.formula = "clicked ~ contry"}).fit(rows), Catch::Contains("`country`"));
    CHECK_THROWS_WITH(ml::RFormula({.formula = "clicked ~ 1"}).fit(rows), Catch::Contains("names no features"));
    const auto model = ml::RFormula({.formula = "clicked ~ country"}).fit(rows);
    const DataFrame other = frameOf(session, "country string", R"([{"country":"FR"}])");
    CHECK_THROWS_WITH(model.transform(other).collect(), Catch::Contains("FR"));
    CHECK_THROWS_WITH(model.transform(model.transform(rows)), Catch::Contains("`features`"));
  });
}

TEST_CASE("a size that is said of vectors is checked, skipped by, or believed") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame rows = vectorsFrame(session, {ml::Vectors::dense({1, 2}), ml::Vectors::dense({1, 2, 3})}, 1);
    const auto hinted = [&](const std::string& handle) {
      return ml::VectorSizeHint({.inputCol = "features", .size = 2, .handleInvalid = handle}).transform(rows);
    };
    CHECK_THROWS_WITH(hinted("error").collect(), Catch::Contains("`features`") && Catch::Contains("size 3 in row"));
    CHECK(hinted("skip").count() == 1);
    CHECK(hinted("optimistic").count() == 2);
    CHECK(ml::attributeGroupOf(*hinted("skip").schema()->GetFieldByName("features")).size == 2);
  });
}
