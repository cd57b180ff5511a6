// Sorting, products and caches with so little memory that they must spill.
#include "ferro/engine/session_core.h"
#include "spill_meter.h"

namespace ferro::test {
namespace {

constexpr const char* kTinySorter = "3m";

Rdd<std::pair<int64_t, std::string>> shuffledRows(const Session& session) {
  return session.range(0, 60'000, 1, 4).map([](int64_t x) {
    return std::pair(x * 7919 % 60'000, "a value that takes some room " + std::to_string(x));
  });
}

Rdd<std::string> longRows(const Session& session, const Accumulator<int64_t>& computed) {
  return session.range(0, 8'000, 1, 8)
      .map(
          [](int64_t x, const Accumulator<int64_t>& total) {
            total.add(1);
            return std::string(1'000, static_cast<char>('a' + x % 26));
          },
          computed);
}

size_t filesOnDisk(const Session& session) {
  size_t files = 0;
  for (const auto& directory : session.core()->services()->environment.localDirs().directories()) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
      files += entry.is_regular_file() && entry.file_size() > 0 ? 1 : 0;
    }
  }
  return files;
}

}  // namespace

TEST_CASE("sortByKey spills sorted runs and merges them") {
  sameWithTinyMemory(kTinySorter, [](Session& session) { return shuffledRows(session).sortByKey(true, 2).collect(); });
}

TEST_CASE("a descending sort of text with many equal keys spills and keeps their order") {
  sameWithTinyMemory(kTinySorter, [](Session& session) {
    auto rows = shuffledRows(session).map(
        [](const auto& row) { return std::pair("key " + std::to_string(row.first % 100), row.second); });
    return rows.coalesce(1).sortByKey(false, 1).collect();
  });
}

TEST_CASE("repartitionAndSortWithinPartitions spills") {
  sameWithTinyMemory(kTinySorter, [](Session& session) {
    return shuffledRows(session).repartitionAndSortWithinPartitions(2).collect();
  });
}

TEST_CASE("cartesian keeps its right side on disk") {
  sameWithTinyMemory(kTinySorter, [](Session& session) {
    auto right = session.range(0, 6'000, 1, 2).map([](int64_t x) {
      return std::string(1'000, static_cast<char>('a' + x % 26));
    });
    auto sizes = session.range(0, 4, 1, 2).cartesian(right).map([](const auto& row) {
      return row.first + static_cast<int64_t>(row.second.size());
    });
    return sizes.sum();
  });
}

TEST_CASE("a shuffle bigger than memory goes to disk") {
  withSession(memoryConf(kTinySorter), [](Session& session) {
    SpillMeter meter(session);
    auto rows = shuffledRows(session).partitionBy(3);
    CHECK(rows.keys().sum() == int64_t{60'000} * 59'999 / 2);
    // Either its writers spilled, or the store moved outputs that were complete.
    CHECK(meter.diskBytes() + session.core()->services()->environment.shuffles().bytesOnDisk() > 0);
  });
}

TEST_CASE("what does not fit in memory is computed again, kept on disk, or kept on disk alone") {
  for (StorageLevel level : {StorageLevel::MEMORY_ONLY, StorageLevel::MEMORY_AND_DISK, StorageLevel::DISK_ONLY}) {
    for (bool serialize : {false, true}) {
      INFO(level.toString() << ", tasks as bytes: " << serialize);
      withSession(memoryConf(kTinySorter).set("ferro.local.serialize", serialize), [&](Session& session) {
        auto computed = session.longAccumulator();
        auto rows = longRows(session, computed).persist(level);
        CHECK(rows.count() == 8'000);
        CHECK(computed.value() == 8'000);
        CHECK(rows.map([](const std::string& row) { return static_cast<int64_t>(row.size()); }).sum() == 8'000'000);
        if (level.useDisk) {
          CHECK(computed.value() == 8'000);
          CHECK(filesOnDisk(session) > 0);
        } else {
          CHECK(computed.value() > 8'000);
          CHECK(filesOnDisk(session) == 0);
        }
        auto expected =
            session.range(0, 8'000).map([](int64_t x) { return std::string(1'000, static_cast<char>('a' + x % 26)); });
        const bool same = rows.collect() == expected.collect();
        CHECK(same);
      });
    }
  }
}

TEST_CASE("one cached partition bigger than all memory") {
  for (StorageLevel level : {StorageLevel::MEMORY_ONLY, StorageLevel::MEMORY_AND_DISK}) {
    INFO(level.toString());
    withSession(memoryConf(kTinySorter), [&](Session& session) {
      auto computed = session.longAccumulator();
      auto rows = longRows(session, computed).coalesce(1).persist(level);
      CHECK(rows.count() == 8'000);
      CHECK(rows.count() == 8'000);
      CHECK(computed.value() == (level.useDisk ? 8'000 : 16'000));
    });
  }
}

TEST_CASE("running tasks take memory from cached blocks, which are computed again") {
  withSession(memoryConf("8m"), [](Session& session) {
    auto computed = session.longAccumulator();
    auto cached = longRows(session, computed).filter([](const std::string& row) { return row[0] < 'm'; }).cache();
    const int64_t count = cached.count();
    CHECK(shuffledRows(session).sortByKey(true, 2).count() == 60'000);
    CHECK(cached.count() == count);
  });
}

TEST_CASE("a record that does not fit gives an error that names who held what, and the next job runs") {
  withSession(memoryConf("2m"), [](Session& session) {
    auto huge = session.range(0, 2, 1, 2).map([](int64_t x) { return std::pair(x, std::string(16 << 20, 'x')); });
    for (const Error& error :
         {errorOf([&] { huge.groupByKey().count(); }), errorOf([&] { huge.sortByKey().count(); })}) {
      CHECK(error.code() == ErrorCode::kOutOfMemory);
      CHECK(isOneLine(error.what()));
      CHECK_THAT(error.what(), Catch::Contains("MB") || Catch::Contains("MiB"));
      CHECK_THAT(error.what(), Catch::Contains("ferro.driver.memory"));
    }
    CHECK(session.range(0, 1'000).map([](int64_t x) { return x * 2; }).sum() == 999'000);
    CHECK(shuffledRows(session).reduceByKey([](const std::string& a, const std::string&) { return a; }).count() ==
          60'000);
  });
}

}  // namespace ferro::test
