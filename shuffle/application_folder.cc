#include "ferro/shuffle/application_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro {
namespace {

constexpr std::string_view kPrefix = "ferro-app-";
constexpr size_t kMostIdBytes = 128;

// -1 when it is not a folder of this user's own, or when it cannot be locked.
int openLocked(const std::string& folder, int lock) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat opened{};
  struct stat named{};
  const bool isOurs = ::fstat(descriptor, &opened) == 0 && opened.st_uid == ::geteuid() &&
                      (opened.st_mode & 022) == 0 && ::flock(descriptor, lock) == 0 &&
                      // It may have been removed before it was locked.
                      ::lstat(folder.c_str(), &named) == 0 && named.st_ino == opened.st_ino;
  if (isOurs) return descriptor;
  ::close(descriptor);
  return -1;
}

}  // namespace

bool isFolderName(std::string_view id) {
  const auto isPlain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
           c == '_';
  };
  return !id.empty() && id.size() <= kMostIdBytes && id.front() != '.' && std::all_of(id.begin(), id.end(), isPlain);
}

std::string applicationFolder(const std::string& root, std::string_view applicationId) {
  return root + "/" + std::string(kPrefix) + std::string(applicationId);
}

void removeAbandonedApplicationFolders(const std::vector<std::string>& roots) {
  namespace fs = std::filesystem;
  for (const std::string& root : roots) {
    std::error_code error;
    for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
      if (!entry->path().filename().string().starts_with(kPrefix)) continue;
      const int descriptor = openLocked(entry->path().string(), LOCK_EX | LOCK_NB);
      if (descriptor < 0) continue;
      std::error_code ignored;  // what is left, the next start finds
      fs::remove_all(entry->path(), ignored);
      ::close(descriptor);
    }
  }
}

FolderLock FolderLock::makeAndShare(const std::string& folder) {
  // Somebody who clears up may take it away between the two steps.
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) throwErrno(errno, "cannot make the folder " + folder);
    if (const int descriptor = openLocked(folder, LOCK_SH); descriptor >= 0) return FolderLock(descriptor);
  }
  throw Error(ErrorCode::kPermissionDenied,
              "the folder " + folder + " cannot be used: it belongs to another user or is no folder; remove it");
}

std::optional<FolderLock> FolderLock::share(const std::string& folder) {
  const int descriptor = openLocked(folder, LOCK_SH);
  if (descriptor < 0) return std::nullopt;
  return FolderLock(descriptor);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace ferro
