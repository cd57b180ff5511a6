// What happens to readers when outputs at other executors are damaged, or their executors do not answer as they should.
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <optional>
#include <thread>

#include <arrow/buffer.h>
#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/shuffle/fetch_failed.h"
#include "ferro/shuffle/shuffle_messages.h"
#include "ferro_test.h"
#include "shuffle_cluster.h"

namespace ferro {
namespace {

constexpr int kFaultyShuffle = 6;
constexpr int kFaultyMaps = 6;
constexpr int kBadMap = 3;  // at executor 1
constexpr int64_t kBadAttempt = 103;

using namespace std::chrono_literals;

// Two executors; the odd maps are at executor 1, one reducer wants all.
struct FaultCase {
  explicit FaultCase(const ShuffleOptions& options = {}, const ShuffleFetchOptions& fetch = quickFetchOptions())
      : cluster(2, options, fetch) {
    for (int map = 0; map < kFaultyMaps; ++map) outputs.emplace_back(500 + static_cast<uint64_t>(map), 1, 5, 60);
    cluster.write(kFaultyShuffle, 1, outputs);
  }

  TestExecutor& reader() { return cluster.at(0); }
  TestExecutor& peer() { return cluster.at(1); }
  Batches read() { return reader().read(kFaultyShuffle, 0, kFaultyMaps); }

  FetchFailed expectFailure() {
    try {
      read();
    } catch (const FetchFailed& failure) {
      CHECK(failure.shuffleId == kFaultyShuffle);
      CHECK(failure.executorId == "executor-1");
      CHECK(failure.host == "127.0.0.1");
      CHECK_FALSE(failure.atService);
      return failure;
    }
    FAIL("the fetch should fail");
    throwInternal("not reached");
  }

  void expectRead() { CHECK(sameBatches(read(), expectedFor(outputs, 0))); }

  std::string fileOfBadMap(const std::string& suffix) {
    peer().parts.moveToDisk();
    for (const auto& path : peer().parts.files()) {
      const std::string name = std::filesystem::path(path).filename().string();
      if (name.starts_with("shuffle_6_3_") && name.ends_with(suffix)) return path;
    }
    FAIL("there should be a file");
    return {};
  }

  // Waits until the peer dropped the damaged output, and only that.
  void expectDropped() {
    const auto limit = std::chrono::steady_clock::now() + 10s;
    while (peer().parts.files().size() > 4 && std::chrono::steady_clock::now() < limit) std::this_thread::yield();
    CHECK(peer().parts.files().size() == 4);
  }

  // As the driver does after a FetchFailed: the map is run again, here at the same executor.
  void rerunBadMap() {
    CHECK(cluster.driver.unregisterMapOutput(kFaultyShuffle, kBadMap, kBadAttempt));
    const MapStatus status = peer().write(kFaultyShuffle, kBadMap, 1, outputs[kBadMap], 999);
    CHECK(status.attempt == 999);
    expectRead();
  }

  void expectLostAndRerun() {
    const FetchFailed failure = expectFailure();
    CHECK(failure.mapId == kBadMap);
    CHECK(failure.attempt == kBadAttempt);
    CHECK_FALSE(failure.unreachable);
    expectDropped();
    rerunBadMap();
  }

