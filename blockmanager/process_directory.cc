#include "ferro/blockmanager/process_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <random>
#include <system_error>

#include "ferro/blockmanager/process_identity.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

// The process number and start time in a directory's name show that its maker is gone.
bool makerIsGone(const std::string& name) {
  int process = 0;
  unsigned long long startTime = 0;
  int length = 0;
  if (std::sscanf(name.c_str(), "ferro-%d-%llu-%*16[0-9a-f]%n", &process, &startTime, &length) != 2) return false;
  if (static_cast<size_t>(length) != name.size() || process <= 0) return false;
  return processStartTime(process) != std::optional<uint64_t>(startTime);
}

}  // namespace

std::string newProcessDirectoryName() {
  std::random_device random;
  const uint64_t number = (static_cast<uint64_t>(random()) << 32) | random();
  std::array<char, 96> name{};
  std::snprintf(name.data(), name.size(), "ferro-%d-%llu-%016llx", static_cast<int>(getpid()),
                static_cast<unsigned long long>(processStartTime(getpid()).value_or(0)),
                static_cast<unsigned long long>(number));
  return name.data();
}

int openProcessDirectory(const std::string& directory) {
  int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

void sweepDirectoriesOfTheDead(const std::string& root) {
  if (!processStartTime(getpid())) return;
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    if (!makerIsGone(entry->path().filename().string())) continue;
    struct stat status{};
    if (lstat(entry->path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()) continue;
    const int lock = openProcessDirectory(entry->path().string());
    if (lock < 0) continue;
    std::error_code ignored;  // another process may be sweeping the same directory
    fs::remove_all(entry->path(), ignored);
    close(lock);
  }
}

}  // namespace ferro
