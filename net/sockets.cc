#include "ferro/net/sockets.h"

#include <sys/socket.h>

#include <cerrno>
#include <string>

#include "ferro/common/error.h"

namespace ferro {
namespace {

[[noreturn]] void cannotListen(const HostPort& address, const error_code& error) {
  throw Error(ErrorCode::kNetwork, "cannot listen at " + address.text() + ": " + error.message());
}

tcp::endpoint resolve(asio::io_context& io, const HostPort& address) {
  error_code error;
  const asio::ip::address numeric = asio::ip::make_address(address.host, error);
  if (!error) return {numeric, address.port};
  tcp::resolver resolver(io);
  const auto found = resolver.resolve(address.host, std::to_string(address.port), error);
  if (error || found.empty()) cannotListen(address, error);
  return *found.begin();
}

}  // namespace

tcp::socket openSocket(asio::io_context& io, const tcp& protocol, error_code& error) {
  tcp::socket socket(io);
  const int descriptor = ::socket(protocol.family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) error = error_code(errno, boost::system::system_category());
  else socket.assign(protocol, descriptor, error);
  return socket;
}

tcp::socket acceptSocket(asio::io_context& io, tcp::acceptor& acceptor, error_code& error) {
  tcp::socket socket(io);
  const int descriptor = ::accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (descriptor < 0) {
    error = error_code(errno, boost::system::system_category());
    return socket;
  }
  socket.assign(acceptor.local_endpoint().protocol(), descriptor, error);
  // Asio keeps sockets in its own non-blocking mode only once told so; sendfile relies on it.
  if (!error) socket.native_non_blocking(true, error);
  return socket;
}

tcp::acceptor listenAt(asio::io_context& io, const HostPort& address) {
  const tcp::endpoint endpoint = resolve(io, address);
  tcp::acceptor acceptor(io);
  error_code error;
  const int descriptor = ::socket(endpoint.protocol().family(), SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) cannotListen(address, error_code(errno, boost::system::system_category()));
  acceptor.assign(endpoint.protocol(), descriptor, error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) acceptor.native_non_blocking(true, error);
  if (error) cannotListen(address, error);
  return acceptor;
}

void sendWithoutDelay(tcp::socket& socket) {
  error_code ignored;  // slower without it, not wrong
  socket.set_option(tcp::no_delay(true), ignored);
}

HostPort toHostPort(const tcp::endpoint& endpoint) { return {endpoint.address().to_string(), endpoint.port()}; }

}  // namespace ferro
