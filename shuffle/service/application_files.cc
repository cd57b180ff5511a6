#include "ferro/shuffle/service/application_files.h"

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include <arrow/memory_pool.h>

#include "ferro/common/error.h"
#include "ferro/shuffle/output_check.h"
#include "ferro/shuffle/output_file_name.h"

namespace ferro {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostIndexBytes = 64 << 20;

[[noreturn]] void refuse(const std::string& directory, const std::string& reason) {
  throw Error(ErrorCode::kPermissionDenied, "the directory " + directory + " is not served: " + reason);
}

// The folder of the application that the directory lies in.
std::string checkedFolder(const std::string& applicationId, const std::string& executorId,
                          const std::string& directory) {
  const fs::path path(directory);
  const std::string root = path.parent_path().parent_path().string();
  const std::string folder = applicationFolder(root, applicationId);
  if (!path.is_absolute() || directory != folder + "/" + executorId) {
    refuse(directory, "it is not the executor's own in the folder of its application");
  }
  std::error_code error;
  if (fs::canonical(path, error) != path || error) refuse(directory, "it is not there, or reached by a link");
  if (!FolderLock::share(directory)) refuse(directory, "it belongs to another user");
  return folder;
}

}  // namespace

ApplicationFiles::ApplicationFiles(std::string applicationId)
    : applicationId_(std::move(applicationId)), indexes_(kMostIndexBytes) {}

void ApplicationFiles::addExecutor(const std::string& executorId, const std::vector<std::string>& directories) {
  if (!isFolderName(executorId)) {
    throw Error(ErrorCode::kPermissionDenied, "the id of executor '" + executorId + "' cannot be the name of a folder");
  }
  std::map<std::string, FolderLock> folders;
  for (const std::string& directory : directories) {
    std::string folder = checkedFolder(applicationId_, executorId, directory);
    auto lock = FolderLock::share(folder);
    if (!lock) refuse(directory, "its application's folder belongs to another user");
    folders.emplace(std::move(folder), *std::move(lock));
  }
  std::lock_guard guard(mutex_);
  folders_.merge(folders);
  executors_[executorId] = directories;
}

void ApplicationFiles::removeShuffle(int shuffleId) {
  std::map<std::string, std::vector<std::string>> executors;
  {
    std::lock_guard guard(mutex_);
    executors = executors_;
    indexes_.clear();
  }
  const std::string prefix = "shuffle_" + std::to_string(shuffleId) + "_";
  for (const auto& [executor, directories] : executors) {
    for (const std::string& directory : directories) {
      std::error_code error;
      for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename().string().starts_with(prefix)) ::unlink(entry->path().c_str());
      }
    }
  }
}

void ApplicationFiles::removeAll() {
  std::map<std::string, FolderLock> folders;
  {
    std::lock_guard guard(mutex_);
    executors_.clear();
    indexes_.clear();
    folders.swap(folders_);
  }
  for (const auto& [folder, lock] : folders) {
    std::error_code ignored;  // what is left, the next start of the service finds
    fs::remove_all(folder, ignored);
  }
}

void ApplicationFiles::checkServes(const std::string& executorId) {
  std::lock_guard guard(mutex_);
  if (!executors_.contains(executorId)) {
    throw Error(ErrorCode::kNotFound, "executor " + executorId + " has not registered with the shuffle service");
  }
}

SentSegment ApplicationFiles::addSegment(const OutputName& output, int reducer, Payload& payload) {
  std::lock_guard guard(mutex_);
  const std::string path = pathOf(output);
  try {
    const IndexedSegment indexed = indexes_.get(path + ".index")->find(reducer, path + ".index");
    return addFileSegment(path + ".data", indexed, arrow::default_memory_pool(), payload);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::kMalformedData) remove(path);
    throw;
  }
}

// The files are read without the lock, which readers of other outputs wait for.
std::optional<std::string> ApplicationFiles::findLoss(const OutputName& output) {
  std::string path;
  try {
    std::shared_ptr<const MapOutputIndex> index;
    {
      std::lock_guard guard(mutex_);
      path = pathOf(output);
      index = indexes_.get(path + ".index");
    }
    checkMapOutput(path + ".data", *index);
    return std::nullopt;
  } catch (const Error& error) {
    std::lock_guard guard(mutex_);
    if (!path.empty()) remove(path);
    return error.what();
  }
}

void ApplicationFiles::drop(const OutputName& output) {
  std::lock_guard guard(mutex_);
  remove(pathOf(output));
}

// Without its ending; in the first directory that has it.
std::string ApplicationFiles::pathOf(const OutputName& output) const {
  const auto executor = executors_.find(output.executorId);
  const std::string name = outputFileName(output.shuffleId, output.mapId, output.attempt);
  if (executor != executors_.end()) {
    for (const std::string& directory : executor->second) {
      const std::string path = directory + "/" + name;
      if (::access((path + ".index").c_str(), F_OK) == 0) return path;
    }
  }
  throw Error(ErrorCode::kNotFound, "there is no such output of attempt " + std::to_string(output.attempt));
}

void ApplicationFiles::remove(const std::string& path) {
  indexes_.forget(path + ".index");
  ::unlink((path + ".index").c_str());
  ::unlink((path + ".data").c_str());
}

}  // namespace ferro
