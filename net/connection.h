// An authenticated connection to one peer: requests with answers, one-way messages, both ways. Any thread may call it;
// what it calls back runs on the NetLoop's thread and must not block. Messages of one connection are sent in the order
// in which they were given to it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ferro/common/error.h"
#include "ferro/net/host_port.h"
#include "ferro/net/message.h"

namespace ferro {

// The answer to a request, or why there is none: the error that the peer answered with, kNetwork when the connection
// ended or the deadline passed, kCancelled.
struct Reply {
  Message message;
  std::optional<Error> error;

  // The message; throws the error.
  Message take();
};

class Connection {
 public:
  using CallId = uint64_t;
  using OnReply = std::function<void(Reply)>;

  virtual ~Connection() = default;

  // onReply is called exactly once, never from within call().
  virtual CallId call(Message request, std::chrono::milliseconds deadline, OnReply onReply) = 0;
  // The caller's onReply gets kCancelled unless the answer was faster, and the peer is told that nobody waits.
  virtual void cancel(CallId call) = 0;
  // Blocks until the answer is there; not on the loop's thread. Throws Error.
  Message callAndWait(Message request, std::chrono::milliseconds deadline);
  // One way. What is given to a closed connection goes nowhere: whoever handles the connection hears of its end.
  virtual void send(Message message) = 0;

  // Ends it after what was sent before; calls that wait get kNetwork with this reason. Later calls do nothing.
  virtual void close(const std::string& reason) = 0;
  virtual bool isOpen() const = 0;
  virtual const HostPort& peer() const = 0;
};

using ConnectionPtr = std::shared_ptr<Connection>;

// How a handler answers a request: once, at any time, from any thread. Of a one-way message it answers nobody. A
// responder that goes without an answer answers kInternal.
class Responder {
 public:
  using Send = std::function<void(Reply)>;
  explicit Responder(Send send) : send_(std::move(send)) {}
  ~Responder();
  Responder(Responder&&) = default;
  Responder& operator=(Responder&&) = delete;

  void reply(Message message);
  void fail(const Error& error);

 private:
  Send send_;  // empty once answered
};

// What a process does with what its peers send.
class MessageHandler {
 public:
  virtual ~MessageHandler() = default;
  // On the loop's thread. What it throws is answered as an error.
  virtual void onMessage(const ConnectionPtr& from, Message message, Responder responder) = 0;
  // The connection has ended; nothing comes from it any more.
  virtual void onClosed(const ConnectionPtr&, const std::string& /*reason*/) {}
};

}  // namespace ferro
