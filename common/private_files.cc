#include "ferro/common/private_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

bool isPrivate(const struct stat& status) {
  return S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() && (status.st_mode & 077) == 0;
}

}  // namespace

std::string randomName() {
  std::random_device random;
  std::array<char, 17> name{};
  std::snprintf(name.data(), name.size(), "%08x%08x", random(), random());
  return name.data();
}

void makeDirectories(const std::string& path, mode_t mode) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  fs::path part;
  for (const fs::path& name : whole) {
    part /= name;
    if (::mkdir(part.c_str(), mode) == 0 || errno == EEXIST) continue;
    std::error_code ignored;  // what is there already needs no permission to be made, on file systems that ask first
    if (!fs::is_directory(part, ignored)) throwErrno(errno, "cannot make the directory " + part.string());
  }
  std::error_code ignored;
  if (!fs::is_directory(whole, ignored)) throwErrno(ENOTDIR, "cannot make the directory " + whole.string());
}

void makePrivateDirectory(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) != 0) throwErrno(errno, "cannot make the directory " + path);
  const int descriptor = ::open(path.c_str(), kOpenDirectory);
  // Where the umask takes even the owner's rights away, only root can open it.
  const bool isReady = descriptor >= 0 ? ::fchmod(descriptor, 0700) == 0 : ::chmod(path.c_str(), 0700) == 0;
  const int error = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!isReady) throwErrno(error, "cannot make the directory " + path + " private");
}

bool isPrivateDirectory(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && isPrivate(status);
}

int makePrivateFile(const std::string& directory, const std::string& name) {
  const int parent = ::open(directory.c_str(), kOpenDirectory);
  if (parent < 0) throwErrno(errno, "cannot open the directory " + directory);
  struct stat status{};
  if (::fstat(parent, &status) != 0 || !isPrivate(status)) {
    ::close(parent);
    throw Error(ErrorCode::kPermissionDenied,
                "the directory " + directory + " belongs to another user or is open to others; remove it");
  }
  const int file =
      ::openat(parent, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_APPEND | O_CLOEXEC, 0600);
  const int error = errno;
  ::close(parent);
  if (file < 0) throwErrno(error, "cannot make the file " + directory + "/" + name);
  ::fchmod(file, 0600);
  return file;
}

}  // namespace ferro
