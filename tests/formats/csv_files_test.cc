#include <arrow/array/array_primitive.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/engine/io/csv/csv_relation.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"
#include "test_file_systems.h"

using namespace ferro;
using namespace ferro::test;

namespace {

using Options = std::map<std::string, std::string>;

const Options kInferred = {{"header", "true"}, {"inferSchema", "true"}};

std::string ddlOf(const Relation& relation) {
  std::string text;
  for (const auto& field : relation.schema()->fields()) text += field->name() + " " + sqlName(*field->type()) + ";";
  return text;
}

}  // namespace

TEST_CASE("CSV is written to and read from any file system, compressed or not") {
  registerTestFileSystems();
  const Folder folder;
  const Batches rows{batchOf("a int, b string, c double", R"([{"a":1,"b":"x, y","c":0.5},{"a":2,"b":null,"c":1.5}])"),
                     batchOf("a int, b string, c double", R"([{"a":3,"b":"Zürich","c":null}])")};
  withSession(localConf("local[2]"), [&](Session& session) {
    for (const std::string& root :
         {std::string("memory:///csv"), "file://" + (folder / "csv"), "counted://" + (folder / "csv2")}) {
      for (const std::string codec : {"none", "gzip", "zstd", "bzip2"}) {
        const std::string path = root + "/" + codec;
        INFO(path);
        writeTable(session.core(), partitionsOf(session, rows),
                   {.format = "csv", .path = path, .options = {{"header", "true"}, {"compression", codec}}});
        const auto relation = makeCsvRelation(session.core(), {path}, kInferred, nullptr);
        CHECK(ddlOf(*relation) == "a int;b string;c double;");
        CHECK(linesOf(*collect(session, relation)) == linesOf(rows));
        const auto globbed = makeCsvRelation(session.core(), {path + "/part-0000[01]*"}, kInferred, nullptr);
        CHECK(linesOf(*collect(session, globbed)) == linesOf(rows));
      }
    }
  });
}

TEST_CASE("a CSV file of another file system is split and decoded like a local one") {
  registerTestFileSystems();
  std::string text = "id,name\n";
  for (int i = 0; i < 1'000'000; ++i) text += std::to_string(i) + ",n" + std::to_string(i % 10) + "\n";
  putIntoMemory("large/rows.csv", text);
  putIntoMemory("latin/rows.csv", "name\nZ\xFCrich\n");
  withSession(localConf("local[4]"), [](Session& session) {
    const auto relation = makeCsvRelation(session.core(), {"memory:///large/rows.csv"}, kInferred, nullptr);
    CHECK(ddlOf(*relation) == "id int;name string;");
    CHECK(relation->scan(session.core(), {{0}, {}, {}})->numPartitions() == 3);
    const auto table = collect(session, relation);
    CHECK(table->num_rows() == 1'000'000);
    int64_t sum = 0;
    for (const auto& chunk : table->column(0)->chunks()) {
      const auto& ids = static_cast<const arrow::Int32Array&>(*chunk);
      for (int64_t i = 0; i < ids.length(); ++i) sum += ids.Value(i);
    }
    CHECK(sum == 499'999'500'000);
    const auto latin =
        makeCsvRelation(session.core(), {"memory:///latin"}, {{"header", "true"}, {"encoding", "ISO-8859-1"}}, nullptr);
    CHECK(collect(session, latin)->column(0)->chunk(0)->ToString().find("Zürich") != std::string::npos);
  });
}

TEST_CASE("a CSV table written by partitions comes back with the columns of its directories") {
  const Folder folder;
  const char* ddl = "v bigint, city string, n int";
  const Batches rows{batchOf(ddl, R"([{"v":1,"city":"a/b","n":1},{"v":2,"city":"Zürich","n":2}])"),
                     batchOf(ddl, R"([{"v":7,"city":"x","n":2}])")};
  withSession(localConf("local[2]"), [&](Session& session) {
    writeTable(session.core(), partitionsOf(session, rows),
               {.format = "csv", .path = folder / "out", .partitionBy = {"city", "n"}});
    const auto given = makeCsvRelation(session.core(), {folder / "out"}, {}, rows.front()->schema());
    CHECK(linesOf(*collect(session, given)) == linesOf(rows));
    const auto inferred = makeCsvRelation(session.core(), {folder / "out"}, {{"inferSchema", "true"}}, nullptr);
    CHECK(ddlOf(*inferred) == "_c0 int;city string;n int;");
    const auto one = makeCsvRelation(session.core(), {folder / "out/city=x"}, {{"basePath", folder / "out"}}, nullptr);
    CHECK(collect(session, one)->num_rows() == 1);
    CHECK(ddlOf(*one) == "_c0 string;city string;n int;");
  });
}

TEST_CASE("CSV paths are taken as they are, and names may be chosen by a glob") {
  const Folder folder;
  writeFile(folder / "in/a,b.csv", "1\n");
  writeFile(folder / "in/c.csv", "2\n");
  writeFile(folder / "in/c.log", "3\n");
  writeFile(folder / "in/below/d.csv", "4\n");
  withSession(localConf("local[2]"), [&](Session& session) {
    auto rowsOf = [&](const std::vector<std::string>& paths, const Options& options) {
      return collect(session, makeCsvRelation(session.core(), paths, options, nullptr))->num_rows();
    };
    CHECK(rowsOf({folder / "in/a,b.csv"}, {}) == 1);
    CHECK(rowsOf({folder / "in/a,b.csv", folder / "in/c.csv"}, {}) == 2);
    CHECK(rowsOf({folder / "in"}, {}) == 3);
    CHECK(rowsOf({folder / "in"}, {{"pathGlobFilter", "*.csv"}}) == 2);
    CHECK(rowsOf({folder / "in"}, {{"recursiveFileLookup", "true"}}) == 4);
    const Error error = errorOf([&] { rowsOf({folder / "in/d.csv"}, {}); });
    CHECK(error.code() == ErrorCode::kNotFound);
    CHECK_THAT(error.what(), Catch::StartsWith("[PATH_NOT_FOUND]"));
  });
}
