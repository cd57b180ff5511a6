// The directories into which an executor writes map outputs that must outlive it: one in each root of ferro.local.dir,
// in the folder of its application. The shuffle service removes them. Owned by the executor; any thread may call it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/shuffle/application_folder.h"

namespace ferro {

class ApplicationDirs {
 public:
  // Without roots: $TMPDIR, or /tmp. Roots that cannot be used are skipped; Error if none can, or if an id cannot be
  // the name of a folder.
  ApplicationDirs(const std::vector<std::string>& roots, const std::string& applicationId,
                  const std::string& executorId, std::shared_ptr<const FileKey> key = nullptr);

  const LocalDirs& dirs() const { return *dirs_; }

 private:
  std::vector<FolderLock> locks_;
  std::unique_ptr<LocalDirs> dirs_;
};

}  // namespace ferro
