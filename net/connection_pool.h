// One connection to each peer that somebody talks to, made when first asked for and again after it ended. Any thread
// may call it; it must go before its loop.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "ferro/net/net_loop.h"

namespace ferro {

class ConnectionPool {
 public:
  ConnectionPool(NetLoop& loop, NetOptions options, std::chrono::milliseconds connectDeadline);
  ~ConnectionPool();
  ConnectionPool(const ConnectionPool&) = delete;
  ConnectionPool& operator=(const ConnectionPool&) = delete;

  // Calls back once, on the loop's thread: at once if there is an open connection, else when it is made. Callers that
  // come meanwhile share it.
  void get(const HostPort& peer, NetLoop::OnConnected onConnected);
  // Connects if need be and sends the request.
  void call(const HostPort& peer, Message request, std::chrono::milliseconds deadline, Connection::OnReply onReply);
  // Blocks; not on the loop's thread. Throws Error.
  Message callAndWait(const HostPort& peer, Message request, std::chrono::milliseconds deadline);
  // Forgets the connection, if any: the peer is known to be gone.
  void drop(const HostPort& peer);
  size_t size() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace ferro
