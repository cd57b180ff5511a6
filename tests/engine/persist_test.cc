// Caching: computed once, kept where the level says, gone when told or when nobody can ask for it.
#include "ferro/engine/session_core.h"
#include "scheduler/recording_listener.h"
#include "session_grid.h"

namespace ferro::test {
namespace {

using Counter = Accumulator<int64_t>;

Rdd<int64_t> countedRows(const Session& session, const Counter& computed) {
  return session.range(0, 1'000, 1, 4)
      .map([](int64_t x, const Counter& total) { return total.add(1), x * x; }, computed);
}

}  // namespace

TEST_CASE("a cached Rdd is computed once, at every level") {
  forEachSession([](Session& session) {
    for (StorageLevel level :
         {StorageLevel::MEMORY_ONLY, StorageLevel::MEMORY_AND_DISK, StorageLevel::DISK_ONLY,
          StorageLevel::MEMORY_ONLY_2, StorageLevel::MEMORY_AND_DISK_2, StorageLevel::DISK_ONLY_2}) {
      INFO(level.toString());
      auto computed = session.longAccumulator();
      auto rows = countedRows(session, computed).persist(level);
      CHECK(rows.getStorageLevel() == level);
      CHECK(computed.value() == 0);
      const auto first = rows.collect();
      CHECK(computed.value() == 1'000);
      CHECK(rows.collect() == first);
      CHECK(rows.map([](int64_t x) { return x + 1; }).sum() == rows.sum() + 1'000);
      CHECK(computed.value() == 1'000);
      CHECK(becomesTrue([&] { return (bytesHeld(session) > 0) == level.useMemory; }));
    }
  });
}

TEST_CASE("only partitions that are looked at are cached") {
  forEachSession([](Session& session) {
    auto computed = session.longAccumulator();
    auto rows = countedRows(session, computed).cache();
    rows.take(1);
    CHECK(computed.value() == 250);
    rows.count();
    CHECK(computed.value() == 1'000);
  });
}

TEST_CASE("unpersist frees the blocks, and the Rdd is computed again") {
  forEachSession([](Session& session) {
    auto computed = session.longAccumulator();
    auto rows = countedRows(session, computed).cache();
    rows.count();
    CHECK(bytesHeld(session) > 0);
    rows.unpersist(true);
    CHECK(rows.getStorageLevel() == StorageLevel::NONE);
    CHECK(becomesTrue([&] { return bytesHeld(session) == 0; }));
    rows.count();
    CHECK(computed.value() == 2'000);
    rows.persist(StorageLevel::DISK_ONLY).count();
    rows.count();
    CHECK(computed.value() == 3'000);
  });
}

TEST_CASE("a level is not changed while there may be blocks") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 10).cache();
    rows.cache();
    Error error = errorOf([&] { rows.persist(StorageLevel::DISK_ONLY); });
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(error.what(), Catch::Contains("unpersist"));
  });
}

TEST_CASE("blocks go with the last Rdd that can ask for them") {
  forEachSession([](Session& session) {
    {
      auto rows = session.range(0, 1'000, 1, 4).cache();
      auto derived = rows.map([](int64_t x) { return x; });
      derived.count();
      CHECK(bytesHeld(session) > 0);
    }
    CHECK(becomesTrue([&] { return bytesHeld(session) == 0; }));
  });
}

TEST_CASE("cached blocks and their end are told to listeners") {
  forEachSession([](Session& session) {
    auto listener = std::make_shared<RecordingListener>();
    session.addListener(listener);
    auto rows = session.range(0, 1'000, 1, 4).cache();
    rows.count();
    rows.unpersist(true);
    REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
    CHECK(listener->all<BlockUpdated>().size() >= 4);
    CHECK(listener->all<UnpersistRdd>().size() == 1);
    session.removeListener(listener);
  });
}

TEST_CASE("setName shows where an Rdd is shown") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 10, 1, 3).setName("my numbers");
    CHECK(rows.name() == "my numbers");
    CHECK_THAT(rows.toDebugString(), Catch::StartsWith("(3) my numbers ["));
    CHECK(session.range(0, 10).name() == "range");
  });
}

TEST_CASE("toDebugString shows stages, partitions and storage levels as Spark does") {
  forEachSession([](Session& session) {
    auto id = [](const auto& rdd) { return " [" + std::to_string(rdd.id()) + "]"; };
    auto source = session.range(0, 10, 1, 3).cache();
    auto keyed = source.keyBy([](int64_t x) { return x % 2; });
    auto reduced = keyed.reduceByKey([](int64_t a, int64_t b) { return a + b; }, 2);
    const std::string level = " [" + source.getStorageLevel().toString() + "]";
    CHECK(reduced.toDebugString() == "(2) reduceByKey" + id(reduced) + "\n" +  //
                                         " +-(3) keyBy" + id(keyed) + "\n" +   //
                                         "    |  range" + id(source) + level);
    auto wide = session.range(0, 10, 1, 12);
    auto other = wide.keyBy([](int64_t x) { return x; });
    auto groups = keyed.cogroup(other, 10);
    CHECK(groups.toDebugString() == "(10) cogroup" + id(groups) + "\n" +              //
                                        " +-(3) keyBy" + id(keyed) + "\n" +           //
                                        " |  |  range" + id(source) + level + "\n" +  //
                                        " +-(12) keyBy" + id(other) + "\n" +          //
                                        "    |   range" + id(wide));
  });
}

TEST_CASE("a stage whose outputs are there is skipped, and a cached Rdd cuts the lineage before it") {
  forEachSession([](Session& session) {
    auto computed = session.longAccumulator();
    auto reduced = countedRows(session, computed).keyBy([](int64_t x) { return x % 10; }).groupByKey();
    auto listener = std::make_shared<RecordingListener>();
    session.addListener(listener);
    reduced.count();
    reduced.count();
    REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
    CHECK(computed.value() == 1'000);
    auto jobs = listener->all<JobStart>();
    REQUIRE(jobs.size() == 2);
    CHECK(!jobs[0].stages[0].skipped);
    REQUIRE(jobs[1].stages.size() == 2);
    CHECK(jobs[1].stages[0].skipped);
    CHECK(listener->all<StageSubmitted>().size() == 3);
    session.removeListener(listener);
  });
}

}  // namespace ferro::test
