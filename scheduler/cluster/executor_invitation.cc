#include "ferro/scheduler/cluster/executor_invitation.h"

#include <variant>

#include "ferro/conf/conf.h"
#include "ferro/conf/executor_request.h"
#include "ferro/conf/keys.h"
#include "ferro/conf/master.h"
#include "ferro/net/secret.h"
#include "ferro/scheduler/cluster/launch_method.h"

namespace ferro {
namespace {

std::string secretFileOf(const Conf& conf, const NetOptions& net, const std::string& directory) {
  if (const auto file = conf.get(keys::kAuthenticateSecretFile)) return *file;
  std::string path = directory + "/executor-secret";
  writeSecretFile(path, net.secret);
  return path;
}

}  // namespace

std::string executorInvitation(const Conf& conf, const NetOptions& net, const HostPort& driver,
                               const std::string& directory) {
  if (!std::holds_alternative<ExternalMaster>(masterOf(conf))) return "";
  std::string command = "FERRO_EXECUTOR_DRIVER=" + driver.text();
  command += net.authenticate ? " FERRO_EXECUTOR_SECRET_FILE=" + secretFileOf(conf, net, directory)
                              : std::string(" FERRO_EXECUTOR_AUTHENTICATE=0");
  if (net.tls) command += " FERRO_EXECUTOR_TLS=1";
  command += " FERRO_EXECUTOR_CORES=" + std::to_string(executorRequestOf(conf).coresOfOne);
  return "start one with: " + command + " " + argumentsOfThisProcess().front();
}

}  // namespace ferro
