#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>

#include <arrow/table.h>

#include "ferro/engine/io/csv/csv_relation.h"
#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/file_version.h"
#include "ferro/engine/io/formats/arrow_files.h"
#include "ferro/engine/io/formats/file_scan.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/formats/libsvm_files.h"
#include "ferro/engine/io/formats/parquet_files.h"
#include "ferro/engine/io/formats/text_files.h"
#include "ferro/engine/rdd.h"
#include "ferro/engine/session_core.h"
#include "ferro/scheduler/task_context.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"
#include "test_file_systems.h"

using namespace ferro;
using namespace ferro::test;

namespace {

using MakeRelation = RelationPtr (*)(const SessionPtr&, const std::vector<std::string>&,
                                     const std::map<std::string, std::string>&, std::shared_ptr<arrow::Schema>);

const std::map<std::string, MakeRelation> kFormats = {
    {"csv", makeCsvRelation},         {"json", makeJsonRelation},   {"text", makeTextRelation},
    {"parquet", makeParquetRelation}, {"arrow", makeArrowRelation}, {"libsvm", makeLibsvmRelation},
};

// A file of three rows.
std::string writeThreeRows(const Session& session, const Folder& folder, const std::string& format) {
  const std::map<std::string, std::string> texts = {{"csv", "1,x\n2,y\n3,z\n"},
                                                    {"json", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"},
                                                    {"text", "one\ntwo\nthree\n"},
                                                    {"libsvm", "1 1:1\n0 2:1\n1 1:2\n"}};
  const std::string path = folder / ("in." + format);
  if (const auto text = texts.find(format); text != texts.end()) {
    writeFile(path, text->second);
    return path;
  }
  writeTable(session.core(), partitionsOf(session, {batchOf("a int", R"([{"a":1},{"a":2},{"a":3}])")}),
             {.format = format, .path = folder / "table", .mode = SaveMode::kOverwrite});
  for (const auto& entry : std::filesystem::directory_iterator(folder / "table")) {
    if (entry.path().extension() == "." + format) std::filesystem::copy_file(entry.path(), path);
  }
  return path;
}

class NoInputs final : public PartitionInputs {
 public:
  size_t size() const override { return 0; }
  std::unique_ptr<UntypedIterator> take(size_t) override { throw std::logic_error("a scan has no inputs"); }
  std::unique_ptr<PartitionInputs> keep() override { throw std::logic_error("a scan has no inputs"); }
};

void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary | std::ios::app) << text;
}

// As an editor leaves a file that has the same number of bytes as before.
void rewrite(const std::string& path) {
  const auto before = std::filesystem::last_write_time(path);
  const std::string content = readFile(path);
  writeFile(path, content);
  std::filesystem::last_write_time(path, before + std::chrono::milliseconds(1));
}

void checkIsRefused(const Session& session, const RelationPtr& relation, const std::string& path) {
  const Error error = errorOf([&] { collect(session, relation); });
  CHECK_THAT(error.what(), Catch::Contains("input file " + path + " changed after the DataFrame or Rdd was made"));
  CHECK_THAT(error.what(), Catch::Contains("ferro.files.verifyUnchanged"));
  CHECK(isOneLine(error.what()));
}

}  // namespace

TEST_CASE("an input file that grows or is edited after planning fails the job, whatever its format") {
  withSession(localConf("local[2]"), [](Session& session) {
    for (const auto& [format, make] : kFormats) {
      INFO(format);
      const Folder folder;
      const std::string path = writeThreeRows(session, folder, format);
      const RelationPtr relation = make(session.core(), {path}, {}, nullptr);
      CHECK(collect(session, relation)->num_rows() == 3);
      rewrite(path);
      checkIsRefused(session, relation, path);
      CHECK(collect(session, make(session.core(), {path}, {}, nullptr))->num_rows() == 3);
    }
    for (const auto& [format, make] : kFormats) {
      INFO(format);
      const Folder folder;
      const std::string path = writeThreeRows(session, folder, format);
      const RelationPtr relation = make(session.core(), {path}, {}, nullptr);
      append(path, readFile(path));
      checkIsRefused(session, relation, path);
      std::filesystem::remove(path);
      CHECK_THAT(errorOf([&] { collect(session, relation); }).what(), Catch::Contains(path + " is gone"));
    }
  });
}

