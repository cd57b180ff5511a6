// What most tests of this room need: a loop, a server whose handler answers in many ways, a client, and a record of
// what was logged. One test body runs over plain sockets and over TLS.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ferro/net/connection.h"
#include "ferro/net/net_loop.h"
#include "ferro/net/net_options.h"
#include "ferro/net/server.h"
#include "recorded_log.h"

namespace ferro::test {

inline constexpr std::chrono::milliseconds kSoon{60'000};  // a limit that only a failing test reaches

// Waits until the condition holds, looking again whenever a moment has passed; false after kSoon.
bool eventually(const std::function<bool()>& condition);

class LogRecorder : public RecordedLog {
 public:
  bool waitForLines(size_t count) const;
};

// What the handler of the tests does with a request.
namespace kinds {
inline constexpr uint16_t kEcho = 1;        // answers with the same body and payload
inline constexpr uint16_t kFail = 2;        // answers with an error whose text is the body
inline constexpr uint16_t kThrow = 3;       // throws an Error whose text is the body
inline constexpr uint16_t kDrop = 4;        // drops the responder
inline constexpr uint16_t kKeep = 5;        // keeps the responder until answerKept()
inline constexpr uint16_t kSize = 6;        // answers with the payload's size as text
inline constexpr uint16_t kBytes = 7;       // answers with as many bytes as the body says
inline constexpr uint16_t kThrowOther = 8;  // throws what is no Error
}  // namespace kinds

class TestHandler final : public MessageHandler {
 public:
  void onMessage(const ConnectionPtr& from, Message message, Responder responder) override;
  void onClosed(const ConnectionPtr& connection, const std::string& reason) override;

  size_t numKept() const;
  void answerKept(const std::string& body);
  std::vector<std::string> received() const;  // bodies, in order
  std::vector<std::string> closed() const;    // reasons
  ConnectionPtr lastFrom() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Responder> kept_;
  std::vector<std::string> received_;
  std::vector<std::string> closed_;
  std::weak_ptr<Connection> lastFrom_;
};

NetOptions testOptions(bool tls = false);

// A server at a free port of loopback, in a loop of its own, and a client in another.
struct TestPair {
  explicit TestPair(const NetOptions& netOptions) : options(netOptions) {}

  ConnectionPtr connect(MessageHandler* ofClient = nullptr) {
    return clientLoop.connect(server.address(), options, ofClient, kSoon);
  }

  NetOptions options;
  TestHandler handler;
  NetLoop serverLoop{"test-server"};
  Server server{serverLoop, options, {"127.0.0.1", 0}, handler};
  NetLoop clientLoop{"test-client"};
};

Message message(uint16_t kind, std::string body = "");
std::string patternedBytes(size_t size, uint64_t seed);
std::string textOf(const Payload& payload);
// Descriptors that this process has open.
size_t numOpenDescriptors();

}  // namespace ferro::test
