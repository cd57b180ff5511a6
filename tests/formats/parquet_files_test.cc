#include "ferro/engine/io/formats/parquet_files.h"

#include <filesystem>
#include <limits>

#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/builder.h>
#include <arrow/io/file.h>
#include <arrow/record_batch.h>
#include <arrow/scalar.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/key_value_metadata.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/writer.h>
#include <parquet/file_reader.h>
#include <parquet/metadata.h>
#include <parquet/properties.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/file_scan.h"
#include "ferro/engine/io/formats/spark_schema.h"
#include "ferro/engine/types/column_metadata.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"
#include "test_file_systems.h"

using namespace ferro;
using namespace ferro::test;

namespace {

constexpr int64_t kRows = 40'000;
constexpr int64_t kGroupRows = 5'000;

// id ascends, so each row group has its own range of it; text is long, so that reading it shows.
std::shared_ptr<arrow::Table> manyRows() {
  arrow::Int64Builder id;
  arrow::StringBuilder text;
  arrow::DoubleBuilder real;
  for (int64_t i = 0; i < kRows; ++i) {
    check(id.Append(i), "");
    check(text.Append(std::to_string(i * 2654435761) + "-" + std::to_string(i * 40503) + std::to_string(i * i)), "");
    check(i < kGroupRows
              ? real.AppendNull()
              : real.Append(i < 2 * kGroupRows ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(i)),
          "");
  }
  return arrow::Table::Make(arrow::schema({arrow::field("id", arrow::int64()), arrow::field("text", arrow::utf8()),
                                           arrow::field("real", arrow::float64())}),
                            {*id.Finish(), *text.Finish(), *real.Finish()});
}

void writeParquet(
    const arrow::Table& table, const std::string& path, int64_t groupRows,
    const std::shared_ptr<parquet::ArrowWriterProperties>& properties = parquet::default_arrow_writer_properties()) {
  auto file = valueOf(arrow::io::FileOutputStream::Open(path), "open");
  check(parquet::arrow::WriteTable(table, arrow::default_memory_pool(), file, groupRows,
                                   parquet::WriterProperties::Builder().disable_dictionary()->build(), properties),
        "write");
  check(file->Close(), "close");
}

ExprPtr compare(const char* function, ExprPtr column, std::shared_ptr<arrow::Scalar> value) {
  return expr::call(function, {std::move(column), expr::literal(std::move(value))}, arrow::boolean(), true);
}

std::shared_ptr<arrow::Scalar> number(int64_t value) { return std::make_shared<arrow::Int64Scalar>(value); }

}  // namespace

