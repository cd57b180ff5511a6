#include "ferro/conf/shared_directory.h"

#include <cstdlib>
#include <filesystem>

#include "ferro/common/error.h"
#include "ferro/common/private_files.h"
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
  makeDirectories(path, 0700);
  return path;
}

}  // namespace ferro
