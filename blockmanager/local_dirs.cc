#include "ferro/blockmanager/local_dirs.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <system_error>

#include "ferro/blockmanager/byte_text.h"
#include "ferro/blockmanager/process_identity.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

std::string newDirectoryName() {
  std::random_device random;
  const uint64_t number = (static_cast<uint64_t>(random()) << 32) | random();
  std::array<char, 96> name{};
  std::snprintf(name.data(), name.size(), "ferro-%d-%llu-%016llx", static_cast<int>(getpid()),
                static_cast<unsigned long long>(processStartTime(getpid()).value_or(0)),
                static_cast<unsigned long long>(number));
  return name.data();
}

// Opens a directory and takes the lock that its process holds for as long as it lives; -1 when another one has it.
int openLocked(const std::string& directory) {
  int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

// The process number and start time in a directory's name show that its maker is gone.
bool makerIsGone(const std::string& name) {
  int process = 0;
  unsigned long long startTime = 0;
  int length = 0;
  if (std::sscanf(name.c_str(), "ferro-%d-%llu-%*16[0-9a-f]%n", &process, &startTime, &length) != 2) return false;
  if (static_cast<size_t>(length) != name.size() || process <= 0) return false;
  return processStartTime(process) != std::optional<uint64_t>(startTime);
}

// Removes what processes of this user left behind in `root` when they died. The lock keeps directories of processes
// that live in another pid namespace and only share the file system.
void sweep(const std::string& root) {
  if (!processStartTime(getpid())) return;
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    if (!makerIsGone(entry->path().filename().string())) continue;
    struct stat status{};
    if (lstat(entry->path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()) continue;
    const int lock = openLocked(entry->path().string());
    if (lock < 0) continue;
    std::error_code ignored;  // another process may be sweeping the same directory
    fs::remove_all(entry->path(), ignored);
    close(lock);
  }
}

}  // namespace

std::vector<std::string> localRoots(std::vector<std::string> roots) {
  if (!roots.empty()) return roots;
  const char* directory = std::getenv("TMPDIR");
  return {directory != nullptr && *directory != '\0' ? directory : "/tmp"};
}

LocalDirs::LocalDirs(std::vector<std::string> roots) {
  std::string reasons;
  for (const std::string& root : localRoots(std::move(roots))) {
    std::error_code error;
    fs::create_directories(root, error);
    sweep(root);
    const std::string directory = root + "/" + newDirectoryName();
    if (mkdir(directory.c_str(), 0700) != 0) {
      reasons += (reasons.empty() ? "" : ", ") + root + ": " + std::strerror(errno);
      continue;
    }
    directories_.push_back(directory);
    locks_.push_back(openLocked(directory));
  }
  if (directories_.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "no directory of ferro.local.dir can be used (" + reasons + ")");
  }
}

LocalDirs::~LocalDirs() {
  if (!isOwner_) return;
  for (size_t i = 0; i < directories_.size(); ++i) {
    std::error_code ignored;  // a destructor cannot throw; what is left, the next start sweeps
    fs::remove_all(directories_[i], ignored);
    if (locks_[i] >= 0) close(locks_[i]);
  }
}

std::vector<std::string> LocalDirs::candidatesFor(std::string_view name) const {
  std::vector<std::string> paths;
  const size_t first = std::hash<std::string_view>()(name) % directories_.size();
  for (size_t i = 0; i < directories_.size(); ++i) {
    const std::string& directory = directories_[(first + i) % directories_.size()];
    // Somebody who cleans temporary directories may have removed it under us.
    mkdir(directory.c_str(), 0700);
    paths.push_back(directory + "/" + std::string(name));
  }
  return paths;
}

std::string LocalDirs::fileFor(std::string_view name, int64_t bytesNeeded) const {
  std::vector<std::string> paths = candidatesFor(name);
  for (const std::string& path : paths) {
    const std::string directory = fs::path(path).parent_path().string();
    if (access(directory.c_str(), W_OK | X_OK) != 0) continue;
    if (freeBytes(directory) >= std::max<int64_t>(bytesNeeded, 1)) return path;
  }
  throwDiskFull(paths.front(), bytesNeeded);
}

std::string LocalDirs::uniqueName(std::string_view prefix) const {
  return std::string(prefix) + "-" + std::to_string(namesGiven_.fetch_add(1, std::memory_order_relaxed));
}

int64_t freeBytes(const std::string& path) {
  struct statvfs status{};
  if (statvfs(path.c_str(), &status) != 0) return -1;
  return static_cast<int64_t>(status.f_bavail) * static_cast<int64_t>(status.f_frsize);
}

void throwDiskFull(const std::string& path, int64_t bytesNeeded) {
  const int64_t free = freeBytes(fs::path(path).parent_path().string());
  throw Error(ErrorCode::kDiskFull, "disk full: " + path + " needs " + byteText(bytesNeeded) + " and " +
                                        (free < 0 ? "its directory cannot be used" : byteText(free) + " are free") +
                                        "; free some space or add another directory to ferro.local.dir");
}

}  // namespace ferro
