// Whether an application's connections leave this machine, and what follows from that: TLS unless the settings say
// otherwise, and no connection without a secret. Pure functions; any thread may call them.
#pragma once

#include <string>
#include <string_view>

namespace ferro {

class Conf;

// True for localhost, 127.x.y.z and ::1, which other machines cannot reach.
bool isLoopback(std::string_view host);

// The address on which the driver listens for executors: ferro.driver.bindAddress, else the loopback one for executors
// of this machine and all addresses for those of a cluster.
std::string driverBindHost(const Conf& conf);

// ferro.ssl.rpc.enabled; where it is not set, true for a process that listens beyond this machine.
bool usesTls(const Conf& conf, std::string_view bindHost);

// Throws kInvalidConf when anybody who reaches `bindHost` from another machine would be trusted.
void checkAuthentication(const Conf& conf, std::string_view bindHost);

}  // namespace ferro
