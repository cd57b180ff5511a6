#include "ferro/net/handshake.h"

#include "ferro_test.h"

using namespace ferro;

namespace {

using Role = Handshake::Role;

const Handshake::Settings kSettings{true, "secret", "binding"};

// Carries what one says to the other until neither wants more.
void talk(Handshake& client, Handshake& server) {
  std::string toServer;
  std::string toClient;
  for (;;) {
    toServer += client.takeOutput();
    toClient += server.takeOutput();
    const bool serverCan = server.wanted() > 0 && server.wanted() <= toServer.size();
    const bool clientCan = client.wanted() > 0 && client.wanted() <= toClient.size();
    if (!serverCan && !clientCan) return;
    Handshake& next = serverCan ? server : client;
    std::string& input = serverCan ? toServer : toClient;
    const std::string taken = input.substr(0, next.wanted());
    input.erase(0, taken.size());
    next.take(taken);
  }
}

}  // namespace

TEST_CASE("two that know the secret believe each other") {
  Handshake client(Role::kClient, kSettings);
  Handshake server(Role::kServer, kSettings);
  talk(client, server);
  CHECK(client.succeeded());
  CHECK(server.succeeded());
}

TEST_CASE("two without authentication agree without a proof") {
  Handshake client(Role::kClient, {false, "", ""});
  Handshake server(Role::kServer, {false, "", ""});
  talk(client, server);
  CHECK(client.succeeded());
  CHECK(server.succeeded());
}

TEST_CASE("another secret, another TLS session or another setting is refused on both sides") {
  Handshake::Settings other = kSettings;
  std::string words;
  SECTION("secret") {
    other.secret = "Secret";
    words = "secrets differ";
  }
  SECTION("TLS session: somebody in the middle") {
    other.channelBinding = "Binding";
    words = "secrets differ";
  }
  SECTION("authentication") {
    other.authenticate = false;
    words = "ferro.authenticate";
  }
  Handshake client(Role::kClient, other);
  Handshake server(Role::kServer, kSettings);
  talk(client, server);
  REQUIRE(client.failure().has_value());
  REQUIRE(server.failure().has_value());
  CHECK(client.failure()->code() == ErrorCode::kPermissionDenied);
  CHECK_THAT(client.failure()->what(), Catch::Contains(words));
  CHECK_THAT(server.failure()->what(), Catch::Contains(words));
}

TEST_CASE("a server shows its proof to nobody who has not shown his own") {
  Handshake server(Role::kServer, kSettings);
  Handshake client(Role::kClient, {true, "a guess", "binding"});
  const std::string hello = client.takeOutput();
  server.take(hello.substr(0, server.wanted()));
  server.take(hello.substr(12));
  const std::string answer = server.takeOutput();
  CHECK(answer.size() == 12 + kNonceBytes);
  client.take(answer.substr(0, 12));
  client.take(answer.substr(12));
  const std::string proof = client.takeOutput();
  server.take(proof.substr(0, 12));
  server.take(proof.substr(12));
  CHECK(server.takeOutput() == encodeRefusal(Refusal::kSecret));
}

TEST_CASE("a server's own words do not pass as a client's proof") {
  Handshake server(Role::kServer, kSettings, std::string(kNonceBytes, 'n'));
  Handshake mirror(Role::kServer, kSettings, std::string(kNonceBytes, 'n'));
  Handshake client(Role::kClient, kSettings, std::string(kNonceBytes, 'n'));
  talk(client, mirror);
  REQUIRE(client.succeeded());
  // The same nonces on both sides: only who speaks differs.
  Handshake again(Role::kClient, kSettings, std::string(kNonceBytes, 'n'));
  const std::string hello = again.takeOutput();
  server.take(hello.substr(0, 12));
  server.take(hello.substr(12));
  server.takeOutput();
  Handshake asServer(Role::kServer, kSettings, std::string(kNonceBytes, 'n'));
  asServer.take(hello.substr(0, 12));
  asServer.take(hello.substr(12));
  const std::string serverHello = asServer.takeOutput();
  again.take(serverHello.substr(0, 12));
  again.take(serverHello.substr(12));
  const std::string clientProof = again.takeOutput();
  asServer.take(clientProof.substr(0, 12));
  asServer.take(clientProof.substr(12));
  const std::string serverProof = asServer.takeOutput();
  server.take(serverProof.substr(0, 12));
  server.take(serverProof.substr(12));
  CHECK(server.failure().has_value());
}

TEST_CASE("records that are out of order, of a wrong length or no records fail") {
  Handshake server(Role::kServer, kSettings);
  std::string hello = Handshake(Role::kClient, kSettings).takeOutput();
  SECTION("magic") { hello[0] = 'X'; }
  SECTION("step") { hello[6] = 2; }
  SECTION("a refusal from a client") { hello[6] = 3; }
  SECTION("length") { hello[8] = 31; }
  SECTION("version") { hello[4] = 2; }
  server.take(hello.substr(0, 12));
  CHECK(server.failure().has_value());
  CHECK(server.wanted() == 0);
  CHECK_FALSE(server.succeeded());
}

TEST_CASE("every refusal has a sentence of its own at the client") {
  std::vector<std::string> sentences;
  for (const Refusal reason : {Refusal::kVersion, Refusal::kAuthentication, Refusal::kSecret, Refusal::kTlsWanted,
                               Refusal::kNoTls, static_cast<Refusal>(99)}) {
    Handshake client(Role::kClient, kSettings);
    const std::string refusal = encodeRefusal(reason);
    client.take(refusal.substr(0, 12));
    client.take(refusal.substr(12));
    REQUIRE(client.failure().has_value());
    CHECK(client.failure()->code() == ErrorCode::kPermissionDenied);
    CHECK(std::count(sentences.begin(), sentences.end(), client.failure()->what()) == 0);
    sentences.emplace_back(client.failure()->what());
  }
}
