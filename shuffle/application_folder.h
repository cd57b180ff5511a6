// The folders that an application has in the local directories of a host, and who may touch them. Executors make them,
// the shuffle service serves and removes them; whoever uses one holds a shared lock on it, so that what nobody holds is
// known to be left behind. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ferro {

// Whether an application's or executor's id can be the name of a folder and nothing else: letters, digits, dots, dashes
// and underscores, not beginning with a dot.
bool isFolderName(std::string_view id);

// The folder of the application in that root.
std::string applicationFolder(const std::string& root, std::string_view applicationId);

// Removes the folders of this user's applications that nobody uses.
void removeAbandonedApplicationFolders(const std::vector<std::string>& roots);

// A folder that is locked for as long as the object lives. One owner.
class FolderLock {
 public:
  // Makes the folder if need be, for this user alone. Throws Error when it cannot, or when it belongs to another user.
  static FolderLock makeAndShare(const std::string& folder);
  // Nothing when the folder is not there, is a link, or belongs to another user.
  static std::optional<FolderLock> share(const std::string& folder);

  FolderLock(FolderLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace ferro
