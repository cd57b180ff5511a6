#include "ferro/net/connection_pool.h"

#include <future>

#include "ferro_test.h"
#include "net_fixture.h"
#include "raw_peer.h"

using namespace ferro;
using namespace ferro::test;

namespace {

struct Pooled {
  TestPair pair{testOptions()};
  ConnectionPool pool{pair.clientLoop, pair.options, kSoon};

  ConnectionPtr get() {
    std::promise<ConnectionPtr> got;
    pool.get(pair.server.address(), [&](const ConnectionPtr& connection, const std::optional<Error>& error) {
      if (error) got.set_exception(std::make_exception_ptr(*error));
      else got.set_value(connection);
    });
    return got.get_future().get();
  }
};

}  // namespace

TEST_CASE("all calls to one peer share one connection, from the first on") {
  Pooled test;
  std::vector<std::future<Reply>> answers;
  for (int i = 0; i < 50; ++i) {
    const auto promise = std::make_shared<std::promise<Reply>>();
    answers.push_back(promise->get_future());
    test.pool.call(test.pair.server.address(), message(kinds::kEcho, std::to_string(i)), kSoon,
                   [promise](Reply reply) { promise->set_value(std::move(reply)); });
  }
  for (size_t i = 0; i < answers.size(); ++i) CHECK(answers[i].get().take().body == std::to_string(i));
  CHECK(test.pair.server.numConnections() == 1);
  CHECK(test.pool.size() == 1);
  CHECK(test.get() == test.get());
}

TEST_CASE("a connection that ended is made anew") {
  Pooled test;
  const ConnectionPtr first = test.get();
  first->close("a test");
  REQUIRE(eventually([&] { return test.pool.size() == 0; }));
  CHECK(test.pool.callAndWait(test.pair.server.address(), message(kinds::kEcho, "again"), kSoon).body == "again");
  CHECK(test.get() != first);
}

TEST_CASE("a peer that cannot be reached fails all who ask, and is tried again") {
  Pooled test;
  const HostPort nowhere = RawListener().address();
  for (int i = 0; i < 3; ++i) {
    try {
      test.pool.callAndWait(nowhere, message(kinds::kEcho), kSoon);
      FAIL("answered by nobody");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kNetwork);
      CHECK_THAT(error.what(), Catch::Contains(nowhere.text()));
    }
  }
  CHECK(test.pool.size() == 0);
}

TEST_CASE("a dropped peer's calls fail at once, those that wait for the connection too") {
  Pooled test;
  std::promise<Reply> waiting;
  test.pool.call(test.pair.server.address(), message(kinds::kKeep), kSoon,
                 [&](Reply reply) { waiting.set_value(std::move(reply)); });
  REQUIRE(eventually([&] { return test.pair.handler.numKept() == 1; }));
  test.pool.drop(test.pair.server.address());
  CHECK(waiting.get_future().get().error.has_value());
  CHECK(test.pool.size() == 0);

  RawListener silent;
  std::promise<Reply> connecting;
  test.pool.call(silent.address(), message(kinds::kEcho), kSoon,
                 [&](Reply reply) { connecting.set_value(std::move(reply)); });
  test.pool.drop(silent.address());
  CHECK(connecting.get_future().get().error.has_value());
}

TEST_CASE("a pool that goes closes its connections") {
  TestPair pair(testOptions());
  {
    ConnectionPool pool(pair.clientLoop, pair.options, kSoon);
    pool.callAndWait(pair.server.address(), message(kinds::kEcho), kSoon);
    CHECK(pair.server.numConnections() == 1);
  }
  CHECK(eventually([&] { return pair.server.numConnections() == 0; }));
}
