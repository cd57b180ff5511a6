// The process's own temporary directories, one in each root of ferro.local.dir. They are made at construction, which
// also sweeps away those of processes that died, and removed with all they hold at destruction. Whoever writes a file
// here encrypts it where there is a key(). Owned by the executor; any thread may call it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ferro {

class FileKey;

class LocalDirs {
 public:
  // Without roots: $TMPDIR, or /tmp. Roots that cannot be used are skipped; Error if none can.
  explicit LocalDirs(std::vector<std::string> roots, std::shared_ptr<const FileKey> key = nullptr);

  // Directories that exist already and that others share: they stay when the object goes.
  struct Shared {
    std::vector<std::string> directories;
    std::shared_ptr<const FileKey> key = nullptr;
  };
  explicit LocalDirs(Shared shared)
      : key_(std::move(shared.key)), directories_(std::move(shared.directories)), isOwner_(false) {}
  ~LocalDirs();
  LocalDirs(const LocalDirs&) = delete;
  LocalDirs& operator=(const LocalDirs&) = delete;

  // The path for a new file: roots are picked by the name's hash, those that are full or unwritable are skipped. Throws
  // Error kDiskFull when no root has `bytesNeeded` free. The same name may give another path when asked again.
  std::string fileFor(std::string_view name, int64_t bytesNeeded = 0) const;

  // The same for each root in the order in which they should be tried: for a writer that finds one full halfway.
  std::vector<std::string> candidatesFor(std::string_view name) const;

  // A file name that nobody else in this process gets: "spill-17".
  std::string uniqueName(std::string_view prefix) const;

  // This process's directory in each root.
  const std::vector<std::string>& directories() const { return directories_; }

  // Under which all files here are encrypted; null when they are not.
  const std::shared_ptr<const FileKey>& key() const { return key_; }

 private:
  const std::shared_ptr<const FileKey> key_;
  std::vector<std::string> directories_;
  bool isOwner_ = true;
  mutable std::atomic<uint64_t> namesGiven_{0};
  std::vector<int> locks_;  // one descriptor for each directory, held as long as this process uses it
};

// The roots that a setting of ferro.local.dir means: $TMPDIR or /tmp when it is empty.
std::vector<std::string> localRoots(std::vector<std::string> roots);

// Bytes that an unprivileged process may still write beneath `path`, or -1 if that cannot be told.
int64_t freeBytes(const std::string& path);

// Throws Error kDiskFull with the path, the bytes needed and the bytes free.
[[noreturn]] void throwDiskFull(const std::string& path, int64_t bytesNeeded);

}  // namespace ferro
