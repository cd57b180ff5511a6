// What people who start executors themselves are told: the driver's address and a command to copy. Pure but for the
// file of a secret that nobody else could know. Called once, by the cluster runtime.
#pragma once

#include <string>

#include "ferro/net/host_port.h"
#include "ferro/net/net_options.h"

namespace ferro {

class Conf;

// Empty unless others start the executors. A secret that the driver made is written to a file in `directory`, which
// only this user can enter.
std::string executorInvitation(const Conf& conf, const NetOptions& net, const HostPort& driver,
                               const std::string& directory);

}  // namespace ferro
