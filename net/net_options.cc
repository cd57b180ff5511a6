#include "ferro/net/net_options.h"

#include "ferro/conf/conf.h"
#include "ferro/conf/keys_executor.h"
#include "ferro/conf/keys_network.h"
#include "ferro/conf/keys_security.h"
#include "ferro/conf/network_reach.h"

namespace ferro {

NetOptions NetOptions::fromConf(const Conf& conf) {
  NetOptions options;
  options.authenticate = conf.get(keys::kAuthenticate);
  options.tls = usesTls(conf, driverBindHost(conf));
  options.stallTimeout = conf.get(keys::kNetworkTimeout);
  options.maxBodyBytes = conf.get(keys::kRpcMessageMaxSize).bytes();
  return options;
}

}  // namespace ferro
