// Listens on one address and hands what authenticated peers send to a handler. A peer that fails to authenticate, or
// sends what is no frame, is closed with one logged line; nobody else notices. Any thread may call it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "ferro/net/connection.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/net_options.h"

namespace ferro {

class Server {
 public:
  // Port 0 takes any free one. Throws Error when the address cannot be had. The handler outlives the server.
  Server(NetLoop& loop, const NetOptions& options, const HostPort& bind, MessageHandler& handler);
  // stop()
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // With the port that it really has.
  const HostPort& address() const;
  size_t numConnections() const;  // those that are authenticating too
  // Closes all connections; returns when the handler is not called any more.
  void stop();

  struct Impl;

 private:
  std::shared_ptr<Impl> impl_;
};

}  // namespace ferro
