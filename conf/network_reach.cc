#include "ferro/conf/network_reach.h"

#include <variant>

#include "ferro/common/error.h"
#include "ferro/conf/conf.h"
#include "ferro/conf/keys_executor.h"
#include "ferro/conf/keys_network.h"
#include "ferro/conf/keys_security.h"
#include "ferro/conf/master.h"

namespace ferro {

bool isLoopback(std::string_view host) {
  return host == "localhost" || host.starts_with("127.") || host == "::1" || host == "[::1]";
}

std::string driverBindHost(const Conf& conf) {
  const Master master = masterOf(conf);
  const bool isHere = std::holds_alternative<LocalMaster>(master) || std::holds_alternative<LocalClusterMaster>(master);
  if (isHere || conf.isSet(keys::kDriverBindAddress)) return conf.get(keys::kDriverBindAddress);
  return "0.0.0.0";
}

bool usesTls(const Conf& conf, std::string_view bindHost) {
  return conf.get(keys::kSslRpcEnabled).value_or(!isLoopback(bindHost));
}

void checkAuthentication(const Conf& conf, std::string_view bindHost) {
  if (conf.get(keys::kAuthenticate) || isLoopback(bindHost)) return;
  if (conf.get(keys::kAuthenticateAllowInsecureNetwork)) return;
  throw Error(ErrorCode::kInvalidConf,
              "ferro.authenticate=false would let everybody who reaches " + std::string(bindHost) +
                  " run programs as this user, with or without TLS; leave it true, listen on 127.0.0.1 only, or set " +
                  std::string(keys::kAuthenticateAllowInsecureNetwork.name) +
                  "=true on a network where you trust everybody");
}

}  // namespace ferro
