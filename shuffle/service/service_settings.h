// What executors and the service must agree on: where the service listens, and the secret by which they know each
// other. Pure functions of the settings and of the secret's file; any thread.
#pragma once

#include <string>

#include "ferro/net/host_port.h"

namespace ferro {

class Conf;

// Where an executor of the same host finds the service.
HostPort shuffleServiceAddress(const Conf& conf);

// Where the secret of the service is: ferro.shuffle.service.secret.file, else in a folder of this user's own in the
// first directory of ferro.local.dir.
std::string shuffleServiceSecretFile(const Conf& conf);

// For an executor. Throws Error when the file is not there, or others than this user could have written or read it.
std::string readShuffleServiceSecret(const Conf& conf);
// For the service: makes the secret when there is none and no file was named.
std::string makeShuffleServiceSecret(const Conf& conf);

}  // namespace ferro
