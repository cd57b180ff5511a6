#include <filesystem>
#include <random>

#include <arrow/array/builder_binary.h>
#include <arrow/array/builder_primitive.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/io/formats/arrow_files.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "spill_meter.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

using Lines = std::vector<std::string>;

// The text of all parts that a write makes, in the order of their names.
std::string written(Session& session, const Batches& rows, WriteRequest request) {
  const Folder folder;
  request.path = folder / "out";
  writeTable(session.core(), partitionsOf(session, rows), request);
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "out")) {
    if (entry.is_regular_file() && entry.path().filename() != "_SUCCESS") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::string text;
  for (const auto& path : paths) text += readFile(path);
  return text;
}

Batches numbers(int partitions, int rows) {
  Batches batches;
  for (int p = 0; p < partitions; ++p) {
    arrow::Int32Builder builder;
    for (int row = 0; row < rows; ++row) check(builder.Append(p * rows + row), "append");
    batches.push_back(arrow::RecordBatch::Make(arrow::schema({arrow::field("n", arrow::int32())}), rows,
                                               arrow::ArrayVector{*builder.Finish()}));
  }
  return batches;
}

}  // namespace

TEST_CASE("CSV is written as Spark writes it") {
  withSession(localConf("local[1]"), [](Session& session) {
    const Batches rows{batchOf("t string, n double, d date, m timestamp, f boolean", R"([
      {"t":"plain","n":1.0,"d":19783,"m":1709294400123456,"f":true},
      {"t":"a,b","n":1e10,"d":null,"m":null,"f":null},
      {"t":"say \"hi\"","n":-0.001,"d":null,"m":null,"f":false},
      {"t":"","n":null,"d":null,"m":null,"f":null},
      {"t":null,"n":null,"d":null,"m":null,"f":null},
      {"t":"two\nlines","n":null,"d":null,"m":null,"f":null},
      {"t":"  spaces ","n":null,"d":null,"m":null,"f":null},
      {"t":"back\\slash","n":null,"d":null,"m":null,"f":null},
      {"t":"q\" b\\","n":null,"d":null,"m":null,"f":null}])")};
    CHECK(written(session, rows, {.format = "csv", .path = "", .options = {{"header", "true"}}}) ==
          "t,n,d,m,f\n"
          "plain,1.0,2024-03-01,2024-03-01T12:00:00.123Z,true\n"
          "\"a,b\",1.0E10,,,\n"
          "\"say \\\"hi\\\"\",-0.001,,,false\n"
          "\"\",,,,\n"
          ",,,,\n"
          "\"two\nlines\",,,,\n"
          "spaces,,,,\n"
          "back\\slash,,,,\n"
          "\"q\\\" b\\\\\",,,,\n");
    const Batches few{batchOf("t string, d date", R"([{"t":"a;b","d":19783},{"t":null,"d":null},{"t":"x\"","d":0}])")};
    CHECK(written(session, few,
                  {.format = "csv",
                   .path = "",
                   .options = {{"sep", ";"},
                               {"nullValue", "NA"},
                               {"quote", "'"},
                               {"escape", "'"},
                               {"dateFormat", "dd.MM.yyyy"},
                               {"lineSep", "\r\n"}}}) == "'a;b';01.03.2024\r\nNA;NA\r\nx\";01.01.1970\r\n");
    CHECK(written(session, {batchOf("t string", R"([{"t":"a"}])")},
                  {.format = "csv", .path = "", .options = {{"quoteAll", "true"}}}) == "\"a\"\n");
    const Batches nulls{batchOf("t string, n int", R"([{"t":"","n":1},{"t":null,"n":null}])")};
    const auto quoted = [&](std::map<std::string, std::string> options) {
      options["quoteAll"] = "true";
      return written(session, nulls, {.format = "csv", .path = "", .options = options});
    };
    CHECK(quoted({}) == "\"\",\"1\"\n\"\",\"\"\n");
    CHECK(quoted({{"nullValue", "NA"}, {"emptyValue", "E"}}) == "\"E\",\"1\"\n\"NA\",\"NA\"\n");
    CHECK(written(session, nulls, {.format = "csv", .path = "", .options = {{"nullValue", "a,b"}}}) ==
          "\"\",1\n\"a,b\",\"a,b\"\n");
    CHECK(written(session, {batchOf("t string", R"([{"t":"\"q"},{"t":"q\"q"}])")},
                  {.format = "csv", .path = "", .options = {{"escapeQuotes", "false"}}}) == "\"\\\"q\"\nq\"q\n");
  });
}

