// Which of this machine's addresses others see. Any thread may call it.
#pragma once

#include <string>

#include "ferro/net/host_port.h"

namespace ferro {

// The address from which packets to `peer` would leave; nothing is sent. Error kNetwork when there is no way to it.
std::string localAddressTowards(const HostPort& peer);

}  // namespace ferro
