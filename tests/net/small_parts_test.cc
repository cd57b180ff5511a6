#include "ferro/conf/conf.h"
#include "ferro/conf/keys.h"
#include "ferro/net/host_port.h"
#include "ferro/net/limited_log.h"
#include "ferro/net/message_router.h"
#include "ferro/net/net_options.h"
#include "ferro_test.h"
#include "net_fixture.h"

using namespace ferro;
using namespace ferro::test;
using namespace std::chrono_literals;

TEST_CASE("addresses are read and written") {
  CHECK(HostPort::parse("node7:7077") == HostPort{"node7", 7077});
  CHECK(HostPort::parse("[::1]:80") == HostPort{"::1", 80});
  CHECK(HostPort::parse("10.0.0.1:65535").text() == "10.0.0.1:65535");
  CHECK(HostPort::parse(HostPort{"::1", 80}.text()) == HostPort{"::1", 80});
  for (const char* bad : {"", ":", "host", "host:", ":80", "[]:80", "host:65536", "host:-1", "host:8o", "host: 80"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(HostPort::parse(bad), Error);
  }
}

TEST_CASE("the options of connections come from the settings") {
  const NetOptions defaults = NetOptions::fromConf(Conf());
  CHECK(defaults.authenticate);
  CHECK_FALSE(defaults.tls);
  CHECK(defaults.stallTimeout == 120s);
  CHECK(defaults.maxBodyBytes == 512 << 20);
  Conf conf;
  conf.set(keys::kAuthenticate, false)
      .set(keys::kSslRpcEnabled, true)
      .set(keys::kNetworkTimeout, 3s)
      .set(keys::kRpcMessageMaxSize, 2);
  const NetOptions options = NetOptions::fromConf(conf);
  CHECK_FALSE(options.authenticate);
  CHECK(options.tls);
  CHECK(options.stallTimeout == 3s);
  CHECK(options.maxBodyBytes == 2 << 20);
  CHECK(conf.warnings().empty());
}

TEST_CASE("each kind of message goes to whoever registered for it, others are answered with an error") {
  MessageRouter router;
  router.add(1, [](const ConnectionPtr&, Message request, Responder responder) {
    responder.reply({1, "one " + request.body, {}});
  });
  router.add(2, [](const ConnectionPtr&, Message request, Responder responder) {
    responder.reply({2, "two " + request.body, {}});
  });
  CHECK_THROWS_AS(router.add(2, nullptr), Error);
  std::atomic<int> closed{0};
  router.addOnClosed([&](const ConnectionPtr&, const std::string&) { ++closed; });
  router.addOnClosed([&](const ConnectionPtr&, const std::string&) { ++closed; });

  NetLoop loop;
  Server server(loop, testOptions(), {"127.0.0.1", 0}, router);
  NetLoop clientLoop;
  const ConnectionPtr connection = clientLoop.connect(server.address(), testOptions(), nullptr, kSoon);
  CHECK(connection->callAndWait(message(1, "a"), kSoon).body == "one a");
  CHECK(connection->callAndWait(message(2, "b"), kSoon).body == "two b");
  try {
    connection->callAndWait(message(3), kSoon);
    FAIL("understood");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(error.what(), Catch::Contains("kind 3"));
  }
  connection->close("over");
  CHECK(eventually([&] { return closed == 2; }));
}

TEST_CASE("a responder answers once, and says so when it goes without an answer") {
  std::vector<std::string> answers;
  const auto record = [&](const Reply& reply) { answers.push_back(reply.error ? "error" : reply.message.body); };
  {
    Responder responder(record);
    Responder moved(std::move(responder));
    moved.reply({0, "first", {}});
    moved.reply({0, "second", {}});
    moved.fail(Error(ErrorCode::kIo, "third"));
  }
  {
    const Responder dropped(record);
  }
  {
    const Responder ofOneWay(nullptr);
  }
  CHECK(answers == std::vector<std::string>{"first", "error"});
}

TEST_CASE("of the warnings that strangers cause a few are written in each period, and the rest is counted") {
  ManualClock clock;
  const LogRecorder log;
  {
    LimitedLog limited(clock, "refused connections");
    for (int i = 0; i < 1'000; ++i) limited.warn("refused " + std::to_string(i));
    REQUIRE(log.lines().size() == LimitedLog::kLinesInAPeriod);
    CHECK_THAT(log.lines().back(), Catch::Contains("refused 4"));
    clock.advance(LimitedLog::kPeriod);
    limited.warn("refused later");
    REQUIRE(log.lines().size() == LimitedLog::kLinesInAPeriod + 2);
    CHECK_THAT(log.lines()[5], Catch::Contains("995 more refused connections"));
    CHECK_THAT(log.lines()[6], Catch::Contains("refused later"));
  }
  CHECK(log.lines().size() == LimitedLog::kLinesInAPeriod + 2);
}
