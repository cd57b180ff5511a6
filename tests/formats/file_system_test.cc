#include "ferro/engine/io/file_system.h"

#include <arrow/table.h>

#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/text_files.h"
#include "ferro/engine/io/path_listing.h"
#include "ferro/engine/rdd.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"
#include "test_file_systems.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("a path is found again by its location, whatever its name") {
  registerTestFileSystems();
  putIntoMemory("names/a b/x%3Dy [1]?.txt", "text");
  const ResolvedPath directory = resolvePath("memory:///names");
  CHECK(directory.path == "names");
  const ResolvedPath file = directory.child("a b").child("x%3Dy [1]?.txt");
  const ResolvedPath again = resolvePath(file.location);
  CHECK(again.path == file.path);
  CHECK(statusOf(again)->IsFile());
  CHECK(again.parent().parent().path == "names");
}

TEST_CASE("local paths are those that users write") {
  CHECK(resolvePath("file:///data/x").path == "/data/x");
  CHECK(resolvePath("file:/data/x").path == "/data/x");
  CHECK(resolvePath("data/x").path == "data/x");
  CHECK(resolveAbsolutePath("/data/./y/../x/").path == "/data/x");
  CHECK(resolveAbsolutePath("x").path.starts_with("/"));
}

TEST_CASE("an unknown scheme is an error of one line") {
  const Error error = errorOf([] { resolvePath("floppy://a/x"); });
  CHECK(error.code() == ErrorCode::kInvalidArgument);
  CHECK(isOneLine(error.what()));
  CHECK_THAT(error.what(), Catch::Contains("floppy://a/x"));
}

TEST_CASE("S3 is known by a library of its own, which is loaded when it is needed") {
  CHECK(resolvePath("s3://bucket/some key/*.csv?region=eu-central-1").path == "bucket/some key/*.csv");
  CHECK(resolvePath("s3a://bucket/key?region=eu-central-1").location == "s3://bucket/key?region=eu-central-1");
}

TEST_CASE("globs match on any file system") {
  registerTestFileSystems();
  for (const char* name : {"glob/a1.txt", "glob/a2.txt", "glob/b1.txt", "glob/_hidden.txt", "glob/sub/a3.txt"}) {
    putIntoMemory(name, name);
  }
  auto found = [](const char* pattern) {
    std::string paths;
    for (const auto& place : matchingPlaces(resolvePath(pattern))) paths += place.path + " ";
    return paths;
  };
  CHECK(found("memory:///glob/a?.txt") == "glob/a1.txt glob/a2.txt ");
  CHECK(found("memory:///glob/{a1,b1}.*") == "glob/a1.txt glob/b1.txt ");
  CHECK(found("memory:///glob/*/a[0-9].txt") == "glob/sub/a3.txt ");
  CHECK(found("memory:///glob/*.txt") == "glob/a1.txt glob/a2.txt glob/b1.txt ");
  CHECK(found("memory:///glob/c*").empty());
}

TEST_CASE("tables are written to and read from a file system that only Arrow knows") {
  registerTestFileSystems();
  withSession(localConf("local[2]"), [](Session& session) {
    const Batches rows{batchOf("a int, b string", R"([{"a":1,"b":"x"},{"a":2,"b":null}])"),
                       batchOf("a int, b string", R"([{"a":3,"b":"y z"}])")};
    for (const std::string format : {"parquet", "json"}) {
      for (const SaveMode mode : {SaveMode::kErrorIfExists, SaveMode::kOverwrite}) {
        writeTable(session.core(), partitionsOf(session, rows),
                   {.format = format, .path = "memory:///tables/" + format, .mode = mode, .partitionBy = {"b"}});
      }
    }
    const auto parquet = makeParquetRelation(session.core(), {"memory:///tables/parquet"}, {}, nullptr);
    CHECK(linesOf(*collect(session, parquet)) == linesOf(rows));
    const auto json = makeJsonRelation(session.core(), {"memory:///tables/json/b=*"},
                                       {{"basePath", "memory:///tables/json"}}, nullptr);
    CHECK(linesOf(*collect(session, json)) == linesOf(rows));
    std::vector<std::string> names;
    for (const auto& name : filesInMemory()) {
      if (name.starts_with("tables/json")) names.push_back(name);
    }
    CHECK((names == std::vector<std::string>{
                        "tables/json/_SUCCESS", "tables/json/b=__HIVE_DEFAULT_PARTITION__/part-00000-c000.json",
                        "tables/json/b=x/part-00000-c000.json", "tables/json/b=y z/part-00001-c000.json"}));
  });
}

TEST_CASE("textFile reads from any file system too") {
  registerTestFileSystems();
  putIntoMemory("lines/part-0", "one\ntwo\n");
  putIntoMemory("lines/part-1", "three");
  withSession(localConf("local[2]"), [](Session& session) {
    CHECK(
        (sorted(session.textFile("memory:///lines", 3).collect()) == std::vector<std::string>{"one", "three", "two"}));
  });
}

TEST_CASE("a missing path, and a directory without a file to read, are errors of one line") {
  const Folder folder;
  writeFile(folder / "empty/_SUCCESS", "");
  writeFile(folder / "some/data.txt", "x");
  withSession(localConf("local[2]"), [&](Session& session) {
    auto fails = [&](const std::string& path) {
      const Error error = errorOf([&] { makeTextRelation(session.core(), {path}, {}, nullptr); });
      CHECK(error.code() == ErrorCode::kNotFound);
      CHECK(isOneLine(error.what()));
      return std::string(error.what());
    };
    CHECK_THAT(fails(folder / "empty"), Catch::StartsWith("[PATH_NOT_FOUND]"));
    CHECK_THAT(fails(folder / "none/*.txt"), Catch::StartsWith("[PATH_NOT_FOUND] Path does not exist: "));
    CHECK_THAT(fails(folder / "smoe"), Catch::Contains("did you mean " + (folder / "some") + "?"));
  });
}