TEST_CASE("JSON is written as Spark writes it") {
  withSession(localConf("local[1]"), [](Session& session) {
    const Batches rows{
        batchOf("a int, r double, s string, l array<int>, o struct<x:int,y:string>, m map<string,int>, "
                "d date, t timestamp, c decimal(5,2)",
                R"([{"a":1,"r":1e10,"s":"q\" \\ \n ü","l":[1,null],"o":{"x":null,"y":"z"},"m":[["k",1]],
                                    "d":19783,"t":1709294400123456,"c":"1.50"},
                                   {"a":null,"r":null,"s":null,"l":null,"o":null,"m":null,"d":null,"t":null,"c":null}])")};
    CHECK(written(session, rows, {.format = "json", .path = ""}) ==
          "{\"a\":1,\"r\":1.0E10,\"s\":\"q\\\" \\\\ \\n \xC3\xBC\",\"l\":[1,null],\"o\":{\"y\":\"z\"},\"m\":{\"k\":1},"
          "\"d\":\"2024-03-01\",\"t\":\"2024-03-01T12:00:00.123Z\",\"c\":1.50}\n{}\n");
    CHECK(written(session, {batchOf("a int, o struct<x:int>", R"([{"a":null,"o":{"x":null}}])")},
                  {.format = "json", .path = "", .options = {{"ignoreNullFields", "false"}}}) ==
          "{\"a\":null,\"o\":{\"x\":null}}\n");
  });
}

TEST_CASE("empty partitions make no file, but a table without rows keeps its schema") {
  withSession(localConf("local[2]"), [](Session& session) {
    const auto empty = batchOf("a int, b string", "[]");
    const auto one = batchOf("a int, b string", R"([{"a":1,"b":"x"}])");
    const Folder folder;
    writeTable(session.core(), partitionsOf(session, {empty, one, empty}),
               {.format = "parquet", .path = folder / "some"});
    CHECK((filesIn(folder / "some") == Lines{"_SUCCESS", "part-00001-c000.snappy.parquet"}));
    writeTable(session.core(), partitionsOf(session, {empty, empty}), {.format = "parquet", .path = folder / "none"});
    CHECK((filesIn(folder / "none") == Lines{"_SUCCESS", "part-00000-c000.snappy.parquet"}));
    const auto relation = makeParquetRelation(session.core(), {folder / "none"}, {}, nullptr);
    CHECK((relation->schema()->field_names() == Lines{"a", "b"}));
    CHECK(collect(session, relation)->num_rows() == 0);
    CHECK(written(session, {empty}, {.format = "csv", .path = "", .options = {{"header", "true"}}}) == "a,b\n");
    writeTable(session.core(), partitionsOf(session, {empty}),
               {.format = "json", .path = folder / "by", .partitionBy = {"a"}});
    CHECK((filesIn(folder / "by") == Lines{"_SUCCESS"}));
  });
}

TEST_CASE("files end at the number of records or bytes that was asked for") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    writeTable(session.core(), partitionsOf(session, numbers(1, 25)),
               {.format = "csv", .path = folder / "records", .options = {{"maxRecordsPerFile", "10"}}});
    CHECK((filesIn(folder / "records") ==
           Lines{"_SUCCESS", "part-00000-c000.csv", "part-00000-c001.csv", "part-00000-c002.csv"}));
    writeTable(session.core(), partitionsOf(session, numbers(2, 400'000)),
               {.format = "arrow", .path = folder / "bytes", .targetFileBytes = 1'000'000});
    for (const auto& entry : std::filesystem::directory_iterator(folder / "bytes")) {
      CHECK(entry.file_size() < 3'000'000);
    }
    CHECK(collect(session, makeArrowRelation(session.core(), {folder / "bytes"}, {}, nullptr))->num_rows() == 800'000);
  });
}

TEST_CASE("many small partitions become few files when their size is known") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const Batches rows = numbers(200, 3);
    writeTable(session.core(), partitionsOf(session, rows),
               {.format = "parquet", .path = folder / "known", .sizeHint = 5000});
    CHECK(filesIn(folder / "known").size() == 3);
    const auto relation = makeParquetRelation(session.core(), {folder / "known"}, {}, nullptr);
    CHECK(linesOf(*collect(session, relation)) == linesOf(rows));
    writeTable(session.core(), partitionsOf(session, rows), {.format = "parquet", .path = folder / "unknown"});
    CHECK(filesIn(folder / "unknown").size() == 201);
  });
}

TEST_CASE("more partition values than files may be open still make one file each, with little memory too") {
  constexpr int kRows = 20'000;
  constexpr int kKeys = 300;
  const uint32_t seed = 7;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  arrow::Int32Builder keys;
  arrow::StringBuilder texts;
  for (int i = 0; i < kRows; ++i) {
    check(keys.Append(static_cast<int>(random() % kKeys)), "append");
    check(texts.Append(std::to_string(i) + std::string(600, 'x')), "append");
  }
  const Batches rows{
      arrow::RecordBatch::Make(arrow::schema({arrow::field("text", arrow::utf8()), arrow::field("k", arrow::int32())}),
                               kRows, arrow::ArrayVector{*texts.Finish(), *keys.Finish()})};
  const Lines expected = linesOf(rows);
  sameWithTinyMemory("8m", [&](Session& session) {
    const Folder folder;
    writeTable(session.core(), partitionsOf(session, rows),
               {.format = "json", .path = folder / "out", .partitionBy = {"k"}});
    const auto relation = makeJsonRelation(session.core(), {folder / "out"}, {}, parseSchema("text string, k int"));
    CHECK((linesOf(*collect(session, relation)) == expected));
    return filesIn(folder / "out").size() == kKeys + 1;
  });
}
