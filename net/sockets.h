// Sockets as this room wants them: not inherited by the processes that this one starts, and without delay for small
// messages. Private to this room; any thread may call these.
#pragma once

#include "ferro/net/asio.h"
#include "ferro/net/host_port.h"

namespace ferro {

// Not connected. error says why there is none.
tcp::socket openSocket(asio::io_context& io, const tcp& protocol, error_code& error);
// The next of those who wait, without waiting; error is would_block when nobody does.
tcp::socket acceptSocket(asio::io_context& io, tcp::acceptor& acceptor, error_code& error);
// Listening. Throws Error that names the address.
tcp::acceptor listenAt(asio::io_context& io, const HostPort& address);

void sendWithoutDelay(tcp::socket& socket);
HostPort toHostPort(const tcp::endpoint& endpoint);

}  // namespace ferro
