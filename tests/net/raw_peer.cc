#include "raw_peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "ferro/common/system_error.h"

namespace ferro::test {
namespace {

constexpr int kMostSecondsOfWaiting = 60;

sockaddr_in addressOf(const HostPort& server) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(server.port);
  inet_pton(AF_INET, server.host.c_str(), &address.sin_addr);
  return address;
}

void limitWaiting(int socket) {
  const timeval limit{kMostSecondsOfWaiting, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
}

}  // namespace

RawPeer::RawPeer(const HostPort& server) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  if (socket_ < 0) throwErrno(errno, "no socket for a test");
  const sockaddr_in address = addressOf(server);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    const int number = errno;
    leave();
    throwErrno(number, "a test cannot connect to " + server.text());
  }
  limitWaiting(socket_);
}

RawPeer::~RawPeer() { leave(); }

RawPeer::RawPeer(RawPeer&& other) noexcept : socket_(std::exchange(other.socket_, -1)), sent_(std::move(other.sent_)) {}

void RawPeer::leave() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

void RawPeer::send(std::string_view bytes) {
  sent_ += bytes;
  while (!bytes.empty()) {
    const ssize_t put = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put < 0) return;
    bytes.remove_prefix(static_cast<size_t>(put));
  }
}

std::string RawPeer::receive(size_t bytes) {
  std::string received(bytes, '\0');
  size_t length = 0;
  while (length < bytes) {
    const ssize_t got = ::recv(socket_, received.data() + length, bytes - length, 0);
    if (got <= 0) break;
    length += static_cast<size_t>(got);
  }
  received.resize(length);
  return received;
}

bool RawPeer::isClosed() {
  char byte = 0;
  for (;;) {
    const ssize_t got = ::recv(socket_, &byte, 1, 0);
    if (got == 0) return true;
    if (got < 0) return errno != EAGAIN && errno != EWOULDBLOCK;
  }
}

bool RawPeer::authenticate(const std::string& secret, Handshake::Role role) {
  Handshake handshake(role, {true, secret, ""});
  for (;;) {
    if (const std::string output = handshake.takeOutput(); !output.empty()) send(output);
    if (handshake.wanted() == 0) return handshake.succeeded();
    const std::string input = receive(handshake.wanted());
    if (input.size() < handshake.wanted()) return false;
    handshake.take(input);
  }
}

void RawPeer::sendFrame(FrameHeader header, const std::string& body) {
  header.bodyBytes = std::max<uint64_t>(header.bodyBytes, body.size());
  send(encodeFrameHeader(header) + body);
}

RawListener::RawListener() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const sockaddr_in any = addressOf({"127.0.0.1", 0});
  if (socket_ < 0 || ::bind(socket_, reinterpret_cast<const sockaddr*>(&any), sizeof(any)) != 0 ||
      ::listen(socket_, 16) != 0) {
    throwErrno(errno, "a test cannot listen");
  }
  limitWaiting(socket_);
}

RawListener::~RawListener() { ::close(socket_); }

HostPort RawListener::address() const {
  sockaddr_in bound{};
  socklen_t length = sizeof(bound);
  ::getsockname(socket_, reinterpret_cast<sockaddr*>(&bound), &length);
  return {"127.0.0.1", ntohs(bound.sin_port)};
}

RawPeer RawListener::accept() {
  const int accepted = ::accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
  if (accepted < 0) throwErrno(errno, "nobody connects to a test");
  limitWaiting(accepted);
  return RawPeer(accepted);
}

}  // namespace ferro::test
