#include <filesystem>
#include <thread>

#include <arrow/record_batch.h>
#include <arrow/table.h>

#include "ferro/engine/io/formats/json_files.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

const Batches kOld{batchOf("a bigint", R"([{"a":1}])"), batchOf("a bigint", R"([{"a":2}])")};
const Batches kNew{batchOf("a bigint", R"([{"a":30}])")};

void write(Session& session, const std::string& path, const Batches& rows, SaveMode mode) {
  writeTable(session.core(), partitionsOf(session, rows), {.format = "json", .path = path, .mode = mode});
}

std::vector<std::string> rowsAt(Session& session, const std::string& path) {
  return linesOf(*collect(session, makeJsonRelation(session.core(), {path}, {}, nullptr)));
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("each save mode does what it says when there is data already") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const std::string path = folder / "deep/out";
    write(session, path, kOld, SaveMode::kErrorIfExists);
    const Error error = errorOf([&] { write(session, path, kNew, SaveMode::kErrorIfExists); });
    CHECK(error.code() == ErrorCode::kAlreadyExists);
    CHECK_THAT(error.what(), Catch::StartsWith("[PATH_ALREADY_EXISTS]") && Catch::Contains(path));
    CHECK(isOneLine(error.what()));
    write(session, path, kNew, SaveMode::kIgnore);
    CHECK((rowsAt(session, path) == Lines{"1", "2"}));
    write(session, path, kNew, SaveMode::kAppend);
    CHECK((rowsAt(session, path) == Lines{"1", "2", "30"}));
    write(session, path, kNew, SaveMode::kAppend);
    CHECK((rowsAt(session, path) == Lines{"1", "2", "30", "30"}));
    write(session, path, kNew, SaveMode::kOverwrite);
    CHECK((rowsAt(session, path) == Lines{"30"}));
    CHECK((filesIn(path) == Lines{"_SUCCESS", "part-00000-c000.json"}));
    for (const SaveMode mode : {SaveMode::kIgnore, SaveMode::kAppend, SaveMode::kOverwrite}) {
      const std::string fresh = folder / ("fresh" + std::to_string(static_cast<int>(mode)));
      write(session, fresh, kOld, mode);
      CHECK((rowsAt(session, fresh) == Lines{"1", "2"}));
    }
  });
}

TEST_CASE("an overwrite takes everything that was there, partitions too") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const Batches rows{batchOf("v int, p string", R"([{"v":1,"p":"x"},{"v":2,"p":"y"}])")};
    writeTable(session.core(), partitionsOf(session, rows),
               {.format = "json", .path = folder / "out", .partitionBy = {"p"}});
    writeFile(folder / "out/stray.txt", "left by somebody");
    write(session, folder / "out", kNew, SaveMode::kOverwrite);
    CHECK((filesIn(folder / "out") == Lines{"_SUCCESS", "part-00000-c000.json"}));
    CHECK(!std::filesystem::exists(folder / "out/p=x"));
  });
}

TEST_CASE("jobs that append to one directory at the same time all leave their rows") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    std::vector<std::thread> writers;
    for (int i = 0; i < 4; ++i) {
      writers.emplace_back([&] { write(session, folder / "out", kOld, SaveMode::kAppend); });
    }
    for (std::thread& writer : writers) writer.join();
    CHECK((rowsAt(session, folder / "out") == Lines{"1", "1", "1", "1", "2", "2", "2", "2"}));
    CHECK(!std::filesystem::exists(folder / "out/_temporary"));
  });
}

TEST_CASE("modes have Spark's names") {
  CHECK(parseSaveMode("Overwrite") == SaveMode::kOverwrite);
  CHECK(parseSaveMode("append") == SaveMode::kAppend);
  CHECK(parseSaveMode("error") == SaveMode::kErrorIfExists);
  CHECK(parseSaveMode("errorIfExists") == SaveMode::kErrorIfExists);
  CHECK(parseSaveMode("ignore") == SaveMode::kIgnore);
  CHECK_THAT(errorOf([] { parseSaveMode("replace"); }).what(), Catch::StartsWith("[INVALID_SAVE_MODE]"));
}

TEST_CASE("what is being read cannot be overwritten") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    write(session, folder / "out", kOld, SaveMode::kErrorIfExists);
    std::filesystem::create_directory_symlink(folder / "out", folder / "link");
    const auto relation = makeJsonRelation(session.core(), {folder / "out"}, {}, nullptr);
    const auto node = relation->scan(session.core(), {.columns = {0}, .filters = {}, .limit = {}});
    auto overwrite = [&](const std::string& path) {
      writeTable(session.core(), node,
                 {.format = "json", .path = path, .mode = SaveMode::kOverwrite, .readPaths = relation->paths()});
    };
    for (const std::string& path : {folder / "out", folder / "out/", folder / "link", folder / "."}) {
      INFO(path);
      const Error error = errorOf([&] { overwrite(path); });
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      CHECK(isOneLine(error.what()));
      CHECK_THAT(error.what(), Catch::StartsWith("[UNSUPPORTED_OVERWRITE.PATH]"));
    }
    CHECK((rowsAt(session, folder / "out") == Lines{"1", "2"}));
    overwrite(folder / "outer");
    overwrite(folder / "out/below");
    CHECK((rowsAt(session, folder / "outer") == Lines{"1", "2"}));
  });
}

TEST_CASE("what a format or the table does not have is said before anything is written") {
  withSession(localConf("local[1]"), [](Session& session) {
    const Folder folder;
    auto errorFor = [&](const char* ddl, WriteRequest request) {
      request.path = folder / "out";
      const Error error =
          errorOf([&] { writeTable(session.core(), partitionsOf(session, {batchOf(ddl, "[]")}), request); });
      CHECK(isOneLine(error.what()));
      CHECK(!std::filesystem::exists(folder / "out"));
      return std::string(error.what());
    };
    CHECK_THAT(errorFor("a array<int>", {.format = "csv", .path = ""}),
               Catch::StartsWith("[UNSUPPORTED_DATA_TYPE_FOR_DATASOURCE] The CSV datasource doesn't support the column "
                                 "`a` of the type \"ARRAY<INT>\""));
    CHECK_THAT(errorFor("a int, b int", {.format = "text", .path = ""}), Catch::Contains("takes one column"));
    CHECK_THAT(errorFor("a int", {.format = "libsvm", .path = ""}), Catch::Contains("vector of features"));
    CHECK_THAT(errorFor("a int", {.format = "parquett", .path = ""}), Catch::Contains("did you mean 'parquet'?"));
    CHECK_THAT(errorFor("a int", {.format = "csv", .path = "", .options = {{"heder", "true"}}}),
               Catch::Contains("did you mean 'header'?"));
    CHECK_THAT(errorFor("city int, b int", {.format = "json", .path = "", .partitionBy = {"citty"}}),
               Catch::Contains("did you mean `city`?"));
    CHECK_THAT(errorFor("a int", {.format = "json", .path = "", .partitionBy = {"a"}}),
               Catch::StartsWith("[ALL_PARTITION_COLUMNS_NOT_ALLOWED]"));
    CHECK_THAT(errorFor("a int", {.format = "parquet", .path = "", .options = {{"compression", "rar"}}}),
               Catch::Contains("snappy"));
    writeFile(folder / "file", "mine");
    CHECK(errorOf([&] { write(session, folder / "file", kNew, SaveMode::kOverwrite); }).code() ==
          ErrorCode::kAlreadyExists);
    CHECK(readFile(folder / "file") == "mine");
  });
}
