// How an executor leaves its map outputs with the shuffle service of its host. Any thread but the network's may call
// it.
#pragma once

#include <chrono>
#include <string>

#include "ferro/blockmanager/executor_place.h"
#include "ferro/net/net_loop.h"
#include "ferro/shuffle/service/service_messages.h"

namespace ferro {

struct ShuffleServiceAccess {
  HostPort address;    // shuffleServiceAddress
  NetOptions net;      // of the application
  std::string secret;  // readShuffleServiceSecret
};

// Registers the executor and returns the place at which its outputs are served: `host`, the executor's own name for
// other machines, and the port that the service has for this application. Throws Error.
ExecutorPlace registerWithShuffleService(NetLoop& loop, const ShuffleServiceAccess& access,
                                         const RegisterExecutor& registration, const std::string& host,
                                         std::chrono::milliseconds deadline);

}  // namespace ferro
