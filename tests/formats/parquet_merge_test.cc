#include <arrow/io/file.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/writer.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;
using Catch::Matchers::Contains;

namespace {

void writeRows(const std::string& path, const std::string& ddl, const std::string& json,
               const std::string& spark = "") {
  const auto table = valueOf(arrow::Table::FromRecordBatches({batchOf(ddl, json)}), "table");
  auto file = valueOf(arrow::io::FileOutputStream::Open(path), "open");
  auto writer = valueOf(parquet::arrow::FileWriter::Open(*table->schema(), arrow::default_memory_pool(), file), "open");
  check(writer->WriteTable(*table, 100), "write");
  if (!spark.empty()) {
    const std::string key = "org.apache.spark.sql.parquet.row.metadata";
    check(writer->AddKeyValueMetadata(arrow::key_value_metadata({key}, {spark})), "write");
  }
  check(writer->Close(), "close");
  check(file->Close(), "close");
}

struct Read {
  std::string types;
  std::vector<std::string> lines;
};

Read merged(const Session& session, const std::vector<std::string>& paths) {
  const auto relation = makeParquetRelation(session.core(), paths, {{"mergeSchema", "true"}}, nullptr);
  std::string types;
  for (const auto& field : relation->schema()->fields()) {
    types += (types.empty() ? "" : ", ") + field->name() + " " + sqlName(*field->type());
  }
  return {types, linesOf(*collect(session, relation))};
}

}  // namespace

TEST_CASE("merged Parquet files have one column for names that differ in letter case") {
  const Folder folder;
  writeRows(folder / "a.parquet", "a INT, b INT", R"([{"a":1,"b":2}])");
  writeRows(folder / "b.parquet", "A INT, c INT", R"([{"A":3,"c":4}])");
  withSession(localConf("local[2]"), [&](Session& session) {
    const Read read = merged(session, {folder / "a.parquet", folder / "b.parquet"});
    CHECK(read.types == "a int, b int, c int");
    CHECK(read.lines.size() == 2);
    CHECK(read.lines[0].find('3') == std::string::npos);
    CHECK(read.lines[1].find('3') != std::string::npos);
  });
}

TEST_CASE("a Parquet file whose columns differ only in letter case is refused by name") {
  const Folder folder;
  writeRows(folder / "a.parquet", "a INT, A INT", R"([{"a":1,"A":2}])");
  withSession(localConf("local[2]"), [&](Session& session) {
    CHECK_THROWS_WITH(makeParquetRelation(session.core(), {folder / "a.parquet"}, {}, nullptr),
                      Contains("`a` and `A`") && Contains(folder / "a.parquet"));
    const auto schema = arrow::schema({arrow::field("a", arrow::int32())});
    CHECK_THROWS_WITH(collect(session, makeParquetRelation(session.core(), {folder / "a.parquet"}, {}, schema)),
                      Contains("`a` and `A`") && Contains(folder / "a.parquet"));
  });
}

TEST_CASE("a struct that grew a field between Parquet files is null there in the older ones") {
  const Folder folder;
  writeRows(folder / "a.parquet", "s STRUCT<p: INT>, l ARRAY<STRUCT<p: INT>>, m MAP<STRING, STRUCT<p: INT>>",
            R"([{"s":{"p":1},"l":[{"p":1},null],"m":[["k",{"p":1}]]},{"s":null,"l":null,"m":null}])");
  writeRows(folder / "b.parquet",
            "s STRUCT<q: STRING, P: INT>, l ARRAY<STRUCT<p: INT, q: STRING>>, m MAP<STRING, STRUCT<p: INT, q: "
            "STRUCT<r: INT>>>",
            R"([{"s":{"q":"z","P":2},"l":[{"p":2,"q":"z"}],"m":[["k",{"p":2,"q":{"r":1}}]]}])");
  withSession(localConf("local[2]"), [&](Session& session) {
    const Read read = merged(session, {folder / "a.parquet", folder / "b.parquet"});
    CHECK(read.types ==
          "s struct<p:int,q:string>, l array<struct<p:int,q:string>>, m map<string,struct<p:int,q:struct<r:int>>>");
    REQUIRE(read.lines.size() == 3);
    const auto schema = arrow::schema({arrow::field("s", parseType("struct<q: string, nope: int>"))});
    const auto narrow = makeParquetRelation(session.core(), {folder / "a.parquet", folder / "b.parquet"}, {}, schema);
    CHECK(linesOf(*collect(session, narrow)).size() == 3);
    // The other way round the fields are in the order of the first file.
    const Read other = merged(session, {folder / "b.parquet", folder / "a.parquet"});
    CHECK_THAT(other.types, Contains("s struct<q:string,P:int>"));
  });
}

TEST_CASE("decimals of one scale merge into the wider, and others are refused with column and file") {
  const Folder folder;
  writeRows(folder / "a.parquet", "d DECIMAL(10,2)", R"([{"d":"1.00"}])");
  writeRows(folder / "b.parquet", "d DECIMAL(12,2)", R"([{"d":"2.00"}])");
  writeRows(folder / "c.parquet", "d DECIMAL(12,3)", R"([{"d":"2.000"}])");
  withSession(localConf("local[2]"), [&](Session& session) {
    CHECK(merged(session, {folder / "a.parquet", folder / "b.parquet"}).types == "d decimal(12,2)");
    CHECK_THROWS_WITH(merged(session, {folder / "a.parquet", folder / "c.parquet"}),
                      Contains("column `d`") && Contains("c.parquet"));
  });
}

TEST_CASE("a Parquet file with intervals is refused with column and file, and can be read by a schema") {
  const Folder folder;
  const std::string field = R"({"name":"gap","type":"interval day to second","nullable":true,"metadata":{}})";
  writeRows(folder / "a.parquet", "gap BIGINT", R"([{"gap":5000000}])",
            R"({"type":"struct","fields":[)" + field + "]}");
  withSession(localConf("local[2]"), [&](Session& session) {
    CHECK_THROWS_WITH(makeParquetRelation(session.core(), {folder / "a.parquet"}, {}, nullptr),
                      Contains("column `gap` of ") && Contains("a.parquet") && Contains("interval day to second") &&
                          Contains("BIGINT"));
    const auto schema = arrow::schema({arrow::field("gap", arrow::int64())});
    const auto table = collect(session, makeParquetRelation(session.core(), {folder / "a.parquet"}, {}, schema));
    CHECK(table->num_rows() == 1);
  });
}
