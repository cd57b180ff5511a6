#include "ferro/engine/io/local_path.h"

#include <algorithm>
#include <cctype>

#include "ferro/common/error.h"

namespace ferro {

std::string localPath(std::string_view path) {
  if (path.starts_with("file://")) return std::string(path.substr(7));
  if (path.starts_with("file:")) return std::string(path.substr(5));
  const std::string_view scheme = path.substr(0, path.find("://"));
  const bool isScheme = std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
  if (scheme.size() < path.size() && isScheme) {
    throw Error(ErrorCode::kInvalidArgument,
                "path " + std::string(path) + " is not on a local file system; mount that one, or copy the files here");
  }
  return std::string(path);
}

}  // namespace ferro
