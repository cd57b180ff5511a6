#include "ferro/blockmanager/local_dirs.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"
#include "sample_blocks.h"

using namespace ferro;
namespace fs = std::filesystem;

namespace {

// The number of a process that ran and is gone.
pid_t deadProcess() {
  pid_t child = 0;
  std::string program = "/bin/true";
  char* const arguments[] = {program.data(), nullptr};
  REQUIRE(posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, nullptr) == 0);
  REQUIRE(waitpid(child, nullptr, 0) == child);
  return child;
}

}  // namespace

TEST_CASE("local directories are made in every root, private to the user, and go with all they hold") {
  TempDir root("/tmp");
  {
    LocalDirs dirs({root.path() + "/a", root.path() + "/b"});
    REQUIRE(dirs.directories().size() == 2);
    for (const std::string& directory : dirs.directories()) {
      CHECK((fs::status(directory).permissions() & fs::perms::others_all) == fs::perms::none);
    }
    std::ofstream(dirs.fileFor("x")) << "x";
  }
  CHECK(fs::is_empty(root.path() + "/a"));
  CHECK(fs::is_empty(root.path() + "/b"));
}

TEST_CASE("a directory whose name another user took is not written to") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path() + "/a", root.path() + "/b"});
  const std::string taken = dirs.directories().front();
  fs::remove_all(taken);
  fs::create_directory(taken);
  fs::permissions(taken, fs::perms::all);
  for (int i = 0; i < 20; ++i) {
    CHECK_THAT(dirs.fileFor("file" + std::to_string(i)), Catch::StartsWith(dirs.directories().back()));
  }
  fs::remove_all(dirs.directories().back());
  fs::create_directory_symlink(taken, dirs.directories().back());
  CHECK_THROWS_WITH(dirs.fileFor("file"), Catch::Contains("ferro.local.dir") && Catch::Contains(taken));
}

TEST_CASE("files are spread over the roots by their names") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path() + "/a", root.path() + "/b"});
  std::set<std::string> parents;
  for (int i = 0; i < 50; ++i) {
    const std::string name = "file" + std::to_string(i);
    CHECK(dirs.fileFor(name) == dirs.fileFor(name));
    parents.insert(fs::path(dirs.fileFor(name)).parent_path().string());
  }
  CHECK(parents.size() == 2);
}

TEST_CASE("a root that cannot be used is skipped, and none at all is an error that says why") {
  TempDir root("/tmp");
  const std::string file = root.path() + "/file";
  std::ofstream(file) << "not a directory";
  LocalDirs dirs({file, root.path() + "/good"});
  CHECK(dirs.directories().size() == 1);
  CHECK_THROWS_WITH(LocalDirs({file}), Catch::Contains("ferro.local.dir") && Catch::Contains(file));
}

TEST_CASE("a file bigger than what any root has free is refused with path and sizes") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path()});
  try {
    dirs.fileFor("huge", int64_t{1} << 60);
    FAIL("there is no such disk");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kDiskFull);
    CHECK_THAT(error.what(), Catch::Contains(root.path()) && Catch::Contains("free") && Catch::Contains("TB"));
  }
}

TEST_CASE("a new start removes what a dead process left and nothing else") {
  TempDir root("/tmp");
  const pid_t child = deadProcess();
  const std::string dead = root.path() + "/ferro-" + std::to_string(child) + "-1234-00000000000000aa";
  const std::string reused = root.path() + "/ferro-" + std::to_string(getpid()) + "-1-00000000000000aa";
  const std::string strange = root.path() + "/ferro-12-notes";
  for (const std::string& directory : {dead, reused, strange}) fs::create_directory(directory);
  std::ofstream(dead + "/rdd_1_1") << "left behind";
  LocalDirs running({root.path()});
  LocalDirs later({root.path()});
  CHECK_FALSE(fs::exists(dead));
  CHECK_FALSE(fs::exists(reused));
  CHECK(fs::exists(strange));
  CHECK(fs::exists(running.directories().front()));
}

TEST_CASE("local directories that somebody else deleted can still be used and go without complaint") {
  TempDir root("/tmp");
  {
    LocalDirs dirs({root.path()});
    fs::remove_all(dirs.directories().front());
    std::ofstream(dirs.fileFor("x")) << "x";
    CHECK(test::filesIn(root.path()) == 2);
    fs::remove_all(root.path());
  }
  CHECK_FALSE(fs::exists(root.path()));
}

TEST_CASE("unique names differ") {
  TempDir root("/tmp");
  LocalDirs dirs({root.path()});
  CHECK(dirs.uniqueName("spill") != dirs.uniqueName("spill"));
}
