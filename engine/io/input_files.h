// Which files an input path stands for. Paths are separated by commas; each is a file, a directory (its plain files,
// but for those whose names begin with `_` or `.`, sorted) or a glob over files and directories. Any thread may call
// this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/io/file_version.h"

namespace ferro {

struct InputFile {
  std::string path;  // a local path or a URI, as openInput() takes it
  int64_t bytes = 0;
  std::optional<FileVersion> version{};  // as it was listed
};

// Error kNotFound for a path that does not exist or a glob without a match, kPermissionDenied for what may not be read.
std::vector<InputFile> listInputFiles(std::string_view paths);

}  // namespace ferro
