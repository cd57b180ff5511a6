#include "ferro/net/server.h"

#include <sys/resource.h>

#include <future>
#include <memory>
#include <vector>

#include "ferro_test.h"
#include "net_fixture.h"
#include "raw_peer.h"

using namespace ferro;
using namespace ferro::test;
using namespace std::chrono_literals;

TEST_CASE("10,000 connections that are opened and dropped leave nothing behind") {
  const LogRecorder log;
  TestPair pair(testOptions());
  const ConnectionPtr good = pair.connect();
  const size_t before = numOpenDescriptors();
  for (int i = 0; i < 10'000; ++i) {
    RawPeer peer(pair.server.address());
    // Some say a word before they go.
    if (i % 1000 == 999) peer.send("F");
  }
  CHECK(eventually([&] { return pair.server.numConnections() == 1; }));
  CHECK(eventually([&] { return numOpenDescriptors() == before; }));
  CHECK(good->callAndWait(message(kinds::kEcho, "here"), kSoon).body == "here");
  // Whoever only knocks is no line; the ten that spoke are one each, or none if the system had forgotten them before
  // they were accepted.
  CHECK(log.lines().size() <= 10);
}

TEST_CASE("connections that are authenticated and dropped leave nothing behind") {
  const bool tls = GENERATE(false, true);
  TestPair pair(testOptions(tls));
  pair.connect()->close("warm");
  REQUIRE(eventually([&] { return pair.server.numConnections() == 0; }));
  const size_t before = numOpenDescriptors();
  for (int i = 0; i < 200; ++i) {
    const ConnectionPtr connection = pair.connect();
    connection->callAndWait(message(kinds::kEcho), kSoon);
    connection->close("done");
  }
  CHECK(eventually([&] { return pair.server.numConnections() == 0; }));
  CHECK(eventually([&] { return numOpenDescriptors() <= before; }));
  CHECK(pair.handler.closed().size() == 201);
}

TEST_CASE("a server without descriptors says so once and goes on when there are some again") {
  const LogRecorder log;
  TestPair pair(testOptions());
  const ConnectionPtr good = pair.connect();
  rlimit limit{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  const rlimit small{numOpenDescriptors() + 20, limit.rlim_max};
  std::vector<RawPeer> peers;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &small) == 0);
  try {
    for (;;) peers.emplace_back(pair.server.address());
  } catch (const Error&) {
    REQUIRE_FALSE(peers.empty());
  }
  CHECK(log.waitForLines(1));
  CHECK(good->callAndWait(message(kinds::kEcho, "here"), kSoon).body == "here");
  peers.clear();
  CHECK(eventually([&] { return pair.server.numConnections() == 1; }));
  REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(pair.connect()->callAndWait(message(kinds::kEcho, "again"), kSoon).body == "again");
  REQUIRE(log.lines().size() == 1);
  CHECK_THAT(log.lines().front(), Catch::Contains(pair.server.address().text()) && Catch::Contains("accept"));
}

TEST_CASE("an address that is taken is an error that names it") {
  TestPair pair(testOptions());
  CHECK_THROWS_WITH(Server(pair.serverLoop, pair.options, pair.server.address(), pair.handler),
                    Catch::Contains(pair.server.address().text()));
}

TEST_CASE("an address where nobody listens is kNetwork at once") {
  NetLoop loop;
  const HostPort nowhere = RawListener().address();
  try {
    loop.connect(nowhere, testOptions(), nullptr, kSoon);
    FAIL("connected");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kNetwork);
    CHECK_THAT(error.what(), Catch::Contains(nowhere.text()));
  }
}

TEST_CASE("a server that accepts and says nothing costs the client no more than its deadline") {
  NetLoop loop;
  RawListener silent;
  try {
    loop.connect(silent.address(), testOptions(), nullptr, 100ms);
    FAIL("connected");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kNetwork);
    CHECK_THAT(error.what(), Catch::Contains(" ms") && Catch::Contains(silent.address().text()));
  }
}

TEST_CASE("authentication without a secret is refused on both sides") {
  TestHandler handler;
  NetLoop loop;
  CHECK_THROWS_WITH(Server(loop, NetOptions{}, {"127.0.0.1", 0}, handler), Catch::Contains("no secret"));
  CHECK_THROWS_WITH(loop.connect({"127.0.0.1", 1}, NetOptions{}, nullptr, kSoon), Catch::Contains("no secret"));
}

TEST_CASE("a name is looked up") {
  TestPair pair(testOptions());
  const HostPort named{"localhost", pair.server.address().port};
  CHECK(pair.clientLoop.connect(named, pair.options, nullptr, kSoon)->peer() == named);
}

TEST_CASE("a loop that ends tells those who wait to connect") {
  RawListener silent;
  std::promise<std::optional<Error>> told;
  {
    NetLoop loop;
    loop.connectAsync(silent.address(), testOptions(), nullptr, kSoon,
                      [&](const ConnectionPtr&, std::optional<Error> error) { told.set_value(std::move(error)); });
    loop.postAfter(1h, [] {});
    silent.accept();
  }
  CHECK(told.get_future().get().has_value());
}

TEST_CASE("delayed functions run in the order of their delays") {
  NetLoop loop;
  std::promise<std::string> done;
  std::string order;
  loop.postAfter(40ms, [&] { done.set_value(order + "c"); });
  loop.postAfter(1ms, [&] { order += "b"; });
  loop.post([&] { order += "a"; });
  CHECK(done.get_future().get() == "abc");
}

TEST_CASE("stop on the loop's own thread, from within a handler, returns") {
  class Stopping final : public MessageHandler {
   public:
    void onMessage(const ConnectionPtr&, Message, Responder) override { server->stop(); }
    Server* server = nullptr;
  };
  Stopping handler;
  NetLoop loop;
  Server server(loop, testOptions(), {"127.0.0.1", 0}, handler);
  handler.server = &server;
  NetLoop clientLoop;
  const ConnectionPtr connection = clientLoop.connect(server.address(), testOptions(), nullptr, kSoon);
  CHECK_THROWS_AS(connection->callAndWait(message(1), kSoon), Error);
  CHECK(eventually([&] { return server.numConnections() == 0; }));
}
