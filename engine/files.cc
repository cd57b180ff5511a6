#include "ferro/engine/files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/common/text.h"

namespace ferro {
namespace {

std::string namesIn(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return join(names, ", ");
}

}  // namespace

std::string Files::rootDirectory() {
  const char* directory = std::getenv("FERRO_FILES_DIR");
  if (directory == nullptr || *directory == '\0') {
    throw Error(ErrorCode::kNotFound, "no files were submitted; name them by ferro-submit --files or --archives");
  }
  return directory;
}

std::string Files::get(std::string_view name) {
  const std::string root = rootDirectory();
  const std::string path = root + "/" + std::string(name);
  std::error_code error;
  if (std::filesystem::exists(path, error)) return path;
  throw Error(ErrorCode::kNotFound,
              "no file " + std::string(name) + " was submitted by --files or --archives; there are: " + namesIn(root));
}

}  // namespace ferro
