#include <future>
#include <random>

#include "ferro_test.h"
#include "net_fixture.h"
#include "raw_peer.h"

using namespace ferro;
using namespace ferro::test;
using namespace std::chrono_literals;

namespace {

NetOptions impatientOptions() {
  NetOptions options = testOptions();
  options.stallTimeout = 300ms;
  return options;
}

// On a busy machine even a good peer may need more time than a test grants to others.
ConnectionPtr connectAtLast(TestPair& pair) {
  ConnectionPtr connection;
  REQUIRE(eventually([&] {
    try {
      connection = pair.connect();
    } catch (const Error& error) {
      WARN(error.what());
    }
    return connection != nullptr;
  }));
  return connection;
}

// A server with one good connection, which goes on working whatever a bad one does.
struct Disturbed {
  explicit Disturbed(const NetOptions& options) : pair(options), good(connectAtLast(pair)) {}

  RawPeer authenticated() {
    RawPeer peer(pair.server.address());
    REQUIRE(peer.authenticate(pair.options.secret));
    return peer;
  }
  // Exactly one line that has these words, and the bad connection is gone.
  void requireOneLine(const std::string& words) {
    REQUIRE(log.waitForLines(1));
    CHECK_THAT(log.lines().front(), Catch::Contains("127.0.0.1:") && Catch::Contains(words));
    CHECK(eventually([&] { return pair.server.numConnections() == 1; }));
    CHECK(good->callAndWait(message(kinds::kEcho, "undisturbed"), kSoon).body == "undisturbed");
    CHECK(log.lines().size() == 1);
  }

  TestPair pair;
  ConnectionPtr good;
  LogRecorder log;
};

FrameHeader requestHeader(uint64_t id) {
  FrameHeader header;
  header.type = FrameType::kRequest;
  header.kind = kinds::kEcho;
  header.id = id;
  return header;
}

std::string helloWithVersion(uint16_t version) {
  std::string hello = Handshake(Handshake::Role::kClient, {}).takeOutput();
  hello[4] = static_cast<char>(version & 0xff);
  hello[5] = static_cast<char>(version >> 8);
  return hello;
}

Error connectError(NetLoop& loop, const HostPort& peer, const NetOptions& options) {
  try {
    loop.connect(peer, options, nullptr, kSoon);
  } catch (const Error& error) {
    return error;
  }
  FAIL("connected");
  return {ErrorCode::kInternal, ""};
}

}  // namespace

TEST_CASE("a wrong secret is refused at once, and both sides say so") {
  const bool tls = GENERATE(false, true);
  CAPTURE(tls);
  Disturbed test(testOptions(tls));
  NetOptions wrong = test.pair.options;
  wrong.secret = "another secret";
  const auto begin = std::chrono::steady_clock::now();
  const Error error = connectError(test.pair.clientLoop, test.pair.server.address(), wrong);
  CHECK(std::chrono::steady_clock::now() - begin < 2s);
  CHECK(error.code() == ErrorCode::kPermissionDenied);
  CHECK_THAT(error.what(), Catch::Contains("secrets differ") && !Catch::Contains("another secret"));
  test.requireOneLine("the secrets differ");
}

TEST_CASE("a peer without authentication is refused where it is on, and the other way round") {
  Disturbed test(testOptions());
  NetOptions open = test.pair.options;
  open.authenticate = false;
  const Error error = connectError(test.pair.clientLoop, test.pair.server.address(), open);
  CHECK(error.code() == ErrorCode::kPermissionDenied);
  CHECK_THAT(error.what(), Catch::Contains("ferro.authenticate"));
  test.requireOneLine("ferro.authenticate");
}

TEST_CASE("a peer of another version is refused with a sentence that names both") {
  Disturbed test(testOptions());
  RawPeer peer(test.pair.server.address());
  peer.send(helloWithVersion(513));
  CHECK(peer.receive(4) == "FERR");
  CHECK(peer.isClosed());
  test.requireOneLine("version 513 of the protocol and this process version 1");
}

TEST_CASE("a client hears which version the server that refuses it speaks") {
  const LogRecorder log;
  NetLoop loop;
  RawListener listener;
  auto server = std::async(std::launch::async, [&] {
    RawPeer peer = listener.accept();
    peer.receive(44);
    std::string refusal = encodeRefusal(Refusal::kVersion);
    refusal[4] = 7;
    peer.send(refusal);
    peer.isClosed();
  });
  const Error error = connectError(loop, listener.address(), testOptions());
  CHECK(error.code() == ErrorCode::kPermissionDenied);
  CHECK_THAT(error.what(), Catch::Contains("version 7") && Catch::Contains("version 1"));
  server.get();
  CHECK(log.lines().empty());
}

