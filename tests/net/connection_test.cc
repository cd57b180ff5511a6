#include "ferro/net/connection.h"

#include <atomic>
#include <future>
#include <random>
#include <thread>

#include "ferro/net/body_limit.h"
#include "ferro_test.h"
#include "net_fixture.h"

using namespace ferro;
using namespace ferro::test;
using namespace std::chrono_literals;

namespace {

std::optional<Error> errorOf(const std::function<void()>& function) {
  try {
    function();
    return std::nullopt;
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace

TEST_CASE("a request gets its answer, with body, kind and payload") {
  const bool tls = GENERATE(false, true);
  CAPTURE(tls);
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  CHECK(connection->isOpen());
  CHECK(connection->peer() == pair.server.address());
  Message request = message(kinds::kEcho, "hello");
  request.payload.add(arrow::Buffer::FromString("payload"));
  const Message answer = connection->callAndWait(std::move(request), kSoon);
  CHECK(answer.kind == kinds::kEcho);
  CHECK(answer.body == "hello");
  CHECK(textOf(answer.payload) == "payload");
  CHECK(connection->callAndWait(message(kinds::kEcho), kSoon).payload.buffer()->size() == 0);
  CHECK(pair.server.numConnections() == 1);
}

TEST_CASE("without authentication the same works without a secret") {
  NetOptions options;
  options.authenticate = false;
  TestPair pair(options);
  CHECK(pair.connect()->callAndWait(message(kinds::kEcho, "open"), kSoon).body == "open");
}

TEST_CASE("an error travels with its code and text") {
  const bool tls = GENERATE(false, true);
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  const auto codeAndText = [&](uint16_t kind, const std::string& text) {
    const auto error = errorOf([&] { connection->callAndWait(message(kind, text), kSoon); });
    REQUIRE(error.has_value());
    return std::pair(error->code(), std::string(error->what()));
  };
  CHECK(codeAndText(kinds::kFail, "no space") == std::pair(ErrorCode::kDiskFull, std::string("no space")));
  CHECK(codeAndText(kinds::kThrow, "thrown") == std::pair(ErrorCode::kMalformedData, std::string("thrown")));
  const auto other = codeAndText(kinds::kThrowOther, "not ours");
  CHECK(other.first == ErrorCode::kInternal);
  CHECK_THAT(other.second, Catch::Contains("not ours"));
  CHECK(codeAndText(kinds::kDrop, "").first == ErrorCode::kInternal);
  CHECK(connection->callAndWait(message(kinds::kEcho, "still there"), kSoon).body == "still there");
}

TEST_CASE("messages arrive in the order in which they were given, requests and one-way ones alike") {
  const bool tls = GENERATE(false, true);
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  std::vector<std::string> sent;
  for (int i = 0; i < 2'000; ++i) {
    sent.push_back(std::to_string(i) + std::string(static_cast<size_t>(i % 7) * 1000, '.'));
    if (i % 3 == 0) connection->call(message(kinds::kEcho, sent.back()), kSoon, [](const Reply&) {});
    else connection->send(message(kinds::kEcho, sent.back()));
  }
  connection->callAndWait(message(kinds::kSize), kSoon);
  sent.emplace_back();
  CHECK(pair.handler.received() == sent);
}

TEST_CASE("many threads call over one connection and each gets its own answers") {
  const bool tls = GENERATE(false, true);
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string body = std::to_string(t) + ":" + std::to_string(i);
        if (connection->callAndWait(message(kinds::kEcho, body), kSoon).body != body) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("a peer that was connected to makes requests of its own") {
  TestHandler clientHandler;
  TestPair pair(testOptions());
  const ConnectionPtr connection = pair.connect(&clientHandler);
  connection->callAndWait(message(kinds::kEcho), kSoon);
  const ConnectionPtr back = pair.handler.lastFrom();
  REQUIRE(back != nullptr);
  CHECK(back->callAndWait(message(kinds::kEcho, "to the client"), kSoon).body == "to the client");
  CHECK(clientHandler.received() == std::vector<std::string>{"to the client"});
}

TEST_CASE("a request to a process without a handler is answered with an error") {
  TestPair pair(testOptions());
  const ConnectionPtr connection = pair.connect();
  connection->callAndWait(message(kinds::kEcho), kSoon);
  const auto error = errorOf([&] { pair.handler.lastFrom()->callAndWait(message(kinds::kEcho), kSoon); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::kInvalidArgument);
}

TEST_CASE("a call whose deadline passes fails, and its late answer harms nobody") {
  const bool tls = GENERATE(false, true);
  const LogRecorder log;
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect();
  const auto error = errorOf([&] { connection->callAndWait(message(kinds::kKeep), 50ms); });
  REQUIRE(error.has_value());
  CHECK(error->code() == ErrorCode::kNetwork);
  CHECK_THAT(error->what(), Catch::Contains(pair.server.address().text()) && Catch::Contains("50 ms"));
  REQUIRE(pair.handler.numKept() == 1);
  pair.handler.answerKept("too late");
  CHECK(connection->callAndWait(message(kinds::kEcho, "on time"), kSoon).body == "on time");
  CHECK(log.lines().empty());
}

TEST_CASE("a cancelled call gets kCancelled at once, and its late answer is dropped") {
  const LogRecorder log;
  TestPair pair(testOptions());
  const ConnectionPtr connection = pair.connect();
  std::promise<Reply> cancelled;
  const auto call =
      connection->call(message(kinds::kKeep), kSoon, [&](Reply reply) { cancelled.set_value(std::move(reply)); });
  REQUIRE(eventually([&] { return pair.handler.numKept() == 1; }));
  connection->cancel(call);
  const Reply reply = cancelled.get_future().get();
  REQUIRE(reply.error.has_value());
  CHECK(reply.error->code() == ErrorCode::kCancelled);
  connection->cancel(call);
  connection->cancel(12345);
  pair.handler.answerKept("too late");
  CHECK(connection->callAndWait(message(kinds::kEcho, "next"), kSoon).body == "next");
  CHECK(log.lines().empty());
}

TEST_CASE("a call that was answered before it is cancelled keeps its answer") {
  TestPair pair(testOptions());
  const ConnectionPtr connection = pair.connect();
  std::promise<Reply> answered;
  const auto call = connection->call(message(kinds::kEcho, "fast"), kSoon,
                                     [&](Reply reply) { answered.set_value(std::move(reply)); });
  CHECK(answered.get_future().get().take().body == "fast");
  connection->cancel(call);
  CHECK(connection->callAndWait(message(kinds::kEcho, "next"), kSoon).body == "next");
}

TEST_CASE("calls that wait fail when the peer closes") {
  const bool tls = GENERATE(false, true);
  TestHandler clientHandler;
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect(&clientHandler);
  std::promise<Reply> broken;
  connection->call(message(kinds::kKeep), kSoon, [&](Reply reply) { broken.set_value(std::move(reply)); });
  REQUIRE(eventually([&] { return pair.handler.numKept() == 1; }));
  pair.server.stop();
  const Reply reply = broken.get_future().get();
  REQUIRE(reply.error.has_value());
  CHECK(reply.error->code() == ErrorCode::kNetwork);
  CHECK(eventually([&] { return !connection->isOpen(); }));
  CHECK(eventually([&] { return clientHandler.closed().size() == 1; }));
  const auto later = errorOf([&] { connection->callAndWait(message(kinds::kEcho), kSoon); });
  REQUIRE(later.has_value());
  CHECK(later->code() == ErrorCode::kNetwork);
  connection->send(message(kinds::kEcho));
  pair.handler.answerKept("nobody hears this");
}

TEST_CASE("close lets through what was sent before it, then tells both sides why") {
  const bool tls = GENERATE(false, true);
  TestHandler clientHandler;
  TestPair pair(testOptions(tls));
  const ConnectionPtr connection = pair.connect(&clientHandler);
  std::promise<Reply> waiting;
  connection->call(message(kinds::kKeep), kSoon, [&](Reply reply) { waiting.set_value(std::move(reply)); });
  for (int i = 0; i < 100; ++i) connection->send({kinds::kEcho, std::string(100'000, 'x'), {}});
  connection->close("the test is over");
  connection->close("again");
  CHECK_FALSE(connection->isOpen());
  const Reply reply = waiting.get_future().get();
  REQUIRE(reply.error.has_value());
  CHECK_THAT(reply.error->what(), Catch::Contains("the test is over"));
  CHECK(eventually([&] { return pair.handler.closed().size() == 1; }));
  CHECK(pair.handler.received().size() == 101);
  CHECK(eventually([&] { return clientHandler.closed().size() == 1; }));
  CHECK(clientHandler.closed().front() == "the test is over");
  CHECK(eventually([&] { return pair.server.numConnections() == 0; }));
}

TEST_CASE("a message beyond the limit is refused before it is sent") {
  NetOptions options = testOptions();
  options.maxBodyBytes = 1000;
  options.maxPayloadBytes = 2000;
  TestPair pair(options);
  const ConnectionPtr connection = pair.connect();
  const auto large = errorOf([&] { connection->callAndWait(message(kinds::kEcho, std::string(1001, 'x')), kSoon); });
  REQUIRE(large.has_value());
  CHECK(large->code() == ErrorCode::kInvalidArgument);
  CHECK_THAT(large->what(), Catch::Contains("ferro.rpc.message.maxSize"));
  CHECK_THROWS_AS(connection->send(message(kinds::kEcho, std::string(1001, 'x'))), Error);
  const auto answer = errorOf([&] { connection->callAndWait(message(kinds::kBytes, "2001"), kSoon); });
  REQUIRE(answer.has_value());
  CHECK(answer->code() == ErrorCode::kInvalidArgument);
  CHECK(connection->callAndWait(message(kinds::kBytes, "2000"), kSoon).payload.bytes() == 2000);
}

TEST_CASE("who learns the limit of messages after connecting sends and takes as much as the peer") {
  NetOptions large = testOptions();
  large.maxBodyBytes = 4 << 20;
  TestPair pair(large);
  NetOptions small = testOptions();
  small.maxBodyBytes = 1 << 20;
  const ConnectionPtr connection = pair.clientLoop.connect(pair.server.address(), small, nullptr, kSoon);
  const std::string body(3 << 20, 'x');
  CHECK_THROWS_AS(connection->send(message(kinds::kEcho, body)), Error);
  setMaxBodyBytes(*connection, large.maxBodyBytes);
  CHECK(connection->callAndWait(message(kinds::kEcho, body), kSoon).body.size() == body.size());
  setMaxBodyBytes(*connection, 1 << 20);
  CHECK_THROWS_AS(connection->send(message(kinds::kEcho, body)), Error);
}

TEST_CASE("a connection may outlive its loop, and is closed then") {
  ConnectionPtr connection;
  {
    TestPair pair(testOptions());
    connection = pair.connect();
  }
  CHECK_FALSE(connection->isOpen());
  CHECK_THROWS_AS(connection->callAndWait(message(kinds::kEcho), kSoon), Error);
}

TEST_CASE("a callback that throws ends neither the connection nor the loop") {
  const LogRecorder log;
  TestPair pair(testOptions());
  const ConnectionPtr connection = pair.connect();
  connection->call(message(kinds::kEcho), kSoon,
                   [](const Reply&) { throw std::runtime_error("a bug of the caller's"); });
  CHECK(connection->callAndWait(message(kinds::kEcho, "next"), kSoon).body == "next");
  REQUIRE(log.lines().size() == 1);
  CHECK_THAT(log.lines().front(), Catch::Contains("a bug of the caller's"));
}
