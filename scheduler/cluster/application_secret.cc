#include "ferro/scheduler/cluster/application_secret.h"

#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/net/secret.h"

namespace ferro {

std::string applicationSecret(const Conf& conf) {
  if (!conf.get(keys::kAuthenticate)) return "";
  if (const auto file = conf.get(keys::kAuthenticateSecretFile)) return readSecretFile(*file);
  if (const auto secret = conf.get(keys::kAuthenticateSecret)) return *secret;
  return makeSecret(static_cast<int>(conf.get(keys::kAuthenticateSecretBitLength)));
}

}  // namespace ferro