  ShuffleCluster cluster;
  std::vector<TestOutput> outputs;
};

TEST_CASE("one flipped bit in a peer's data file loses that map alone, and the peer drops it") {
  for (const ShuffleCodec codec : {ShuffleCodec::kNone, ShuffleCodec::kLz4}) {
    for (const int part : {0, 50, 99}) {
      CAPTURE(static_cast<int>(codec), part);
      ShuffleOptions options;
      options.codec = codec;
      FaultCase test(options);
      const std::string data = test.fileOfBadMap(".data");
      flipBit(data, static_cast<int64_t>(std::filesystem::file_size(data)) * part / 100, part % 8);
      test.expectLostAndRerun();
    }
  }
}

TEST_CASE("a peer's files that are cut short or damaged lose that map alone") {
  const std::vector<std::function<void(FaultCase&)>> damages = {
      [](FaultCase& test) {
        const std::string data = test.fileOfBadMap(".data");
        std::filesystem::resize_file(data, std::filesystem::file_size(data) - 1);
      },
      [](FaultCase& test) { std::filesystem::resize_file(test.fileOfBadMap(".data"), 0); },
      [](FaultCase& test) { std::filesystem::remove(test.fileOfBadMap(".data")); },
      [](FaultCase& test) { std::filesystem::resize_file(test.fileOfBadMap(".index"), 20); },
      [](FaultCase& test) { std::filesystem::remove(test.fileOfBadMap(".index")); },
      [](FaultCase& test) { flipBit(test.fileOfBadMap(".index"), 24, 2); }};
  for (size_t i = 0; i < damages.size(); ++i) {
    CAPTURE(i);
    FaultCase test;
    damages[i](test);
    test.expectLostAndRerun();
  }
}

TEST_CASE("without checksums bytes that are no batches lose the map") {
  ShuffleOptions options;
  options.checksum = false;
  FaultCase test(options);
  flipBit(test.fileOfBadMap(".data"), 0, 4);
  test.expectLostAndRerun();
}

TEST_CASE("an output of another attempt is not what was asked for") {
  FaultCase test;
  test.peer().parts.shuffles.removeMapOutput(kFaultyShuffle, kBadMap);
  test.peer().parts.write(kFaultyShuffle, kBadMap, 1, test.outputs[kBadMap], 55);
  const FetchFailed failure = test.expectFailure();
  CHECK(failure.mapId == kBadMap);
  CHECK(failure.attempt == kBadAttempt);
  CHECK_FALSE(failure.unreachable);
}

TEST_CASE("a map that the driver knows no output of is a fetch failure without an attempt") {
  FaultCase test;
  test.cluster.driver.unregisterMapOutput(kFaultyShuffle, kBadMap);
  try {
    test.read();
    FAIL("the fetch should fail");
  } catch (const FetchFailed& failure) {
    CHECK(failure.mapId == kBadMap);
    CHECK_FALSE(failure.attempt);
    CHECK(failure.executorId.empty());
  }
}

// Flips a bit in the first `times` answers on their way.
Interceptor::Hook damageOnTheWay(TestExecutor& peer, std::shared_ptr<std::atomic<int>> times) {
  return [&peer, times](const ConnectionPtr& from, Message& message, Responder& responder) {
    if (message.kind != message_kinds::kFetchSegments || times->fetch_sub(1) <= 0) return false;
    auto shared = std::make_shared<Responder>(std::move(responder));
    Responder damaging([shared](Reply reply) {
      Message answer = reply.take();
      std::string bytes;
      for (const auto& part : answer.payload.parts()) {
        bytes += std::get<std::shared_ptr<arrow::Buffer>>(part)->ToString();
      }
      bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
      answer.payload = Payload();
      answer.payload.add(arrow::Buffer::FromString(std::move(bytes)));
      shared->reply(std::move(answer));
    });
    peer.router.onMessage(from, std::move(message), std::move(damaging));
    return true;
  };
}

TEST_CASE("damage on the way is cured by asking again, damage that comes back is not") {
  FaultCase test;
  test.peer().interceptor.set(damageOnTheWay(test.peer(), std::make_shared<std::atomic<int>>(1)));
  test.expectRead();
  test.peer().interceptor.set(damageOnTheWay(test.peer(), std::make_shared<std::atomic<int>>(100)));
  const FetchFailed failure = test.expectFailure();
  CHECK_FALSE(failure.unreachable);
  REQUIRE(failure.attempt);
}

TEST_CASE("a connection that ends in the middle is made again, as often as the settings say") {
  ShuffleFetchOptions fetch = quickFetchOptions();
  fetch.maxRetries = 2;
  FaultCase test({}, fetch);
  for (const int failures : {1, 2, 3}) {
    CAPTURE(failures);
    auto left = std::make_shared<std::atomic<int>>(failures);
    test.peer().interceptor.set([left](const ConnectionPtr& from, Message&, Responder&) {
      if (left->fetch_sub(1) <= 0) return false;
      from->close("the test ends it");
      return true;
    });
    if (failures <= fetch.maxRetries) {
      test.expectRead();
      continue;
    }
    const FetchFailed failure = test.expectFailure();
    CHECK(failure.unreachable);
    CHECK(failure.attempt);
    CHECK(std::string(failure.what()).find("tried 3 times") != std::string::npos);
  }
}

TEST_CASE("a peer that refuses connections is out of reach after the retries") {
  FaultCase test;
  test.peer().server->stop();
  const FetchFailed failure = test.expectFailure();
  CHECK(failure.unreachable);
  const auto losers = test.cluster.driver.unregisterOutputsOf(failure.executorId);
  CHECK(losers == std::vector<int>{kFaultyShuffle});
  CHECK(test.cluster.driver.missingMaps(kFaultyShuffle) == std::vector<int>{1, 3, 5});
}

TEST_CASE("a peer that answers nothing is given up within retries times deadline and wait") {
  ShuffleFetchOptions fetch;
  fetch.maxRetries = 1;
  fetch.retryWait = 100ms;
  fetch.requestDeadline = 300ms;
  FaultCase test({}, fetch);
  auto held = std::make_shared<std::vector<Responder>>();
  test.peer().interceptor.set([held](const ConnectionPtr&, Message&, Responder& responder) {
    held->push_back(std::move(responder));
    return true;
  });
  const auto start = std::chrono::steady_clock::now();
  CHECK(test.expectFailure().unreachable);
  const auto elapsed = std::chrono::steady_clock::now() - start;
  CHECK(elapsed >= 700ms);
  CHECK(elapsed < 10s);
}

TEST_CASE("another executor at the old address does not answer for the lost one") {
  FaultCase test;
  ShuffleNetwork other = test.peer().network();
  other.self.executorId = "executor-7";
  test.peer().parts.shuffles.connect(other);
  const FetchFailed failure = test.expectFailure();
  CHECK(failure.unreachable);
}

TEST_CASE("nobody waits for a peer that the driver has given up, whether it answers nothing or is to be tried again") {
  ShuffleFetchOptions fetch;
  fetch.requestDeadline = 100s;
  fetch.retryWait = 100s;
  for (const bool whileRetrying : {false, true}) {
    CAPTURE(whileRetrying);
    FaultCase test({}, fetch);
    auto held = std::make_shared<std::vector<Responder>>();
    test.peer().interceptor.set([&, held](const ConnectionPtr& from, Message&, Responder& responder) {
      if (whileRetrying) from->close("the test ends it");
      else held->push_back(std::move(responder));
      test.reader().lost.add(test.peer().place);
      return true;
    });
    const auto start = std::chrono::steady_clock::now();
    const FetchFailed failure = test.expectFailure();
    CHECK(failure.unreachable);
    CHECK(std::string(failure.what()).find("given it up") != std::string::npos);
    CHECK(std::chrono::steady_clock::now() - start < 20s);
  }
}

TEST_CASE("a task that is cancelled stops waiting for a peer that answers nothing") {
  ShuffleFetchOptions fetch;
  fetch.requestDeadline = 100s;
  fetch.retryWait = 100s;
  for (const bool whileRetrying : {false, true}) {
    CAPTURE(whileRetrying);
    FaultCase test({}, fetch);
    std::promise<void> asked;
    auto held = std::make_shared<std::vector<Responder>>();
    std::atomic<bool> first{true};
    test.peer().interceptor.set([&, held](const ConnectionPtr& from, Message&, Responder& responder) {
      if (whileRetrying) from->close("the test ends it");
      else held->push_back(std::move(responder));
      if (first.exchange(false)) asked.set_value();
      return true;
    });
    std::atomic<bool> cancelled{false};
    auto task = std::async(std::launch::async, [&]() -> std::optional<ErrorCode> {
      try {
        test.reader().read(kFaultyShuffle, 0, kFaultyMaps, [&] { return cancelled.load(); });
      } catch (const Error& error) {
        return error.code();
      }
      return std::nullopt;
    });
    asked.get_future().wait();
    const auto start = std::chrono::steady_clock::now();
    cancelled = true;
    CHECK(task.get() == ErrorCode::kCancelled);
    CHECK(std::chrono::steady_clock::now() - start < 5s);
  }
}

}  // namespace
}  // namespace ferro
