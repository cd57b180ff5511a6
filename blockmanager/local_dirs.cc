#include "ferro/blockmanager/local_dirs.h"

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

#include "ferro/blockmanager/byte_text.h"
#include "ferro/blockmanager/process_directory.h"
#include "ferro/common/error.h"
#include "ferro/common/private_files.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::vector<std::string> localRoots(std::vector<std::string> roots) {
  if (!roots.empty()) return roots;
  const char* directory = std::getenv("TMPDIR");
  return {directory != nullptr && *directory != '\0' ? directory : "/tmp"};
}

LocalDirs::LocalDirs(std::vector<std::string> roots, std::shared_ptr<const FileKey> key) : key_(std::move(key)) {
  std::string reasons;
  for (const std::string& root : localRoots(std::move(roots))) {
    const std::string directory = root + "/" + newProcessDirectoryName();
    try {
      makeDirectories(root);
      sweepDirectoriesOfTheDead(root);
      makePrivateDirectory(directory);
    } catch (const Error& error) {
      reasons += (reasons.empty() ? "" : ", ") + std::string(error.what());
      continue;
    }
    directories_.push_back(directory);
    locks_.push_back(openProcessDirectory(directory));
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
    // Somebody who cleans temporary directories may have removed it under us, and another user may have taken its name.
    const bool isThere = mkdir(directory.c_str(), 0700) != 0 && errno == EEXIST;
    if (isOwner_ && isThere && !isPrivateDirectory(directory)) continue;
    paths.push_back(directory + "/" + std::string(name));
  }
  if (paths.empty()) {
    throw Error(ErrorCode::kPermissionDenied, "the temporary directory " + directories_.front() +
                                                  " was replaced by something that is open to other users; end the "
                                                  "application and set ferro.local.dir to a directory of your own");
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