TEST_CASE("only the wanted columns of row groups that can match are read from a Parquet file") {
  registerTestFileSystems();
  const Folder folder;
  writeParquet(*manyRows(), folder / "in.parquet", kGroupRows);
  const auto fileBytes = static_cast<int64_t>(std::filesystem::file_size(folder / "in.parquet"));
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto relation = makeParquetRelation(session.core(), {"counted://" + (folder / "in.parquet")}, {}, nullptr);
    CHECK(relation->numRows() == kRows);
    struct Scan {
      int64_t rows;
      int64_t bytes;
    };
    auto scan = [&](std::vector<int> columns, std::vector<ExprPtr> filters) {
      const int64_t before = countedBytes();
      const auto table = collect(
          session, relation->scan(session.core(), {.columns = std::move(columns), .filters = filters, .limit = {}}));
      return Scan{table->num_rows(), countedBytes() - before};
    };
    const auto id = expr::input(0, arrow::int64(), true, "id");
    const auto real = expr::input(2, arrow::float64(), true, "real");
    const Scan all = scan({0, 1, 2}, {});
    CHECK(all.rows == kRows);
    CHECK(all.bytes > fileBytes * 9 / 10);
    const Scan narrow = scan({0}, {});
    CHECK(narrow.rows == kRows);
    CHECK(narrow.bytes < all.bytes / 2);
    CHECK(scan({}, {}).rows == kRows);
    CHECK(scan({}, {}).bytes < all.bytes / 20);
    const Scan one = scan({0, 1, 2}, {compare("=", id, number(12'345))});
    CHECK(one.rows == kGroupRows);
    CHECK(one.bytes < all.bytes / 4);
    CHECK(scan({1}, {compare("<", id, number(0))}).rows == 0);
    CHECK(scan({1}, {compare(">=", id, number(35'000)), compare("<", id, number(35'001))}).rows == kGroupRows);
    CHECK(scan({1}, {expr::call("or", {compare("<", id, number(1)), compare(">", id, number(39'998))}, arrow::boolean(),
                                true)})
              .rows == 2 * kGroupRows);
    CHECK(scan({1},
               {expr::call("in", {id, expr::literal(number(1)), expr::literal(number(6'000))}, arrow::boolean(), true)})
              .rows == 2 * kGroupRows);
    CHECK(scan({1}, {expr::call("isnotnull", {real}, arrow::boolean(), false)}).rows == kRows - kGroupRows);
    CHECK(scan({1}, {expr::call("isnull", {real}, arrow::boolean(), false)}).rows == kGroupRows);
    // NaN is greater than every number, and statistics do not tell of it.
    const Scan large = scan({1}, {compare(">", real, std::make_shared<arrow::DoubleScalar>(1e9))});
    CHECK(large.rows >= kGroupRows);
  });
}

TEST_CASE("pieces of a Parquet file have each row group once") {
  const Folder folder;
  const auto table = manyRows();
  writeParquet(*table, folder / "in.parquet", 1000);
  const auto bytes = static_cast<int64_t>(std::filesystem::file_size(folder / "in.parquet"));
  withSession(localConf("local[2]"), [&](Session& session) {
    for (const int64_t splitBytes : {int64_t{1000}, bytes / 7, bytes}) {
      std::vector<FileSplits> splits;
      for (int64_t offset = 0; offset < bytes; offset += splitBytes) {
        splits.push_back({{folder / "in.parquet", offset, std::min(splitBytes, bytes - offset), bytes, {}}});
      }
      ScanPlan plan{.format = "parquet",
                    .options = {},
                    .dataSchema = table->schema(),
                    .dataColumns = {0},
                    .filters = {},
                    .partitionSchema = arrow::schema(arrow::FieldVector()),
                    .columns = {{false, 0}}};
      NodeInfo info{detail::newNodeId(*session.core()), "scan", static_cast<int>(splits.size()), nullptr};
      const auto node = std::make_shared<const FileScan>(std::move(info), LineageParents{},
                                                         arrow::schema({table->schema()->field(0)}),
                                                         std::make_tuple(std::move(splits), std::move(plan)));
      const auto found = collect(session, BatchNodePtr(node));
      CHECK(linesOf(*found) == linesOf(*table->SelectColumns({0}).ValueOrDie()));
    }
  });
}

TEST_CASE("files with more or other columns are read by the schema of the table") {
  const Folder folder;
  withSession(localConf("local[2]"), [&](Session& session) {
    auto append = [&](const char* ddl, const char* json) {
      writeTable(session.core(), partitionsOf(session, {batchOf(ddl, json)}),
                 {.format = "parquet", .path = folder / "out", .mode = SaveMode::kAppend});
    };
    append("a int, b string", R"([{"a":1,"b":"x"}])");
    append("a bigint, c double", R"([{"a":20000000000,"c":0.5}])");
    const auto merged = makeParquetRelation(session.core(), {folder / "out"}, {{"mergeSchema", "true"}}, nullptr);
    CHECK(merged->numRows() == 2);
    CHECK(merged->schema()->GetFieldByName("a")->type()->id() == arrow::Type::INT64);
    const auto asked =
        makeParquetRelation(session.core(), {folder / "out"}, {}, parseSchema("c double, a bigint, z date"));
    CHECK((linesOf(*collect(session, asked)) == std::vector<std::string>{"0.5|20000000000|null", "null|1|null"}));
    const auto narrow = makeParquetRelation(session.core(), {folder / "out"}, {}, parseSchema("a int"));
    const Error error = errorOf([&] { collect(session, narrow); });
    CHECK(isOneLine(error.what()));
    CHECK_THAT(error.what(), Catch::Contains("column `a`") && Catch::Contains("cannot be read as int"));
    append("a string", R"([{"a":"text"}])");
    CHECK_THAT(errorOf([&] {
                 makeParquetRelation(session.core(), {folder / "out"}, {{"mergeSchema", "true"}}, nullptr);
               }).what(),
               Catch::StartsWith("[CANNOT_MERGE_SCHEMAS]"));
  });
}

TEST_CASE("timestamps of 96 bits are read as Spark means them") {
  const Folder folder;
  const auto batch = batchOf("t timestamp_ntz", R"([{"t":1709294400123456},{"t":-1},{"t":null}])");
  writeParquet(*valueOf(arrow::Table::FromRecordBatches({batch}), "table"), folder / "in.parquet", 100,
               parquet::ArrowWriterProperties::Builder().enable_deprecated_int96_timestamps()->build());
  withSession(localConf("local[1]"), [&](Session& session) {
    const auto relation = makeParquetRelation(session.core(), {folder / "in.parquet"}, {}, nullptr);
    CHECK(sqlName(*relation->schema()->field(0)->type()) == "timestamp");
    CHECK((linesOf(*collect(session, relation)) ==
           std::vector<std::string>{"1969-12-31 23:59:59.999999Z", "2024-03-01 12:00:00.123456Z", "null"}));
  });
}

TEST_CASE("a footer says Spark's schema, and a schema comes back from it") {
  const auto schema =
      parseSchema("a int not null, v vector, m map<string,array<double>>, s struct<x:date,y:decimal(5,1)>");
  const std::string json = sparkSchemaJson(*schema);
  CHECK_THAT(json, Catch::StartsWith(R"({"type":"struct","fields":[{"name":"a","type":"integer","nullable":false,)"));
  CHECK_THAT(json, Catch::Contains(R"({"type":"udt","class":"org.apache.spark.ml.linalg.VectorUDT",)"));
  const auto again = schemaOfSparkJson(json);
  REQUIRE(again);
  CHECK(schemaTree(*again) == schemaTree(*schema));
  const std::string known = R"({"ml_attr":{"vals":["a \"b\""]}})";
  const auto described =
      schemaOfSparkJson(sparkSchemaJson(*arrow::schema({withColumnMetadata(*schema->field(0), known)})));
  REQUIRE(described);
  CHECK(columnMetadata(*described->field(0)) == known);
  CHECK(columnMetadata(*again->field(0)) == std::nullopt);
  CHECK(schemaOfSparkJson("{\"type\":\"struct\"}") == nullptr);
  CHECK(schemaOfSparkJson("not json") == nullptr);

  const Folder folder;
  withSession(localConf("local[1]"), [&](Session& session) {
    writeTable(session.core(), partitionsOf(session, {batchOf("v vector", "[{\"v\":null}]")}),
               {.format = "parquet", .path = folder / "out"});
  });
  for (const auto& entry : std::filesystem::directory_iterator(folder / "out")) {
    if (entry.path().extension() != ".parquet") continue;
    const auto reader = parquet::ParquetFileReader::OpenFile(entry.path());
    CHECK(reader->metadata()->key_value_metadata()->Contains(std::string(kSparkSchemaKey)));
    CHECK(reader->metadata()->RowGroup(0)->ColumnChunk(0)->compression() == parquet::Compression::SNAPPY);
  }
}

TEST_CASE("text in a Parquet file that is not UTF-8 is an error that names the column and the file") {
  const Folder folder;
  const std::string path = folder / "in.parquet";
  auto write = [&](const std::vector<std::string>& texts, bool inLists) {
    auto values = std::make_shared<arrow::StringBuilder>();
    arrow::ListBuilder lists(arrow::default_memory_pool(), values);
    for (const std::string& text : texts) {
      if (inLists) check(lists.Append(), "append");
      check(values->Append(text), "append");
    }
    const auto column = inLists ? *lists.Finish() : *values->Finish();
    writeParquet(*arrow::Table::Make(arrow::schema({arrow::field("t", column->type())}), {column}), path, 100);
  };
  withSession(localConf("local[2]"), [&](Session& session) {
    auto read = [&](const std::shared_ptr<arrow::Schema>& schema = nullptr) {
      return collect(session, makeParquetRelation(session.core(), {path}, {}, schema))->num_rows();
    };
    for (const bool inLists : {false, true}) {
      write({"plain", "caf\xC3\xA9", "", "\xF0\x9F\x98\x80"}, inLists);
      CHECK(read() == 4);
      // The second is UTF-8 as a whole, but cut in the middle of a character.
      for (const auto& bad : {std::vector<std::string>{"plain", "\xFF\xFE"}, {"caf\xC3", "\xA9"}, {"caf\xC3"}}) {
        write(bad, inLists);
        const Error error = errorOf([&] { read(); });
        CHECK_THAT(error.what(), Catch::Contains("column `t` of " + path + " has text that is not UTF-8"));
        CHECK(isOneLine(error.what()));
      }
    }
    write({"plain", "\xFF\xFE"}, false);
    CHECK(read(arrow::schema({arrow::field("t", arrow::binary())})) == 2);
  });
}

TEST_CASE("a file that is not Parquet is named") {
  const Folder folder;
  writeFile(folder / "in.parquet", "these are not the bytes you are looking for");
  withSession(localConf("local[1]"), [&](Session& session) {
    const Error error = errorOf([&] { makeParquetRelation(session.core(), {folder / "in.parquet"}, {}, nullptr); });
    CHECK(error.code() == ErrorCode::kMalformedData);
    CHECK(isOneLine(error.what()));
    CHECK_THAT(error.what(), Catch::Contains(folder / "in.parquet"));
  });
}
