// Where a process listens. A plain value that travels.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace ferro {

struct HostPort {
  std::string host;
  uint16_t port = 0;

  auto operator<=>(const HostPort&) const = default;
  std::string text() const { return host + ":" + std::to_string(port); }
  // "host:port" or "[v6]:port"; Error kInvalidArgument otherwise.
  static HostPort parse(std::string_view text);
};

}  // namespace ferro
