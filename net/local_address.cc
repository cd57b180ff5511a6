#include "ferro/net/local_address.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "ferro/common/error.h"

namespace ferro {

std::string localAddressTowards(const HostPort& peer) {
  auto fail = [&](const char* why) {
    throw Error(ErrorCode::kNetwork, "there is no way to " + peer.text() + ": " + why);
  };
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(peer.host.c_str(), std::to_string(peer.port).c_str(), &hints, &found); error != 0)
    fail(::gai_strerror(error));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, &::freeaddrinfo);
  // Connecting a datagram socket only looks up the route.
  const int descriptor = ::socket(found->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) fail(std::strerror(errno));
  sockaddr_storage local{};
  socklen_t length = sizeof(local);
  const bool known = ::connect(descriptor, found->ai_addr, found->ai_addrlen) == 0 &&
                     ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&local), &length) == 0;
  const int error = errno;
  ::close(descriptor);
  if (!known) fail(std::strerror(error));
  std::array<char, NI_MAXHOST> text{};
  ::getnameinfo(reinterpret_cast<sockaddr*>(&local), length, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
  return text.data();
}

}  // namespace ferro
