// The one thread of a process that reads and writes its sockets. Connections, servers and pools are made on it and must
// go before it. Any thread may call it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ferro/net/connection.h"
#include "ferro/net/net_options.h"

namespace ferro {

class NetLoop {
 public:
  explicit NetLoop(const std::string& threadName = "ferro-net");
  // Closes what is still open.
  ~NetLoop();
  NetLoop(const NetLoop&) = delete;
  NetLoop& operator=(const NetLoop&) = delete;

  // Connects and authenticates. Throws Error: kNetwork when nobody answers there, kPermissionDenied when the peer does
  // not know the secret or refuses ours. The handler, which outlives the connection, may be null when the peer sends
  // nothing on its own. Not on the loop's thread.
  ConnectionPtr connect(const HostPort& peer, const NetOptions& options, MessageHandler* handler,
                        std::chrono::milliseconds deadline);

  using OnConnected = std::function<void(ConnectionPtr connection, std::optional<Error> error)>;
  // The same without waiting; called back once, on the loop's thread.
  void connectAsync(const HostPort& peer, const NetOptions& options, MessageHandler* handler,
                    std::chrono::milliseconds deadline, OnConnected onConnected);

  // Runs a function on the loop's thread, soon or after a delay.
  void post(std::function<void()> function);
  void postAfter(std::chrono::milliseconds delay, std::function<void()> function);

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace ferro
