#include "ferro/common/temp_dir.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "ferro/common/error.h"
#include "ferro_test.h"

using ferro::Error;
using ferro::ErrorCode;
using ferro::TempDir;
namespace fs = std::filesystem;

TEST_CASE("a temporary directory goes with everything in it") {
  const std::string parent = fs::temp_directory_path().string();
  std::string path;
  {
    TempDir directory(parent, "ferro-test-");
    path = directory.path();
    REQUIRE(fs::is_directory(path));
    CHECK(fs::path(path).parent_path() == fs::path(parent));
    fs::create_directories(fs::path(path) / "a" / "b");
    std::ofstream(fs::path(path) / "a" / "b" / "file") << "text";
    struct stat status;
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0700);
  }
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a moved temporary directory is removed once, by its new owner") {
  std::string path;
  {
    TempDir first(fs::temp_directory_path().string());
    path = first.path();
    const TempDir second = std::move(first);
    CHECK(second.path() == path);
    CHECK(fs::exists(path));
  }
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("two temporary directories are never the same") {
  const std::string parent = fs::temp_directory_path().string();
  CHECK(TempDir(parent).path() != TempDir(parent).path());
}

TEST_CASE("a parent that does not exist is an error that names it") {
  try {
    TempDir directory("/does/not/exist");
    FAIL("made a directory in nowhere");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kNotFound);
    CHECK_THAT(error.what(), Catch::Contains("/does/not/exist"));
  }
}
