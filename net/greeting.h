// Turns a connected socket into an authenticated stream, or into the reason why not: TLS if it is wanted, then the
// handshake, all within NetOptions::handshakeTimeout. Private to this room; belongs to the loop's thread.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/net/asio.h"
#include "ferro/net/handshake.h"
#include "ferro/net/loop_core.h"
#include "ferro/net/net_options.h"
#include "ferro/net/stream.h"

namespace ferro {

class Greeting final : public LoopMember, public std::enable_shared_from_this<Greeting> {
 public:
  // The stream, or the error. Called once.
  using OnDone =
      std::function<void(Greeting& greeting, std::unique_ptr<Stream> stream, const std::optional<Error>& error)>;

  Greeting(LoopCore& core, tcp::socket socket, NetOptions options, Handshake::Role role, OnDone onDone);

  void start(std::chrono::milliseconds limit);
  void endNow(const std::string& reason) override;
  // Whether the peer has sent anything at all: who only knocks is not worth a warning.
  bool heardAnything() const { return heard_; }

 private:
  void awaitFirstByte();
  void onFirstByte();
  void beginStream();
  void beginHandshake();
  void proceed();
  void write(std::string bytes, std::function<void()> then);
  void writeRest(std::function<void()> then);
  void read(size_t bytes);
  void onRead(const error_code& error, size_t bytes);
  void refuseTransport(Refusal reason, const std::string& what);
  Error tlsFailure(const error_code& error) const;
  void finish(std::optional<Error> error);
  void fail(ErrorCode code, const std::string& what) { finish(Error(code, what)); }

  LoopCore& core_;
  const NetOptions options_;
  const Handshake::Role role_;
  OnDone onDone_;  // empty once called
  std::unique_ptr<Stream> stream_;
  std::optional<Handshake> handshake_;
  asio::steady_timer timer_;
  bool heard_ = false;
  std::string output_;
  std::string input_;
  size_t done_ = 0;  // of output_ or input_, whichever is under way
  std::vector<asio::const_buffer> writing_;
  std::vector<asio::mutable_buffer> reading_;
};

}  // namespace ferro
