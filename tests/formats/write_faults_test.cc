#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/table.h>

#include "ferro/engine/io/file_system.h"
#include "ferro/engine/io/formats/json_files.h"
#include "ferro/engine/io/staging.h"
#include "ferro_test.h"
#include "session_grid.h"
#include "tables.h"

using namespace ferro;
using namespace ferro::test;

namespace {

using Lines = std::vector<std::string>;

const Batches kPresent{batchOf("a bigint, p string", R"([{"a":1,"p":"x"},{"a":2,"p":"y"}])")};
const Batches kReplacement{batchOf("a bigint, p string", R"([{"a":10,"p":"x"}])"),
                           batchOf("a bigint, p string", R"([{"a":20,"p":"z"}])")};

WriteRequest request(const std::string& path, SaveMode mode, bool byPartition) {
  WriteRequest made{.format = "json", .path = path, .mode = mode};
  if (byPartition) made.partitionBy = {"p"};
  return made;
}

// All that is beneath a directory, directories and hidden files too.
Lines everythingIn(const std::string& directory) {
  Lines names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) names.push_back(entry.path());
  std::sort(names.begin(), names.end());
  return names;
}

// The id of a process that has ended.
pid_t deadProcess() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  int status = 0;
  ::waitpid(child, &status, 0);
  return child;
}

std::string deadStaging(const std::string& id) {
  std::string name = stagingName(id);
  name.erase(name.find_last_of(',') + 1);
  return name + std::to_string(deadProcess());
}

}  // namespace

TEST_CASE("a write that fails in the middle leaves the old data and nothing else") {
  for (const Conf& base : {localConf("local[2]"), clusterConf(2)}) {
    withSession(base, [](Session& session) {
      for (const bool byPartition : {false, true}) {
        const Folder folder;
        const std::string path = folder / "out";
        writeTable(session.core(), partitionsOf(session, kPresent),
                   request(path, SaveMode::kErrorIfExists, byPartition));
        const Lines before = everythingIn(path);
        for (const SaveMode mode : {SaveMode::kOverwrite, SaveMode::kAppend}) {
          const Error error = errorOf([&] {
            writeTable(session.core(), failingPartitionsOf(session, kReplacement, 1), request(path, mode, byPartition));
          });
          CHECK_THAT(error.what(), Catch::Contains("fails on purpose"));
          CHECK(everythingIn(path) == before);
        }
        errorOf([&] {
          writeTable(session.core(), failingPartitionsOf(session, kReplacement, 0),
                     request(folder / "fresh/out", SaveMode::kOverwrite, byPartition));
        });
        CHECK(!std::filesystem::exists(folder / "fresh"));
      }
    });
  }
}

TEST_CASE("a commit that fails half-way puts the old data back") {
  for (const bool byPartition : {false, true}) {
    const Folder folder;
    const std::string path = folder / "out";
    writeFile(path + "/p=x/old.json", "{}\n");
    writeFile(path + "/_SUCCESS", "");
    const Lines before = everythingIn(path);
    {
      OutputCommitter committer(resolveAbsolutePath(path), "", SaveMode::kOverwrite);
      const std::string staging = committer.task().staging;
      writeFile(staging + "/staged", "{}\n");
      const std::string name = byPartition ? "p=x/part-0" : "part-0";
      const Error error =
          errorOf([&] { committer.commit({{"staged", name, 1, 3}, {"never written", "part-1", 1, 3}}); });
      CHECK_THAT(error.what(), Catch::Contains("never written"));
    }
    CHECK(everythingIn(path) == before);
    CHECK(readFile(path + "/p=x/old.json") == "{}\n");
  }
}

TEST_CASE("an output that is given up goes, though a task that does not know yet still writes") {
  for (int round = 0; round < 100; ++round) {
    const Folder folder;
    std::thread task;
    {
      OutputCommitter committer(resolveAbsolutePath(folder / "fresh/out"), "", SaveMode::kErrorIfExists);
      std::latch started(1);
      task = std::thread([&started, staging = committer.task().staging] {
        bool isFirst = true;
        for (int i = 0; i < 2000 && std::ofstream(staging + "/part-" + std::to_string(i)).is_open(); ++i) {
          if (std::exchange(isFirst, false)) started.count_down();
        }
      });
      started.wait();
    }
    task.join();
    CHECK(!std::filesystem::exists(folder / "fresh"));
  }
}

TEST_CASE("what a killed writer left is swept by the next one") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const std::string path = folder / "out";
    writeTable(session.core(), partitionsOf(session, kPresent), request(path, SaveMode::kErrorIfExists, false));
    writeFile(path + "/_temporary/" + deadStaging("dead-write") + "/attempt-1-part-0", "half a part");
    const std::string living = path + "/_temporary/" + stagingName("living") + "/attempt-1-part-0";
    writeFile(living, "of another job");
    writeTable(session.core(), partitionsOf(session, kReplacement), request(path, SaveMode::kAppend, false));
    CHECK(everythingIn(path + "/_temporary").size() == 2);
    CHECK(std::filesystem::exists(living));
    CHECK((filesIn(path).size() == 5));
  });
}

TEST_CASE("a writer that was killed in the middle of its commit is undone by the next one") {
  withSession(localConf("local[2]"), [](Session& session) {
    const Folder folder;
    const std::string path = folder / "out";
    const std::string staging = path + "/_temporary/" + deadStaging("0123-dead");
    writeFile(staging + "/_replaced/old.json", "{\"a\":1}\n");
    writeFile(staging + "/_replaced/_SUCCESS", "");
    writeFile(path + "/part-00000-0123-dead-c000.json", "{\"a\":99}\n");
    writeTable(session.core(), partitionsOf(session, {batchOf("a bigint", R"([{"a":2}])")}),
               {.format = "json", .path = path, .mode = SaveMode::kAppend});
    const auto relation = makeJsonRelation(session.core(), {path}, {}, nullptr);
    CHECK((linesOf(*collect(session, relation)) == Lines{"1", "2"}));
    CHECK(!std::filesystem::exists(path + "/_temporary"));
  });
}

TEST_CASE("a full disk is one clear line, and the old data stays") {
  const Folder folder;
  const std::string disk = folder / "disk";
  std::filesystem::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=2m") != 0) {
    WARN("skipped: this user may not mount a small file system");
    return;
  }
  withSession(localConf("local[2]"), [&](Session& session) {
    writeTable(session.core(), partitionsOf(session, kPresent), {.format = "json", .path = disk + "/out"});
    const Lines before = everythingIn(disk);
    std::string json = "[";
    for (int i = 0; i < 3000; ++i) {
      json +=
          (i > 0 ? "," : "") + std::string("{\"t\":\"") + std::string(1000, static_cast<char>('a' + i % 26)) + "\"}";
    }
    const Batches large{batchOf("t string", json + "]")};
    for (const std::string format : {"json", "csv", "text", "arrow"}) {
      INFO(format);
      const Error error = errorOf([&] {
        writeTable(session.core(), partitionsOf(session, large),
                   {.format = format, .path = disk + "/out", .mode = SaveMode::kOverwrite});
      });
      CHECK(isOneLine(error.what()));
      CHECK_THAT(error.what(), Catch::Contains("bytes free") && Catch::Contains("part-00000"));
      CHECK(everythingIn(disk) == before);
    }
  });
  CHECK(::umount(disk.c_str()) == 0);
}