TEST_CASE("garbage instead of a handshake ends the connection without an answer") {
  const bool tls = GENERATE(false, true);
  CAPTURE(tls);
  Disturbed test(testOptions(tls));
  RawPeer peer(test.pair.server.address());
  peer.send("GET / HTTP/1.1\r\nHost: somebody\r\n\r\n" + patternedBytes(100'000, 3));
  CHECK(peer.receive(1).empty());
  test.requireOneLine(tls ? "not TLS" : "not Ferro's protocol");
}

TEST_CASE("garbage that begins like TLS ends the connection") {
  Disturbed test(testOptions(true));
  RawPeer peer(test.pair.server.address());
  peer.send("\x16" + patternedBytes(1000, 5));
  CHECK(peer.isClosed());
  test.requireOneLine("TLS handshake failed");
}

TEST_CASE("a handshake record that claims more than it may is refused before it comes") {
  Disturbed test(testOptions());
  RawPeer peer(test.pair.server.address());
  std::string hello = helloWithVersion(kProtocolVersion).substr(0, 12);
  hello.replace(8, 4, "\xff\xff\xff\x7f", 4);
  peer.send(hello);
  CHECK(peer.isClosed());
  test.requireOneLine("claims a record of 2147483647 bytes");
}

TEST_CASE("a peer that stalls in the handshake is closed at the deadline") {
  const auto [tls, length] = GENERATE(table<bool, size_t>({{false, 1}, {false, 20}, {true, 20}}));
  CAPTURE(tls, length);
  NetOptions options = testOptions(tls);
  options.handshakeTimeout = 1500ms;
  Disturbed test(options);
  RawPeer peer(test.pair.server.address());
  const std::string start = tls ? std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + patternedBytes(9, 1)
                                : helloWithVersion(kProtocolVersion);
  peer.send(start.substr(0, length));
  CHECK(peer.isClosed());
  test.requireOneLine("did not finish the handshake within 1500 ms");
}

TEST_CASE("a peer that leaves in the middle of the handshake is one line") {
  Disturbed test(testOptions());
  RawPeer peer(test.pair.server.address());
  peer.send(helloWithVersion(kProtocolVersion).substr(0, 30));
  peer.leave();
  test.requireOneLine("broke off the handshake");
}

TEST_CASE("replayed bytes of a good session are refused") {
  Disturbed test(testOptions());
  std::string recorded;
  {
    RawPeer good = test.authenticated();
    good.sendFrame(requestHeader(1), "pay me");
    CHECK(good.receive(kFrameHeaderBytes + 6).size() == kFrameHeaderBytes + 6);
    recorded = good.sent();
  }
  REQUIRE(eventually([&] { return test.pair.server.numConnections() == 1; }));
  RawPeer thief(test.pair.server.address());
  thief.send(recorded);
  CHECK(thief.isClosed());
  test.requireOneLine("the secrets differ");
  const std::vector<std::string> received = test.pair.handler.received();
  CHECK(std::count(received.begin(), received.end(), "pay me") == 1);
}

TEST_CASE("a frame that claims 2^63 bytes is refused before memory is asked for") {
  Disturbed test(testOptions());
  RawPeer peer = test.authenticated();
  FrameHeader header = requestHeader(1);
  SECTION("of payload") { header.payloadBytes = uint64_t{1} << 63; }
  SECTION("of body") { header.bodyBytes = uint64_t{1} << 63; }
  SECTION("of both, so that their sum is small") {
    header.bodyBytes = uint64_t{1} << 63;
    header.payloadBytes = uint64_t{1} << 63;
  }
  peer.sendFrame(header);
  CHECK(peer.isClosed());
  test.requireOneLine("claims 9223372036854775808 bytes");
}

TEST_CASE("bytes that are no frame end an authenticated connection") {
  Disturbed test(testOptions());
  RawPeer peer = test.authenticated();
  peer.send(patternedBytes(4096, 11));
  CHECK(peer.isClosed());
  test.requireOneLine("bytes that are no frame");
}

TEST_CASE("ids that repeat, or that nobody knows, end the connection") {
  Disturbed test(testOptions());
  RawPeer peer = test.authenticated();
  peer.sendFrame(requestHeader(5), "first");
  CHECK(peer.receive(kFrameHeaderBytes + 5).size() == kFrameHeaderBytes + 5);
  FrameHeader header = requestHeader(5);
  std::string words;
  SECTION("a request twice") { words = "the message 5 a second time"; }
  SECTION("a one-way message with an older id") {
    header.type = FrameType::kOneWay;
    header.id = 4;
    words = "the message 4 a second time or out of order";
  }
  SECTION("an answer to nothing") {
    header.type = FrameType::kAnswer;
    words = "an answer to the request 5, which nobody made";
  }
  SECTION("a cancellation of what was never asked") {
    header.type = FrameType::kCancel;
    header.id = 6;
    words = "a cancellation of the request 6";
  }
  peer.sendFrame(header);
  CHECK(peer.isClosed());
  test.requireOneLine(words);
}

TEST_CASE("a peer that stalls in the middle of a message is closed, one that is idle is not") {
  Disturbed test(impatientOptions());
  RawPeer peer = test.authenticated();
  FrameHeader header = requestHeader(1);
  header.payloadBytes = 1000;
  const size_t length = GENERATE(1, 31, 32, 500);
  CAPTURE(length);
  peer.send((encodeFrameHeader(header) + std::string(1000, 'x')).substr(0, length));
  CHECK(peer.isClosed());
  test.requireOneLine("it stopped in the middle of a message for 300 ms");
}

TEST_CASE("a peer that asks and never reads is held back, then closed") {
  NetOptions options = impatientOptions();
  options.maxQueuedBytes = 1 << 20;
  Disturbed test(options);
  RawPeer peer = test.authenticated();
  FrameHeader header = requestHeader(0);
  header.kind = kinds::kBytes;
  for (header.id = 1; header.id <= 500; ++header.id) peer.sendFrame(header, "1000000");
  test.requireOneLine("it took nothing of what it was sent for 300 ms");
  // What the system's buffers take is some megabytes; without being held back all 500 would have been answered.
  CHECK(test.pair.handler.received().size() < 100);
}

TEST_CASE("a server that sends garbage to a client costs that client one line and its calls") {
  const LogRecorder log;
  NetLoop loop;
  RawListener listener;
  auto server = std::async(std::launch::async, [&] {
    RawPeer peer = listener.accept();
    if (!peer.authenticate(testOptions().secret, Handshake::Role::kServer)) return false;
    peer.receive(kFrameHeaderBytes);
    peer.send(std::string(100, 'x'));
    return peer.isClosed();
  });
  const ConnectionPtr connection = loop.connect(listener.address(), testOptions(), nullptr, kSoon);
  CHECK_THROWS_AS(connection->callAndWait(message(kinds::kEcho), kSoon), Error);
  CHECK(server.get());
  REQUIRE(log.lines().size() == 1);
  CHECK_THAT(log.lines().front(), Catch::Contains(listener.address().text()) && Catch::Contains("no frame"));
}

TEST_CASE("a server that does not know the secret is not believed") {
  NetLoop loop;
  RawListener listener;
  auto server =
      std::async(std::launch::async, [&] { listener.accept().authenticate("a guess", Handshake::Role::kServer); });
  const Error error = connectError(loop, listener.address(), testOptions());
  CHECK(error.code() == ErrorCode::kPermissionDenied);
  server.get();
}

TEST_CASE("a plain client and a TLS server, and the other way round, say what is wrong") {
  const bool serverTls = GENERATE(false, true);
  CAPTURE(serverTls);
  Disturbed test(testOptions(serverTls));
  const Error error = connectError(test.pair.clientLoop, test.pair.server.address(), testOptions(!serverTls));
  CHECK(error.code() == ErrorCode::kPermissionDenied);
  CHECK_THAT(error.what(), Catch::Contains("TLS") && Catch::Contains("ferro.ssl.rpc.enabled"));
  test.requireOneLine("ferro.ssl.rpc.enabled");
}

TEST_CASE("a server that goes away during the TLS handshake is called gone, not set up wrongly") {
  NetLoop loop;
  RawListener listener;
  auto server = std::async(std::launch::async, [&] { listener.accept(); });
  const Error error = connectError(loop, listener.address(), testOptions(true));
  CHECK(error.code() == ErrorCode::kNetwork);
  CHECK_THAT(error.what(), !Catch::Contains("ferro.ssl.rpc.enabled"));
  server.get();
}
