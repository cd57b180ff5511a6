#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/partition_columns.h"
#include "ferro/engine/io/formats/text_files.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

std::string typeOf(const std::vector<PartitionValue>& values) { return sqlName(*inferPartitionType(values)); }

}  // namespace

TEST_CASE("values of directories get the types that Spark gives them") {
  CHECK(typeOf({"1", "-7"}) == "int");
  CHECK(typeOf({"1", "3000000000"}) == "bigint");
  CHECK(typeOf({"1", "30000000000000000000"}) == "decimal(38,0)");
  CHECK(typeOf({"1", "1.5"}) == "double");
  CHECK(typeOf({"2024-01-01"}) == "date");
  CHECK(typeOf({"2024-01-01", "2024-01-01 10:00:00"}) == "timestamp");
  CHECK(typeOf({"1", "x"}) == "string");
  CHECK(typeOf({"2024-01-01", "1"}) == "string");
  CHECK(typeOf({std::nullopt, "1"}) == "int");
  CHECK(typeOf({std::nullopt}) == "string");
}

TEST_CASE("directories are named as Hive names them, and found again") {
  for (const std::string value : {"plain", "a/b", "50%", "x=y", "key: \"v\"", "Zürich 漢", "tab\t\x01", "{[^]}"}) {
    const std::string name = partitionDirectory("my col", value);
    INFO(name);
    CHECK(name.find('/') == std::string::npos);
    const auto parsed = parsePartitionDirectory(name);
    REQUIRE(parsed);
    CHECK(parsed->first == "my col");
    CHECK(parsed->second == value);
  }
  CHECK(partitionDirectory("a", "x/y=z") == "a=x%2Fy%3Dz");
  CHECK(partitionDirectory("a", std::nullopt) == "a=__HIVE_DEFAULT_PARTITION__");
  CHECK(parsePartitionDirectory("a=__HIVE_DEFAULT_PARTITION__")->second == std::nullopt);
  CHECK(!parsePartitionDirectory("plain"));
  CHECK(!parsePartitionDirectory("=x"));
}

TEST_CASE("a table written by partitions comes back with its rows and types") {
  const char* ddl = "v bigint, day date, city string, n int";
  const Batches rows{
      batchOf(ddl, R"([{"v":1,"day":19783,"city":"a/b","n":1},{"v":2,"day":19783,"city":"Zürich","n":2},
                                      {"v":3,"day":null,"city":"a/b","n":1},{"v":4,"day":19784,"city":null,"n":3}])"),
      batchOf(ddl, R"([{"v":5,"day":19783,"city":"a/b","n":1},{"v":null,"day":19784,"city":"x","n":2}])")};
  for (const Conf& conf : {localConf("local[2]"), clusterConf(2)}) {
    withSession(conf, [&](Session& session) {
      const Folder folder;
      writeTable(session.core(), partitionsOf(session, rows),
                 {.format = "parquet", .path = folder / "out", .partitionBy = {"day", "city"}});
      CHECK((filesIn(folder / "out") ==
             std::vector<std::string>{"_SUCCESS", "day=2024-03-01/city=Zürich/part-00000-c000.snappy.parquet",
                                      "day=2024-03-01/city=a%2Fb/part-00000-c000.snappy.parquet",
                                      "day=2024-03-01/city=a%2Fb/part-00001-c000.snappy.parquet",
                                      "day=2024-03-02/city=__HIVE_DEFAULT_PARTITION__/part-00000-c000.snappy.parquet",
                                      "day=2024-03-02/city=x/part-00001-c000.snappy.parquet",
                                      "day=__HIVE_DEFAULT_PARTITION__/city=a%2Fb/part-00000-c000.snappy.parquet"}));
      const auto relation = makeParquetRelation(session.core(), {folder / "out"}, {}, nullptr);
      CHECK(sqlName(*arrow::struct_(relation->schema()->fields())) == "struct<v:bigint,n:int,day:date,city:string>");
      // The columns of directories come last: the same rows in that order.
      Batches ordered;
      for (const auto& batch : rows) ordered.push_back(*batch->SelectColumns({0, 3, 1, 2}));
      CHECK(linesOf(*collect(session, relation)) == linesOf(ordered));
      const auto given = makeParquetRelation(session.core(), {folder / "out"}, {}, parseSchema(ddl));
      CHECK(linesOf(*collect(session, given)) == linesOf(rows));
    });
  }
}

