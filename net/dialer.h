// Makes one connection to a peer: finds its address, connects, authenticates. Private to this room; belongs to the
// loop's thread, but for its constructor.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "ferro/net/asio.h"
#include "ferro/net/greeting.h"
#include "ferro/net/loop_core.h"
#include "ferro/net/net_loop.h"

namespace ferro {

class Dialer final : public LoopMember, public std::enable_shared_from_this<Dialer> {
 public:
  Dialer(LoopCore& core, HostPort peer, NetOptions options, MessageHandler* handler, std::chrono::milliseconds deadline,
         NetLoop::OnConnected onConnected);
  void start();
  void endNow(const std::string& reason) override { fail(ErrorCode::kNetwork, reason); }

 private:
  void resolve();
  void connectTo(tcp::resolver::results_type found, size_t next);
  void onConnected();
  void onGreeted(std::unique_ptr<Stream> stream, const std::optional<Error>& error);
  void fail(ErrorCode code, const std::string& what);
  void finish(ConnectionPtr connection, std::optional<Error> error);

  LoopCore& core_;
  const HostPort peer_;
  const NetOptions options_;
  MessageHandler* const handler_;
  const std::chrono::milliseconds limit_;
  const std::chrono::steady_clock::time_point deadline_;
  NetLoop::OnConnected onConnected_;  // empty once called
  asio::steady_timer timer_;
  tcp::resolver resolver_;
  tcp::socket socket_;
  std::shared_ptr<Greeting> greeting_;
};

}  // namespace ferro
