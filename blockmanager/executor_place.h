// Which executor, and where its blocks and map outputs can be asked for. A plain value that travels.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "ferro/net/host_port.h"

namespace ferro {

struct ExecutorPlace {
  std::string executorId;  // empty: the process itself, in local mode
  std::string host;
  uint16_t port = 0;

  HostPort address() const { return {host, port}; }
  auto operator<=>(const ExecutorPlace&) const = default;
};

}  // namespace ferro