TEST_CASE("a filter on a directory's column keeps other files unread") {
  const Folder folder;
  writeFile(folder / "in/year=2023/a.json", "{\"v\":1}\n");
  writeFile(folder / "in/year=2024/a.json", "{\"v\":2}\n");
  writeFile(folder / "in/year=__HIVE_DEFAULT_PARTITION__/a.json", "{\"v\":3}\n");
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto relation = makeJsonRelation(session.core(), {folder / "in"}, {}, nullptr);
    auto year = expr::input(1, arrow::int32(), true, "year");
    auto rows = [&](ExprPtr filter) {
      return linesOf(
          *collect(session, relation->scan(session.core(), {.columns = {0}, .filters = {filter}, .limit = {}})));
    };
    auto literal = [](int value) { return expr::literal(std::make_shared<arrow::Int32Scalar>(value)); };
    CHECK((rows(expr::call("=", {year, literal(2024)}, arrow::boolean(), true)) == std::vector<std::string>{"2"}));
    CHECK((rows(expr::call("<", {literal(2023), year}, arrow::boolean(), true)) == std::vector<std::string>{"2"}));
    CHECK((rows(expr::call("isnull", {year}, arrow::boolean(), false)) == std::vector<std::string>{"3"}));
    CHECK((rows(expr::call("in", {year, literal(1), literal(2023)}, arrow::boolean(), true)) ==
           std::vector<std::string>{"1"}));
    CHECK(rows(expr::call("=", {year, literal(1999)}, arrow::boolean(), true)).empty());
  });
}

TEST_CASE("directories that contradict each other, or their type, are errors") {
  const Folder folder;
  writeFile(folder / "mixed/a=1/x.txt", "1");
  writeFile(folder / "mixed/b=1/x.txt", "1");
  writeFile(folder / "typed/a=x/x.txt", "1");
  withSession(localConf("local[1]"), [&](Session& session) {
    CHECK_THAT(errorOf([&] { makeTextRelation(session.core(), {folder / "mixed"}, {}, nullptr); }).what(),
               Catch::StartsWith("[CONFLICTING_PARTITION_COLUMN_NAMES]"));
    const auto relation = makeTextRelation(session.core(), {folder / "typed"}, {}, parseSchema("value string, a int"));
    CHECK_THAT(errorOf([&] { collect(session, relation); }).what(),
               Catch::Contains("partition directory a=x does not hold a value of type int"));
  });
}

TEST_CASE("nested folders are read only when asked, and names can be filtered") {
  const Folder folder;
  writeFile(folder / "in/a.txt", "top");
  writeFile(folder / "in/sub/b.log", "nested");
  writeFile(folder / "in/_temporary/c.txt", "hidden");
  withSession(localConf("local[1]"), [&](Session& session) {
    auto rows = [&](const std::map<std::string, std::string>& options) {
      return linesOf(*collect(session, makeTextRelation(session.core(), {folder / "in"}, options, nullptr)));
    };
    CHECK((rows({}) == std::vector<std::string>{"top"}));
    CHECK((rows({{"recursiveFileLookup", "true"}}) == std::vector<std::string>{"nested", "top"}));
    CHECK((rows({{"recursiveFileLookup", "true"}, {"pathGlobFilter", "*.{log,csv}"}}) ==
           std::vector<std::string>{"nested"}));
  });
}
