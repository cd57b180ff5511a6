#include "ferro/scheduler/cluster/log_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/blockmanager/process_directory.h"
#include "ferro/common/error.h"
#include "ferro/common/private_files.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "ferro-logs-";
constexpr int kMaxNames = 1'000;

// A driver may come again with the name of one before it; its logs are kept beside the old ones.
std::string makeNamed(const std::string& parent, const std::string& name) {
  for (int i = 1;; ++i) {
    std::string path = parent + "/" + name + (i == 1 ? "" : "-" + std::to_string(i));
    try {
      makePrivateDirectory(path);
      return path;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::kAlreadyExists || i == kMaxNames) throw;
    }
  }
}

bool isOlderThan(const struct stat& status, std::chrono::milliseconds age) {
  return std::chrono::seconds(std::time(nullptr) - status.st_mtime) >= age;
}

}  // namespace

LogDirectory::LogDirectory(const Conf& conf, const std::string& applicationId)
    : isTemporary_(!conf.get(keys::kExecutorLogsDir)) {
  const std::string parent = conf.get(keys::kExecutorLogsDir).value_or(localRoots(conf.get(keys::kLocalDir)).front());
  makeDirectories(parent);
  if (!isTemporary_) {
    path_ = makeNamed(parent, applicationId);
    return;
  }
  sweepLogDirectories(parent, conf.get(keys::kExecutorLogsMaxAge));
  path_ = parent + "/" + std::string(kPrefix) + applicationId + "-" + randomName();
  makePrivateDirectory(path_);
  lock_ = openProcessDirectory(path_);
}

LogDirectory::~LogDirectory() {
  if (lock_ >= 0) ::close(lock_);
}

void LogDirectory::remove() const {
  std::error_code ignored;  // what is left, a later start sweeps
  if (isTemporary_) fs::remove_all(path_, ignored);
}

void sweepLogDirectories(const std::string& root, std::chrono::milliseconds maxAge) {
  std::error_code error;
  for (fs::directory_iterator entry(root, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->path().filename().string().starts_with(kPrefix)) continue;
    struct stat status{};
    if (::lstat(entry->path().c_str(), &status) != 0 || !isOlderThan(status, maxAge)) continue;
    if (!isPrivateDirectory(entry->path().string())) continue;
    const int lock = openProcessDirectory(entry->path().string());
    if (lock < 0) continue;   // its driver lives
    std::error_code ignored;  // another process may be sweeping the same directory
    fs::remove_all(entry->path(), ignored);
    ::close(lock);
  }
}

}  // namespace ferro
