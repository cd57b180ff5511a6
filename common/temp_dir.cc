#include "ferro/common/temp_dir.h"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/system_error.h"

namespace ferro {

TempDir::TempDir(const std::string& parent, std::string_view prefix)
    : path_((std::filesystem::path(parent) / (std::string(prefix) + "XXXXXX")).string()) {
  if (mkdtemp(path_.data()) == nullptr) throwErrno(errno, "cannot make a temporary directory in " + parent);
}

TempDir::~TempDir() {
  if (path_.empty()) return;
  std::error_code error;
  std::filesystem::remove_all(path_, error);
  if (error) logWarn("cannot remove the temporary directory " + path_ + ": " + error.message());
}

TempDir::TempDir(TempDir&& other) noexcept : path_(std::exchange(other.path_, std::string())) {}

}  // namespace ferro
