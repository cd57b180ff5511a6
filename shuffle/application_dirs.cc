#include "ferro/shuffle/application_dirs.h"

#include <filesystem>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/private_files.h"

namespace ferro {

ApplicationDirs::ApplicationDirs(const std::vector<std::string>& roots, const std::string& applicationId,
                                 const std::string& executorId, std::shared_ptr<const FileKey> key) {
  if (!isFolderName(applicationId) || !isFolderName(executorId)) {
    throw Error(ErrorCode::kInvalidArgument, "the id of application '" + applicationId + "' or executor '" +
                                                 executorId + "' cannot be the name of a folder");
  }
  LocalDirs::Shared shared;
  shared.key = std::move(key);
  std::string reasons;
  for (const std::string& root : localRoots(roots)) {
    try {
      makeDirectories(root);
      const std::string realRoot = std::filesystem::canonical(root).string();
      const std::string folder = applicationFolder(realRoot, applicationId);
      locks_.push_back(FolderLock::makeAndShare(folder));
      locks_.push_back(FolderLock::makeAndShare(folder + "/" + executorId));
      shared.directories.push_back(folder + "/" + executorId);
    } catch (const std::exception& error) {
      reasons += (reasons.empty() ? "" : ", ") + std::string(error.what());
    }
  }
  if (shared.directories.empty()) {
    throw Error(ErrorCode::kPermissionDenied,
                "no directory of ferro.local.dir can be used for outputs of a shuffle service (" + reasons + ")");
  }
  dirs_ = std::make_unique<LocalDirs>(std::move(shared));
}

}  // namespace ferro
