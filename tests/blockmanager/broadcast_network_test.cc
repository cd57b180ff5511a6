#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "block_cluster.h"
#include "ferro/common/error.h"
#include "ferro_test.h"

using namespace ferro;
using test::becomesTrue;
using test::DriverNode;
using test::ExecutorNode;
using test::kMegabyte;

namespace {

constexpr int64_t kId = 5;

std::string randomBytes(int64_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(static_cast<size_t>(size), '\0');
  for (size_t i = 0; i + 8 <= bytes.size(); i += 8) {
    const uint64_t word = random();
    std::memcpy(bytes.data() + i, &word, 8);
  }
  return bytes;
}

std::shared_ptr<const void> asText(std::string_view bytes) { return std::make_shared<const std::string>(bytes); }

std::string getText(ExecutorNode& node, int64_t id = kId) {
  return *std::static_pointer_cast<const std::string>(node.fetcher.get(id, asText));
}

// A driver with one broadcast value, and executors that read it.
struct Audience {
  Audience(BroadcastOptions options, int64_t bytes, int executors) : driver(options), value(randomBytes(bytes, 11)) {
    driver.source.add(kId, [this] {
      ++encoded;
      return value;
    });
    for (int i = 0; i < executors; ++i) {
      nodes.push_back(std::make_unique<ExecutorNode>(driver, "executor" + std::to_string(i)));
    }
  }

  // All executors at once; true when all read the same bytes.
  bool allRead() {
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (auto& node : nodes) threads.emplace_back([&] { right += getText(*node) == value ? 1 : 0; });
    for (auto& thread : threads) thread.join();
    return right == static_cast<int>(nodes.size());
  }

  DriverNode driver;
  const std::string value;
  std::atomic<int> encoded{0};
  std::vector<std::unique_ptr<ExecutorNode>> nodes;
};

const char* nameOf(BroadcastTopology topology) {
  switch (topology) {
    case BroadcastTopology::kTorrent: return "torrent";
    case BroadcastTopology::kChain: return "chain";
    case BroadcastTopology::kStar: return "star";
  }
  return "";
}

constexpr BroadcastTopology kTopologies[] = {BroadcastTopology::kTorrent, BroadcastTopology::kChain,
                                             BroadcastTopology::kStar};

}  // namespace

TEST_CASE("a broadcast of 64 MB reaches four executors by star, chain and torrent, encoded once") {
  constexpr int64_t kBytes = 64 * kMegabyte;
  for (const auto topology : kTopologies) {
    INFO(nameOf(topology));
    Audience audience({topology, BroadcastCodec::kLz4, 4 * kMegabyte}, kBytes, 4);
    CHECK(audience.allRead());
    CHECK(audience.encoded == 1);
    const double uploads = static_cast<double>(audience.driver.transfer.bytesServed()) / kBytes;
    INFO("the driver sent it " << uploads << " times");
    if (topology == BroadcastTopology::kTorrent) CHECK(uploads < 3);
    if (topology == BroadcastTopology::kChain) CHECK(uploads < 1.1);
    if (topology == BroadcastTopology::kStar) CHECK(uploads >= 4);
  }
}

