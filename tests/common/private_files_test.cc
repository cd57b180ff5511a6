#include "ferro/common/private_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "ferro/common/error.h"
#include "ferro/common/temp_dir.h"
#include "ferro_test.h"

using namespace ferro;
namespace fs = std::filesystem;

namespace {

class Umask {
 public:
  explicit Umask(mode_t mask) : before_(::umask(mask)) {}
  ~Umask() { ::umask(before_); }
  Umask(const Umask&) = delete;
  Umask& operator=(const Umask&) = delete;

 private:
  mode_t before_;
};

mode_t modeOf(const std::string& path) {
  struct stat status{};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

ErrorCode codeOf(const std::function<void()>& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("nothing was thrown");
  return ErrorCode::kInternal;
}

}  // namespace

TEST_CASE("private directories and files have the same modes whatever the umask") {
  const TempDir root("/tmp");
  for (const mode_t mask : {0000, 0022, 0077, 0277, 0777}) {
    const Umask umask(mask);
    const std::string directory = root.path() + "/" + std::to_string(mask);
    makePrivateDirectory(directory);
    CHECK(modeOf(directory) == 0700);
    CHECK(isPrivateDirectory(directory));
    ::close(makePrivateFile(directory, "x"));
    CHECK(modeOf(directory + "/x") == 0600);
  }
}

TEST_CASE("directories made on the way are not writable by others, and those that are there stay as they are") {
  const TempDir root("/tmp");
  const Umask umask(0);
  REQUIRE(::mkdir((root.path() + "/shared").c_str(), 0777) == 0);
  makeDirectories(root.path() + "/shared/a/b");
  CHECK(modeOf(root.path() + "/shared") == 0777);
  CHECK(modeOf(root.path() + "/shared/a") == 0755);
  CHECK(modeOf(root.path() + "/shared/a/b") == 0755);
  makeDirectories(root.path() + "/shared/a/b");
  std::ofstream(root.path() + "/file") << "x";
  CHECK_THROWS_WITH(makeDirectories(root.path() + "/file/c"), Catch::Contains(root.path() + "/file"));
  CHECK_THROWS_WITH(makeDirectories(root.path() + "/file"), Catch::Contains(root.path() + "/file"));
}

TEST_CASE("a name that is taken is never used, be it a directory, a file or a link to somewhere else") {
  const TempDir root("/tmp");
  const std::string target = root.path() + "/target";
  std::ofstream(target) << "precious";
  makePrivateDirectory(root.path() + "/mine");
  fs::create_symlink(target, root.path() + "/mine/link");
  fs::create_symlink(root.path() + "/nowhere", root.path() + "/mine/dangling");
  fs::create_symlink(root.path() + "/mine", root.path() + "/alias");
  CHECK(codeOf([&] { makePrivateFile(root.path() + "/mine", "link"); }) == ErrorCode::kAlreadyExists);
  CHECK(codeOf([&] { makePrivateFile(root.path() + "/mine", "dangling"); }) == ErrorCode::kAlreadyExists);
  CHECK(codeOf([&] { makePrivateDirectory(root.path() + "/mine"); }) == ErrorCode::kAlreadyExists);
  CHECK(codeOf([&] { makePrivateDirectory(root.path() + "/alias"); }) == ErrorCode::kAlreadyExists);
  CHECK_FALSE(isPrivateDirectory(root.path() + "/alias"));
  CHECK_THROWS_AS(makePrivateFile(root.path() + "/alias", "x"), Error);
  CHECK_FALSE(fs::exists(root.path() + "/nowhere"));
  CHECK(fs::file_size(target) == 8);
}

TEST_CASE("a directory that others may enter, or that belongs to another user, holds no private file") {
  const TempDir root("/tmp");
  REQUIRE(::mkdir((root.path() + "/open").c_str(), 0700) == 0);
  REQUIRE(::chmod((root.path() + "/open").c_str(), 0710) == 0);
  CHECK_FALSE(isPrivateDirectory(root.path() + "/open"));
  CHECK(codeOf([&] { makePrivateFile(root.path() + "/open", "x"); }) == ErrorCode::kPermissionDenied);
  if (::geteuid() != 0) return;  // only root can give a directory away
  makePrivateDirectory(root.path() + "/foreign");
  REQUIRE(::chown((root.path() + "/foreign").c_str(), 65'534, 65'534) == 0);
  CHECK_FALSE(isPrivateDirectory(root.path() + "/foreign"));
  CHECK(codeOf([&] { makePrivateFile(root.path() + "/foreign", "x"); }) == ErrorCode::kPermissionDenied);
}

TEST_CASE("random names differ and are 16 hexadecimal digits") {
  CHECK(randomName() != randomName());
  CHECK(randomName().find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(randomName().size() == 16);
}
