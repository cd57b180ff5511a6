#include "ferro/engine/io/formats/libsvm_files.h"

#include <cstdlib>
#include <filesystem>

#include <arrow/array/array_nested.h>
#include <arrow/array/array_primitive.h>
#include <arrow/table.h>
#include <arrow/type.h>

#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("libsvm lines become labels and sparse vectors") {
  const Folder folder;
  writeFile(folder / "in.txt", "1 1:0.5 4:-2\n# a comment\n\n-1 # nothing\n+1 2:1e-3   7:3 # end\n");
  withSession(localConf("local[2]"), [&](Session& session) {
    const auto relation = makeLibsvmRelation(session.core(), {folder / "in.txt"}, {}, nullptr);
    CHECK(isVector(*relation->schema()->field(1)->type()));
    CHECK((linesOf(*collect(session, relation)) == linesOf(Batches{batchOf("label double, features vector", R"([
             {"label":1,"features":{"type":0,"size":7,"indices":[0,3],"values":[0.5,-2]}},
             {"label":-1,"features":{"type":0,"size":7,"indices":[],"values":[]}},
             {"label":1,"features":{"type":0,"size":7,"indices":[1,6],"values":[0.001,3]}}])")})));
    const auto dense = makeLibsvmRelation(session.core(), {folder / "in.txt"},
                                          {{"vectorType", "dense"}, {"numFeatures", "8"}}, nullptr);
    const auto lines = linesOf(*collect(session, dense));
    CHECK(lines.size() == 3);
    CHECK_THAT(lines.back(), Catch::Contains("size:int32 = null") || Catch::Contains("null"));
  });
}

TEST_CASE("a malformed libsvm line is named with its file and number") {
  withSession(localConf("local[2]"), [](Session& session) {
    auto errorFor = [&](const std::string& line, const std::map<std::string, std::string>& options = {}) {
      const Folder folder;
      writeFile(folder / "in.txt", "1 1:1\n0 2:1\n" + line + "\n1 1:1\n");
      const Error error =
          errorOf([&] { collect(session, makeLibsvmRelation(session.core(), {folder / "in.txt"}, options, nullptr)); });
      CHECK_THAT(error.what(), Catch::Contains("line 3 of " + (folder / "in.txt")));
      CHECK(isOneLine(error.what()));
      return std::string(error.what());
    };
    CHECK_THAT(errorFor("x 1:1"), Catch::Contains("the label 'x' is not a number"));
    CHECK_THAT(errorFor("1 1:1 1:2"), Catch::Contains("indices must ascend"));
    CHECK_THAT(errorFor("1 3:1 2:2"), Catch::Contains("index 2 comes after 3"));
    CHECK_THAT(errorFor("1 0:1"), Catch::Contains("indices count from one"));
    CHECK_THAT(errorFor("1 1:"), Catch::Contains("'1:' is not of the form index:value"));
    CHECK_THAT(errorFor("1 9:1", {{"numFeatures", "5"}}), Catch::Contains("above numFeatures, which is 5"));
  });
}

TEST_CASE("real libsvm data has the sizes its authors say") {
  const char* data = std::getenv("FERRO_TEST_DATA");
  const std::string path = (data != nullptr ? std::string(data) : std::string(".")) + "/a9a.libsvm";
  if (!std::filesystem::exists(path)) {
    WARN("skipped: " << path << " is not here; set FERRO_TEST_DATA");
    return;
  }
  for (const Conf& conf : {localConf("local[2]"), clusterConf(2)}) {
    withSession(conf, [&](Session& session) {
      const auto table = collect(session, makeLibsvmRelation(session.core(), {path}, {}, nullptr));
      CHECK(table->num_rows() == 32'561);
      int64_t positive = 0;
      int64_t values = 0;
      for (const auto& chunk : table->column(0)->chunks()) {
        const auto& labels = static_cast<const arrow::DoubleArray&>(*chunk);
        for (int64_t i = 0; i < labels.length(); ++i) positive += labels.Value(i) > 0 ? 1 : 0;
      }
      int32_t size = 0;
      for (const auto& chunk : table->column(1)->chunks()) {
        const auto& vectors = static_cast<const arrow::StructArray&>(*chunk);
        size = static_cast<const arrow::Int32Array&>(*vectors.field(1)).Value(0);
        const auto& lists = static_cast<const arrow::ListArray&>(*vectors.field(3));
        for (int64_t i = 0; i < lists.length(); ++i) values += lists.value_length(i);
      }
      CHECK(size == 123);
      CHECK(positive == 7841);
      CHECK(values == 451'592);
    });
  }
}