TEST_CASE("a broadcast is read once by an executor, however many tasks ask at once") {
  Audience audience({BroadcastTopology::kStar, BroadcastCodec::kNone, kMegabyte}, 8 * kMegabyte, 1);
  std::atomic<int> decoded{0};
  std::vector<std::shared_ptr<const void>> values(8);
  std::vector<std::thread> threads;
  for (auto& value : values) {
    threads.emplace_back([&] {
      value = audience.nodes[0]->fetcher.get(kId, [&](std::string_view bytes) {
        ++decoded;
        return asText(bytes);
      });
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(decoded == 1);
  for (const auto& value : values) CHECK(value == values[0]);
  CHECK(audience.driver.transfer.bytesServed() < 9 * kMegabyte);
}

TEST_CASE("when an executor dies in the middle of a broadcast the others read on from whoever is left") {
  for (const auto topology : kTopologies) {
    INFO(nameOf(topology));
    Audience audience({topology, BroadcastCodec::kNone, 256 * 1024}, 32 * kMegabyte, 4);
    std::thread killer([&] {
      // After the first executor has passed on a few pieces, or all have what they want.
      const BlockId somePiece = BlockId::broadcastPiece(kId, 20);
      audience.driver.hears([&] { return audience.driver.locations.contains(somePiece); });
      audience.nodes[0]->die();
      audience.driver.locations.removeExecutor("executor0");
    });
    CHECK(audience.allRead());
    killer.join();
  }
}

TEST_CASE("a piece that arrives damaged is read from somebody else") {
  for (const auto topology : {BroadcastTopology::kTorrent, BroadcastTopology::kChain}) {
    INFO(nameOf(topology));
    Audience audience({topology, BroadcastCodec::kLz4, 64 * 1024}, kMegabyte, 1);
    CHECK(audience.allRead());
    const test::Liar liar(audience.driver, "liar", audience.driver.blocks);
    for (const auto& status : audience.driver.blocks.blocks()) audience.driver.locations.update("liar", status);
    audience.driver.locations.removeExecutor("executor0");
    audience.driver.pool.callAndWait(audience.driver.server->address(),
                                     {block_messages::kOpenBroadcast, encodeBody(BroadcastReader{kId, "liar"}), {}},
                                     std::chrono::seconds(10));
    ExecutorNode late(audience.driver, "late");
    CHECK(getText(late) == audience.value);
    CHECK(liar.lies > 0);
  }
}

TEST_CASE("a value that is removed is dropped with its pieces, and asking for it again says that it was unpersisted") {
  for (const auto topology : kTopologies) {
    INFO(nameOf(topology));
    Audience audience({topology, BroadcastCodec::kLz4, 64 * 1024}, 2 * kMegabyte, 2);
    REQUIRE(audience.allRead());
    CHECK(audience.nodes[0]->arbiter.used() >= 2 * kMegabyte);
    audience.driver.source.remove(kId);
    for (auto& node : audience.nodes) {
      node->fetcher.remove(kId);
      CHECK(becomesTrue([&] { return node->arbiter.used() == 0; }));
      CHECK(node->values.size() == 0);
      CHECK(node->blocks.blocks().empty());
    }
    CHECK(audience.driver.hears([&] { return audience.driver.locations.numBlocks() == 0; }));
    CHECK_THROWS_WITH(getText(*audience.nodes[0]), "broadcast 5 was unpersisted before a task used it");
    // The driver answered after it had dropped its own pieces.
    CHECK(audience.driver.arbiter.used() == 0);
  }
}

TEST_CASE("a value that is removed while it is being read leaves nothing behind") {
  Audience audience({BroadcastTopology::kStar, BroadcastCodec::kNone, 64 * 1024}, 4 * kMegabyte, 1);
  ExecutorNode& node = *audience.nodes[0];
  auto value = node.fetcher.get(kId, [&](std::string_view bytes) {
    node.fetcher.remove(kId);
    return asText(bytes);
  });
  CHECK(*std::static_pointer_cast<const std::string>(value) == audience.value);
  CHECK(becomesTrue([&] { return node.arbiter.used() == 0 && node.values.size() == 0; }));
}

TEST_CASE("a value that cannot be encoded or decoded says so to all who asked, and can be asked for again") {
  Audience audience({}, 1024, 1);
  audience.driver.source.add(6, []() -> std::string { throw std::runtime_error("no bytes for this"); });
  CHECK_THROWS_WITH(getText(*audience.nodes[0], 6), Catch::Contains("no bytes for this"));
  CHECK_THROWS_WITH(audience.nodes[0]->fetcher.get(kId,
                                                   [](std::string_view) -> std::shared_ptr<const void> {
                                                     throw Error(ErrorCode::kMalformedData, "not what it should be");
                                                   }),
                    "not what it should be");
  CHECK(getText(*audience.nodes[0]) == audience.value);
}

TEST_CASE("pieces that do not fit into memory are passed on from disk") {
  DriverNode driver({BroadcastTopology::kTorrent, BroadcastCodec::kNone, 256 * 1024}, 2 * kMegabyte);
  const std::string value = randomBytes(8 * kMegabyte, 3);
  driver.source.add(kId, [&] { return value; });
  ExecutorNode first(driver, "first", 2 * kMegabyte);
  ExecutorNode second(driver, "second", 2 * kMegabyte);
  CHECK(getText(first) == value);
  CHECK(getText(second) == value);
  CHECK(first.transfer.bytesServed() > 0);
  first.fetcher.remove(kId);
  CHECK(becomesTrue([&] { return first.arbiter.used() == 0; }));
}

TEST_CASE("a piece that the driver has lost with its file is made again") {
  Audience audience({BroadcastTopology::kStar, BroadcastCodec::kLz4, 64 * 1024}, kMegabyte, 1);
  REQUIRE(audience.allRead());
  ExecutorNode late(audience.driver, "late");
  audience.driver.blocks.remove(BlockId::broadcastPiece(kId, 3));
  CHECK(getText(late) == audience.value);
  CHECK(audience.encoded == 2);
}
