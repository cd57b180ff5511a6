// Tries local directories in turn until one takes what is written. Any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/error.h"

namespace ferro {

// Whether another directory may be better: this one is full, was taken away, or its disk fails.
inline bool isFaultOfDirectory(const Error& error) {
  switch (error.code()) {
    case ErrorCode::kDiskFull:
    case ErrorCode::kPermissionDenied:
    case ErrorCode::kNotFound:
    case ErrorCode::kIo: return true;
    default: return false;
  }
}

// Returns write(path) for the first directory that takes it, else throws the last one's Error. A write that fails must
// leave nothing behind.
template <class Write>
auto inUsableDirectory(const LocalDirs& localDirs, std::string_view fileName, const Write& write) {
  const std::vector<std::string> paths = localDirs.candidatesFor(fileName);
  for (size_t i = 0; i + 1 < paths.size(); ++i) {
    try {
      return write(paths[i]);
    } catch (const Error& error) {
      if (!isFaultOfDirectory(error)) throw;
    }
  }
  return write(paths.back());
}

}  // namespace ferro
