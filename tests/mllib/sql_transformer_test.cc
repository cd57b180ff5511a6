#include "ferro/common/temp_dir.h"
#include "ferro/mllib/attribute/attribute.h"
#include "ferro/mllib/ml.h"
#include "ferro_test.h"
#include "ml_tables.h"
#include "session_grid.h"

using namespace ferro;
using namespace ferro::test;

namespace {

DataFrame people(const Session& session) {
  return frameOf(
      session, "name string, age int, pay double",
      R"([{"name":"ann","age":31,"pay":2},{"name":"bob","age":20,"pay":4},{"name":"cid","age":40,"pay":null}])");
}

ml::SQLTransformer transformer(const std::string& statement) { return ml::SQLTransformer({.statement = statement}); }

}  // namespace

TEST_CASE("SQLTransformer selects from the table that it transforms") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame rows = people(session);
    const auto stage = transformer("SELECT *, age + pay AS sum FROM __THIS__ WHERE age > 30");
    const DataFrame made = stage.transform(rows);
    CHECK(made.columns() == std::vector<std::string>{"name", "age", "pay", "sum"});
    CHECK(textsOf(made, "name") == std::vector<std::string>{"ann", "cid"});
    CHECK(numbersOf(made, "sum").front() == 33);
    const DataFrame named = transformer("select __this__.name from __this__ order by age desc limit 2").transform(rows);
    CHECK(textsOf(named, "name") == std::vector<std::string>{"cid", "ann"});
    const auto groups = transformer("SELECT age > 30 AS old, count(*) AS n FROM __THIS__ GROUP BY 1 ORDER BY n DESC");
    CHECK(numbersOf(groups.transform(rows), "n") == std::vector<double>{2, 1});
  });
}

TEST_CASE("SQLTransformer knows its schema without rows") {
  withSession(localConf("local[2]"), [](Session& session) {
    const DataFrame indexed =
        ml::StringIndexer({.inputCol = "name", .outputCol = "i"}).fit(people(session)).transform(people(session));
    const auto stage = transformer("SELECT i AS place, upper(name), avg(age) FROM __THIS__ GROUP BY i, name");
    const auto schema = stage.transformSchema(*indexed.schema());
    CHECK(schema->Equals(*stage.transform(indexed).schema(), true));
    CHECK(schema->field_names() == std::vector<std::string>{"place", "upper(name)", "avg(age)"});
    REQUIRE(ml::featureAttributeOf(*schema->field(0)));
    CHECK(ml::featureAttributeOf(*schema->field(0))->values.size() == 3);
  });
}

TEST_CASE("a statement that does not fit is an error with the reason") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto schema = people(session).schema();
    const auto error = [&](const std::string& statement) { transformer(statement).transformSchema(*schema); };
    CHECK_THROWS_WITH(error(""), Catch::Contains("has no statement"));
    CHECK_THROWS_WITH(error("SELECT age FROM people"), Catch::Contains("selects from `people`"));
    CHECK_THROWS_WITH(error("SELECT agee FROM __THIS__"), Catch::Contains("Did you mean") && Catch::Contains("`age`"));
    CHECK_THROWS_WITH(error("SELECT age FROM"), Catch::Contains("the name of a table was expected"));
    CHECK_THROWS_WITH(error("SELECT * FROM __THIS__ JOIN b ON x"), Catch::Contains("no joins"));
  });
}

TEST_CASE("SQLTransformer is saved and loaded, and works in a pipeline") {
  withSession(localConf("local[2]"), [](Session& session) {
    const TempDir folder("/tmp", "ferro-sql-transformer-");
    const DataFrame rows = people(session);
    const ml::Pipeline pipeline({transformer("SELECT age, coalesce(pay, 0) AS pay FROM __THIS__"),
                                 ml::VectorAssembler({.inputCols = {"age", "pay"}, .outputCol = "features"})});
    pipeline.fit(rows).save(folder.path() + "/model");
    const auto model = ml::PipelineModel::load(folder.path() + "/model");
    CHECK(vectorTexts(model.transform(rows), "features") ==
          std::vector<std::string>{"[31.0,2.0]", "[20.0,4.0]", "[40.0,0.0]"});
  });
}
