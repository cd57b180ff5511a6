#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/engine/io/formats/arrow_files.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/libsvm_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/text_files.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const char* const kEveryType =
    "flag boolean, tiny tinyint, small smallint, whole int, big bigint, single float, real double, "
    "money decimal(10,2), huge decimal(38,18), words string, bytes binary, day date, moment timestamp, "
    "clock timestamp_ntz, list array<int>, pair struct<a:int,b:string>, table map<string,bigint>, "
    "deep array<struct<x:double,y:array<string>>>, features vector";

Batches everyType() {
  return {batchOf(kEveryType, R"([
    {"flag":true,"tiny":-128,"small":32767,"whole":-7,"big":9223372036854775807,"single":1.5,"real":-0.1,
     "money":"12345678.90","huge":"-1.000000000000000001","words":"Zürich \"漢\" \\ , end","bytes":"abc","day":19782,
     "moment":1709294400123456,"clock":-1,"list":[1,null,3],"pair":{"a":1,"b":null},"table":[["k",1],["l",null]],
     "deep":[{"x":1.0,"y":["p",null]},null],
     "features":{"type":0,"size":5,"indices":[1,4],"values":[0.5,-2.0]}},
    {"flag":null,"tiny":null,"small":null,"whole":null,"big":null,"single":null,"real":null,"money":null,"huge":null,
     "words":null,"bytes":null,"day":null,"moment":null,"clock":null,"list":null,"pair":null,"table":null,"deep":null,
     "features":null}])"),
          batchOf(kEveryType, R"([
    {"flag":false,"tiny":1,"small":0,"whole":2147483647,"big":0,"single":0,"real":1e300,"money":"0.00","huge":"0.000000000000000000",
     "words":"","bytes":"","day":-719162,"moment":-62135596800000000,"clock":0,"list":[],"pair":{"a":null,"b":"b"},
     "table":[],"deep":[],"features":{"type":1,"size":null,"indices":null,"values":[1.0,0.0]}}])")};
}

using MakeRelation = RelationPtr (*)(const SessionPtr&, const std::vector<std::string>&,
                                     const std::map<std::string, std::string>&, std::shared_ptr<arrow::Schema>);

void checkRoundTrip(const Session& session, const std::string& format, MakeRelation make, const Batches& rows,
                    const std::map<std::string, std::string>& options,
                    const std::map<std::string, std::string>& readOptions, bool withSchema) {
  INFO("format " << format);
  const Folder folder;
  const std::string path = folder / "out";
  writeTable(session.core(), partitionsOf(session, rows), {.format = format, .path = path, .options = options});
  const RelationPtr relation = make(session.core(), {path}, readOptions, withSchema ? rows.front()->schema() : nullptr);
  CHECK(relation->schema()->field_names() == rows.front()->schema()->field_names());
  const auto table = collect(session, relation);
  CHECK(linesOf(*table) == linesOf(rows));
}

void checkAllRoundTrips(const Session& session) {
  checkRoundTrip(session, "parquet", makeParquetRelation, everyType(), {}, {}, false);
  checkRoundTrip(session, "parquet", makeParquetRelation, everyType(), {{"compression", "zstd"}}, {}, true);
  checkRoundTrip(session, "arrow", makeArrowRelation, everyType(), {}, {}, false);
  checkRoundTrip(session, "arrow", makeArrowRelation, everyType(), {{"compression", "lz4"}}, {}, false);
  const std::string micros = "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX";
  checkRoundTrip(session, "json", makeJsonRelation, everyType(),
                 {{"timestampFormat", micros}, {"timestampNTZFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS"}}, {}, true);
}

}  // namespace

TEST_CASE("every type and null comes back from every format that can hold it") {
  withSession(localConf("local[2]"), checkAllRoundTrips);
}

TEST_CASE("the same files are written and read by executor processes") {
  withSession(clusterConf(2), checkAllRoundTrips);
}

TEST_CASE("Parquet and Arrow files keep the types they were written with") {
  withSession(localConf("local[2]"), [](Session& session) {
    for (const auto& [format, make] : {std::pair<std::string, MakeRelation>{"parquet", makeParquetRelation},
                                       std::pair<std::string, MakeRelation>{"arrow", makeArrowRelation}}) {
      const Folder folder;
      writeTable(session.core(), partitionsOf(session, everyType()), {.format = format, .path = folder / "out"});
      const auto relation = make(session.core(), {folder / "out"}, {}, nullptr);
      CHECK(schemaTree(*relation->schema()) == schemaTree(*parseSchema(kEveryType)));
    }
  });
}

TEST_CASE("text and libsvm come back, compressed or not") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Batches lines{batchOf("value string", R"([{"value":"one"},{"value":""},{"value":"dreißig"}])"),
                        batchOf("value string", R"([{"value":"two"}])")};
    for (const char* compression : {"none", "gzip", "zstd", "bzip2"}) {
      checkRoundTrip(session, "text", makeTextRelation, lines, {{"compression", compression}}, {}, false);
    }
    checkRoundTrip(session, "text", makeTextRelation, lines, {{"lineSep", "||"}}, {{"lineSep", "||"}}, false);
    const Batches vectors{batchOf("label double, features vector", R"([
      {"label":1.0,"features":{"type":0,"size":6,"indices":[0,5],"values":[0.25,-3.0]}},
      {"label":-1.0,"features":{"type":0,"size":6,"indices":[],"values":[]}}])")};
    checkRoundTrip(session, "libsvm", makeLibsvmRelation, vectors, {}, {}, false);
  });
}
