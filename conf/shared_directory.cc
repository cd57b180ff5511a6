#include "ferro/conf/shared_directory.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"

namespace ferro {
namespace {

std::string pathOf(const Conf& conf) {
  if (const auto directory = conf.get(keys::kSubmitStagingDir)) return *directory;
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::string(home) + "/.ferroStaging";
  throw Error(ErrorCode::kInvalidConf,
              "there is no $HOME; set ferro.submit.stagingDir to a directory that all machines of the cluster share");
}

}  // namespace

std::string sharedDirectory(const Conf& conf) {
  const std::string path = std::filesystem::absolute(pathOf(conf)).string();
  std::error_code error;
  if (std::filesystem::create_directories(path, error)) {
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, error);
  }
  if (error) throwErrno(error.value(), "cannot make the directory " + path);
  return path;
}

}  // namespace ferro