TEST_CASE("executors notice a changed file too") {
  const Folder folder;
  writeFile(folder / "in.txt", "one\ntwo\n");
  withSession(localConf("local-cluster[2,1,256m]"), [&](Session& session) {
    const RelationPtr relation = makeTextRelation(session.core(), {folder / "in.txt"}, {}, nullptr);
    const auto lines = session.textFile(folder / "in.txt");
    const auto whole = session.wholeTextFiles(folder / "in.txt");
    CHECK(collect(session, relation)->num_rows() == 2);
    CHECK(lines.count() == 2);
    CHECK(whole.count() == 1);
    append(folder / "in.txt", "three\n");
    checkIsRefused(session, relation, folder / "in.txt");
    CHECK_THAT(errorOf([&] { lines.count(); }).what(), Catch::Contains("changed after the DataFrame or Rdd was made"));
    CHECK_THAT(errorOf([&] { whole.count(); }).what(), Catch::Contains("changed after the DataFrame or Rdd was made"));
  });
}

TEST_CASE("a file that changes while it is read fails at its end, and its damage is not blamed on the format") {
  for (const std::string tail : {"3,z\n", "\"open quote"}) {
    const Folder folder;
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += std::to_string(i) + ",some text\n";
    writeFile(folder / "in.csv", text);
    withSession(localConf("local[2]"), [&](Session& session) {
      const RelationPtr relation = makeCsvRelation(session.core(), {folder / "in.csv"},
                                                   {{"mode", "FAILFAST"}, {"inferSchema", "true"}}, nullptr);
      const BatchNodePtr node = relation->scan(session.core(), {.columns = {0, 1}, .filters = {}, .limit = {}});
      const auto services = session.core()->services();
      const std::atomic<bool> cancelled{false};
      TaskContext task({}, services->environment, cancelled);
      NoInputs none;
      const auto rows = node->open(task, 0, none);
      auto& batches = static_cast<BatchIterator&>(*rows);
      REQUIRE(batches.next() != nullptr);
      append(folder / "in.csv", tail);
      const Error error = errorOf([&] {
        while (batches.next() != nullptr) {
        }
      });
      CHECK(error.code() == ErrorCode::kIo);
      CHECK_THAT(error.what(), Catch::Contains("changed after the DataFrame or Rdd was made"));
    });
  }
}

TEST_CASE("without the check a file that grew is read as far as it was") {
  const Folder folder;
  writeFile(folder / "in.txt", "one\ntwo\n");
  withSession(localConf("local[2]").set("ferro.files.verifyUnchanged", "false"), [&](Session& session) {
    const RelationPtr relation = makeTextRelation(session.core(), {folder / "in.txt"}, {}, nullptr);
    const auto lines = session.textFile(folder / "in.txt");
    append(folder / "in.txt", "three\nfour\n");
    CHECK(lines.count() >= 2);
    CHECK(collect(session, relation)->num_rows() >= 2);
  });
}

TEST_CASE("an object store's tag tells versions apart that have one size and one time") {
  registerTestFileSystems();
  const Folder folder;
  writeFile(folder / "in.txt", "one\ntwo\n");
  const auto written = std::filesystem::last_write_time(folder / "in.txt");
  withSession(localConf("local[2]"), [&](Session& session) {
    const std::string location = "tagged://" + (folder / "in.txt");
    const RelationPtr relation = makeTextRelation(session.core(), {location}, {}, nullptr);
    CHECK(collect(session, relation)->num_rows() == 2);
    writeFile(folder / "in.txt", "one\nTWO\n");
    std::filesystem::last_write_time(folder / "in.txt", written);
    checkIsRefused(session, relation, location);
  });
}

TEST_CASE("a tag is asked for only where the time cannot tell") {
  registerTestFileSystems();
  const Folder folder;
  writeFile(folder / "in.txt", "one\ntwo\n");
  std::filesystem::last_write_time(folder / "in.txt",
                                   std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  const ResolvedPath place = resolvePath("tagged://" + (folder / "in.txt"));
  CHECK(versionOf(place, *statusOf(place)).tag.empty());
  writeFile(folder / "in.txt", "one\ntwo\n");
  CHECK(!versionOf(place, *statusOf(place)).tag.empty());
}
