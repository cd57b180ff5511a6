// Which version of a file a plan was made for: its size, its time and, from object stores, its tag. A job whose input
// changes between planning and reading would mix two versions without a word; with this it fails instead. Values and
// functions without state; any thread may call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <arrow/filesystem/type_fwd.h>

namespace ferro {

struct ResolvedPath;

// Travels with each piece of a file.
struct FileVersion {
  int64_t bytes = 0;
  int64_t modifiedNanos = 0;  // since 1970; 0 when the file system does not tell
  std::string tag{};          // what an object store calls this content; empty when it was not asked for
};

// `info` is what a listing said of the place. An object store is asked for the tag too when the time cannot tell two
// versions apart: when it is missing, or so recent that another write may get the same one.
FileVersion versionOf(const ResolvedPath& place, const arrow::fs::FileInfo& info);

// Error kIo when the file is not the noted version any more, kNotFound when it is gone. Without a version there is
// nothing to check.
void requireUnchanged(const std::string& location, const std::optional<FileVersion>& version);

}  // namespace ferro
