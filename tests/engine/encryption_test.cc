// ferro.io.encryption.enabled on every kind of session: the same answers, and nothing readable in local directories.
#include <fstream>
#include <iterator>

#include "ferro/blockmanager/file_key.h"
#include "ferro/conf/keys.h"
#include "ferro/engine/session_core.h"
#include "ferro/scheduler/executor_environment.h"
#include "spill_meter.h"

namespace ferro::test {
namespace {

constexpr const char* kMarker = "MARKER-that-nobody-should-find-on-a-disk";

Conf encrypted() { return Conf().set("ferro.io.encryption.enabled", true); }

// In any file of the driver's and the executors' directories.
bool isMarkerOnDisk(const Session& session) {
  for (const std::string& root : session.conf().get(keys::kLocalDir)) {
    for (const std::string& path : filesBeneath(root)) {
      if (!std::filesystem::is_regular_file(path)) continue;
      std::ifstream file(path, std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      if (content.find(kMarker) != std::string::npos) return true;
    }
  }
  return false;
}

Rdd<std::pair<int64_t, std::string>> markedRows(const Session& session) {
  return session.range(0, 40'000, 1, 4).map([](int64_t x) {
    return std::pair(x * 7919 % 40'000, kMarker + std::to_string(x));
  });
}

int64_t sumOfLengths(const Rdd<std::pair<int64_t, std::string>>& rows) {
  return rows.map([](const auto& row) { return static_cast<int64_t>(row.second.size()); }).sum();
}

}  // namespace

TEST_CASE("sorts, groups, joins and caches that must spill give the same with encryption on every kind of session") {
  std::vector<std::pair<int64_t, std::string>> sortedRows;
  std::vector<std::pair<int64_t, int64_t>> counted;
  int64_t lengths = 0;
  const auto countsOf = [](const Session& session) {
    auto keyed = markedRows(session).map([](const auto& row) { return std::pair(row.first / 2, row.second); });
    return sorted(
        keyed.groupByKey(2)
            .join(keyed, 2)
            .mapValues([](const auto& sides) { return static_cast<int64_t>(sides.first.size() + sides.second.size()); })
            .collect());
  };
  withSession(memoryConf("2g"), [&](Session& session) {
    sortedRows = markedRows(session).sortByKey(true, 2).collect();
    counted = countsOf(session);
    lengths = sumOfLengths(markedRows(session));
  });
  forEachSession(
      [&](Session& session) {
        SpillMeter meter(session);
        const bool sameSort = markedRows(session).sortByKey(true, 2).collect() == sortedRows;
        CHECK(sameSort);
        const bool sameCounts = countsOf(session) == counted;
        CHECK(sameCounts);
        for (const StorageLevel level : {StorageLevel::DISK_ONLY, StorageLevel::MEMORY_AND_DISK}) {
          auto kept = markedRows(session).persist(level);
          CHECK(kept.count() == 40'000);
          CHECK(sumOfLengths(kept) == lengths);
          CHECK_FALSE(isMarkerOnDisk(session));
          kept.unpersist();
        }
        CHECK(meter.operatorBytes() > 0);
      },
      encrypted().set("ferro.driver.memory", "4m"));
}

TEST_CASE("what is cached on disk and shuffled can be read there without ferro.io.encryption.enabled, not with it") {
  for (const bool encrypt : {false, true}) {
    INFO("encrypted: " << encrypt);
    forEachSession(
        [&](Session& session) {
          auto kept = markedRows(session).persist(StorageLevel::DISK_ONLY);
          CHECK(kept.count() == 40'000);
          CHECK(isMarkerOnDisk(session) != encrypt);
          kept.unpersist();
        },
        Conf().set("ferro.io.encryption.enabled", encrypt));
  }
}

TEST_CASE("ferro.io.encryption.keySizeBits is the size of the key, which no setting holds") {
  for (const int bits : {128, 192, 256}) {
    withSession(encrypted().setMaster("local[2]").set("ferro.io.encryption.keySizeBits", bits), [&](Session& session) {
      const auto key = session.core()->services()->environment.localDirs().key();
      REQUIRE(key != nullptr);
      CHECK(key->bytes().size() == static_cast<size_t>(bits) / 8);
      for (const ConfSetting& setting : session.conf().settings()) {
        CHECK(setting.text.find(key->bytes()) == std::string::npos);
      }
      CHECK(markedRows(session).sortByKey().count() == 40'000);
    });
  }
  withSession(localConf("local[2]"),
              [](Session& session) { CHECK(session.core()->services()->environment.localDirs().key() == nullptr); });
}

TEST_CASE("broadcast values and task results that rest as blocks on disk are encrypted") {
  forEachClusterSession(
      [](Session& session) {
        std::vector<std::string> texts;
        for (int i = 0; i < 100'000; ++i) texts.push_back(kMarker + std::to_string(i));
        const auto shared = session.broadcast(texts);
        const auto rows =
            session.range(0, 8, 1, 8)
                .map([](int64_t x,
                        const Broadcast<std::vector<std::string>>& all) { return (*all)[static_cast<size_t>(x)]; },
                     shared);
        CHECK(rows.collect().size() == 8);
        CHECK_FALSE(isMarkerOnDisk(session));
      },
      encrypted().set("ferro.driver.memory", "16m").set("ferro.broadcast.compress", false));
}

TEST_CASE("an executor environment without the key that its settings want is refused") {
  CHECK_THROWS_WITH(ExecutorEnvironment(encrypted(), 64 << 20, nullptr),
                    Catch::Contains("ferro.io.encryption.enabled"));
}

}  // namespace ferro::test
