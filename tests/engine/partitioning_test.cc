// Who decides where rows go, and when they need not move.
#include "ferro/engine/session_core.h"
#include "scheduler/recording_listener.h"
#include "session_grid.h"

namespace ferro::test {
namespace {

int64_t stagesRun(Session& session, RecordingListener& listener) {
  REQUIRE(session.core()->bus().drain(std::chrono::seconds(20)));
  return static_cast<int64_t>(listener.all<StageSubmitted>().size());
}

// How many stages the action runs.
template <class Action>
int64_t stagesOf(Session& session, Action action) {
  auto listener = std::make_shared<RecordingListener>();
  session.addListener(listener);
  action();
  const int64_t stages = stagesRun(session, *listener);
  session.removeListener(listener);
  return stages;
}

}  // namespace

TEST_CASE("partitionBy puts the rows of a key into one partition") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 1'000, 1, 4).keyBy([](int64_t x) { return x % 50; });
    for (int partitions : {1, 3, 8, 100}) {
      auto spread = rows.partitionBy(partitions);
      CHECK(spread.numPartitions() == partitions);
      CHECK(spread.count() == 1'000);
      auto homes = spread.mapPartitionsWithIndex([](int partition, Rows<std::pair<int64_t, int64_t>>& part) {
        std::vector<std::pair<int64_t, int>> found;
        for (const auto& row : part) found.emplace_back(row.first, partition);
        return found;
      });
      CHECK(homes.distinct().count() == 50);
    }
    CHECK(errorOf([&] { rows.partitionBy(0); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("partitionBy a range or a function of the user's") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 30, 1, 4).keyBy([](int64_t x) { return x; });
    auto ranges = rows.partitionBy(RangePartitioner<int64_t, ValueLess>({9, 19}));
    auto parts = ranges.keys().glom().collect();
    REQUIRE(parts.size() == 3);
    for (int64_t p = 0; p < 3; ++p)
      CHECK(sorted(parts[static_cast<size_t>(p)]) == session.range(p * 10, p * 10 + 10).collect());

    auto modulo = rows.partitionBy(3, [](int64_t key, int64_t by) { return key % by; }, int64_t{3});
    for (const auto& part : modulo.keys().glom().collect()) {
      for (int64_t key : part) CHECK(key % 3 == part.front() % 3);
    }
    Error outside = errorOf([&] { rows.partitionBy(3, [](int64_t key) { return key; }).count(); });
    CHECK_THAT(outside.what(), Catch::Contains("a partitioner's function gave partition"));
    CHECK(isOneLine(outside.what()));
  });
}

TEST_CASE("repartition spreads rows, equal ones of different partitions too") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 1'000, 1, 2);
    for (int partitions : {1, 4, 9}) {
      auto spread = rows.repartition(partitions);
      CHECK(spread.numPartitions() == partitions);
      CHECK(sorted(spread.collect()) == rows.collect());
      for (const auto& part : spread.glom().collect())
        CHECK(part.size() < 2 * 1'000 / static_cast<size_t>(partitions) + 1);
    }
    CHECK(errorOf([&] { rows.repartition(0); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("repartition goes by content: computed again, every row goes where it went before") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 500, 1, 3);
    CHECK(rows.repartition(5).glom().collect() == rows.repartition(5).glom().collect());
  });
}

TEST_CASE("repartitionAndSortWithinPartitions sorts each partition by key") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 1'000, 1, 4).map([](int64_t x) { return std::pair(x * 7919 % 1'000, x); });
    for (const auto& part : rows.repartitionAndSortWithinPartitions(3).keys().glom().collect()) {
      CHECK(!part.empty());
      CHECK(std::is_sorted(part.begin(), part.end()));
    }
    auto ranges = rows.repartitionAndSortWithinPartitions(RangePartitioner<int64_t, ValueLess>({499}));
    CHECK(ranges.keys().collect() == session.range(0, 1'000).collect());
  });
}

TEST_CASE("Rdds that are partitioned alike join without a shuffle") {
  forEachSession([](Session& session) {
    auto plus = [](int64_t a, int64_t b) { return a + b; };
    auto left = session.range(0, 100, 1, 3).keyBy([](int64_t x) { return x % 10; }).partitionBy(4);
    auto right = session.range(0, 100, 1, 2).keyBy([](int64_t x) { return x % 20; }).reduceByKey(plus, 4);
    // Two map stages and the join: nothing moves for the join itself.
    CHECK(stagesOf(session, [&] { CHECK(left.join(right).count() == 100); }) == 3);
    // One side moves to where the other is.
    auto loose = session.range(0, 20, 1, 2).keyBy([](int64_t x) { return x; });
    CHECK(left.join(loose).numPartitions() == 4);
    CHECK(stagesOf(session, [&] { CHECK(left.join(loose).count() == 100); }) == 2);
    // Different numbers of partitions: one side has to move.
    auto other = loose.partitionBy(7);
    CHECK(stagesOf(session, [&] { CHECK(left.join(other).count() == 100); }) == 3);
  });
}

TEST_CASE("what keeps the keys keeps the partitioning, what may change them loses it") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 100, 1, 3).keyBy([](int64_t x) { return x % 10; }).partitionBy(4);
    auto plus = [](int64_t a, int64_t b) { return a + b; };
    auto kept = rows.filter([](const auto& row) { return row.second > 5; }).mapValues([](int64_t v) { return v; });
    CHECK(kept.partitioner() != nullptr);
    CHECK(kept.flatMapValues([](int64_t v) { return std::vector<int64_t>{v}; }).partitioner() != nullptr);
    CHECK(rows.sample(false, 0.5).partitioner() != nullptr);
    CHECK(rows.map([](const auto& row) { return row; }).partitioner() == nullptr);
    CHECK(rows.coalesce(2).partitioner() == nullptr);
    kept.count();
    CHECK(stagesOf(session, [&] { CHECK(kept.reduceByKey(plus).count() == 10); }) == 1);
    CHECK(stagesOf(session, [&] { CHECK(kept.groupByKey().count() == 10); }) == 1);
    CHECK(stagesOf(session, [&] { kept.partitionBy(4).count(); }) == 1);
    CHECK(stagesOf(session, [&] { CHECK(kept.reduceByKey(plus, 5).count() == 10); }) == 2);
  });
}

}  // namespace ferro::test
