#include "ferro/shuffle/service/service_settings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "ferro/blockmanager/local_dirs.h"
#include "ferro/common/error.h"
#include "ferro/common/private_files.h"
#include "ferro/common/system_error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/net/secret.h"

namespace ferro {
namespace {

constexpr int kSecretBits = 256;

std::string secretFolder(const Conf& conf) {
  return localRoots(conf.get(keys::kLocalDir)).front() + "/ferro-shuffle-service-" + std::to_string(::geteuid());
}

// The folder may lie where everybody can write: nobody else must be able to put a secret there.
void checkFolderIsOurs(const std::string& folder) {
  struct stat status{};
  if (::lstat(folder.c_str(), &status) != 0) {
    throwErrno(errno, "cannot find the folder " + folder + " of the shuffle service's secret; is the service running?");
  }
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 077) != 0) {
    throw Error(ErrorCode::kPermissionDenied,
                "the folder " + folder + " of the shuffle service's secret is not this user's alone; remove it");
  }
}

}  // namespace

HostPort shuffleServiceAddress(const Conf& conf) {
  std::string host = conf.get(keys::kShuffleServiceBindAddress);
  if (host == "0.0.0.0") host = "127.0.0.1";
  if (host == "::") host = "::1";
  return {host, static_cast<uint16_t>(conf.get(keys::kShuffleServicePort))};
}

std::string shuffleServiceSecretFile(const Conf& conf) {
  return conf.get(keys::kShuffleServiceSecretFile).value_or(secretFolder(conf) + "/secret");
}

std::string readShuffleServiceSecret(const Conf& conf) {
  if (!conf.get(keys::kShuffleServiceSecretFile)) checkFolderIsOurs(secretFolder(conf));
  return readSecretFile(shuffleServiceSecretFile(conf));
}

std::string makeShuffleServiceSecret(const Conf& conf) {
  if (conf.get(keys::kShuffleServiceSecretFile)) return readShuffleServiceSecret(conf);
  const std::string folder = secretFolder(conf);
  makeDirectories(folder, 0700);
  checkFolderIsOurs(folder);
  const std::string path = shuffleServiceSecretFile(conf);
  if (::access(path.c_str(), F_OK) != 0) writeSecretFile(path, makeSecret(kSecretBits));
  return readSecretFile(path);
}

}  // namespace ferro
