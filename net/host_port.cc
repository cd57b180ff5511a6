#include "ferro/net/host_port.h"

#include <charconv>

#include "ferro/common/error.h"

namespace ferro {

HostPort HostPort::parse(std::string_view text) {
  const size_t colon = text.rfind(':');
  auto fail = [&] {
    throw Error(ErrorCode::kInvalidArgument, "'" + std::string(text) + "' is no address; write host:port");
  };
  if (colon == std::string_view::npos || colon == 0) fail();
  std::string_view host = text.substr(0, colon);
  if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  const std::string_view digits = text.substr(colon + 1);
  HostPort parsed{std::string(host), 0};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), parsed.port);
  if (error != std::errc() || end != digits.data() + digits.size() || host.empty()) fail();
  return parsed;
}

}  // namespace ferro
