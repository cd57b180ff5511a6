// Actions: what comes back to the driver.
#include "session_grid.h"

namespace ferro::test {

using Numbers = std::vector<int64_t>;

TEST_CASE("take gives the first rows, across as many partitions as it needs") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 20, 1, 10);
    CHECK(rows.take(0).empty());
    CHECK(rows.take(1) == Numbers{0});
    CHECK(rows.take(5) == Numbers{0, 1, 2, 3, 4});
    CHECK(rows.take(100) == rows.collect());
    // The first partitions are empty.
    auto late = rows.filter([](int64_t x) { return x > 17; });
    CHECK(late.take(2) == Numbers{18, 19});
    CHECK(late.first() == 18);
    CHECK(errorOf([&] { rows.take(-1); }).code() == ErrorCode::kInvalidArgument);
    Error empty = errorOf([&] { rows.filter([](int64_t) { return false; }).first(); });
    CHECK(empty.code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(empty.what(), Catch::Contains("empty"));
  });
}

TEST_CASE("top and takeOrdered give the extremes in order") {
  forEachSession([](Session& session) {
    auto rows = session.parallelize({3, 1, 4, 1, 5, 9, 2, 6}, 3);
    CHECK(rows.top(3) == std::vector<int>{9, 6, 5});
    CHECK(rows.takeOrdered(3) == std::vector<int>{1, 1, 2});
    CHECK(rows.top(0).empty());
    CHECK(rows.takeOrdered(0).empty());
    CHECK(rows.top(100) == std::vector<int>{9, 6, 5, 4, 3, 2, 1, 1});
    CHECK(rows.takeOrdered(100) == std::vector<int>{1, 1, 2, 3, 4, 5, 6, 9});
    CHECK(rows.takeOrdered(2, [](int a, int b) { return a % 5 < b % 5; }) == std::vector<int>{5, 1});
    CHECK(session.emptyRdd<int>().top(2).empty());
    CHECK(errorOf([&] { rows.top(-1); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("reduce and treeReduce skip empty partitions and refuse an Rdd without rows") {
  forEachSession([](Session& session) {
    auto plus = [](int64_t a, int64_t b) { return a + b; };
    auto rows = session.range(1, 4, 1, 7);
    CHECK(rows.reduce(plus) == 6);
    CHECK(rows.treeReduce(plus) == 6);
    CHECK(rows.reduce([](int64_t a, int64_t b, int64_t m) { return (a * b) % m; }, int64_t{5}) == 1);
    auto none = rows.filter([](int64_t) { return false; });
    CHECK(errorOf([&] { none.reduce(plus); }).code() == ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { none.treeReduce(plus); }).code() == ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { session.emptyRdd<int64_t>().reduce(plus); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("fold and aggregate use the zero once for each partition and once more in the driver") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 10, 1, 4);
    CHECK(rows.fold(0, [](int64_t a, int64_t b) { return a + b; }) == 45);
    CHECK(rows.fold(100, [](int64_t a, int64_t b) { return a + b; }) == 45 + 5 * 100);
    auto [sum, count] = rows.aggregate(
        std::pair<int64_t, int64_t>(0, 0),
        [](std::pair<int64_t, int64_t> total, int64_t x) { return std::pair(total.first + x, total.second + 1); },
        [](const std::pair<int64_t, int64_t>& a, const std::pair<int64_t, int64_t>& b) {
          return std::pair(a.first + b.first, a.second + b.second);
        });
    CHECK(sum == 45);
    CHECK(count == 10);
    auto texts = rows.aggregate(
        std::string(),
        [](std::string all, int64_t x, const std::string& mark) { return all + std::to_string(x) + mark; },
        [](const std::string& a, const std::string& b) { return a + b; }, ",");
    CHECK(texts == "0,1,2,3,4,5,6,7,8,9,");
  });
}

TEST_CASE("treeAggregate gives the same for every depth and number of partitions") {
  forEachSession([](Session& session) {
    auto plus = [](int64_t a, int64_t b) { return a + b; };
    for (int partitions : {1, 2, 3, 10, 50}) {
      auto rows = session.range(0, 101, 1, partitions);
      for (int depth = 1; depth <= 4; ++depth) {
        INFO(partitions << " partitions, depth " << depth);
        CHECK(rows.treeAggregate(int64_t{0}, plus, plus, depth) == 5050);
        CHECK(rows.treeReduce(plus, depth) == 5050);
      }
    }
    CHECK(session.emptyRdd<int64_t>().treeAggregate(int64_t{3}, plus, plus) == 3);
    CHECK(errorOf([&] { session.range(0, 3).treeAggregate(int64_t{0}, plus, plus, 0); }).code() ==
          ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("foreach sees every row and foreachPartition every partition") {
  forEachSession([](Session& session) {
    auto seen = session.longAccumulator();
    auto partitions = session.longAccumulator();
    auto rows = session.range(0, 100, 1, 7);
    rows.foreach ([](int64_t x, const Accumulator<int64_t>& total) { total += x; }, seen);
    rows.foreachPartition([](Rows<int64_t>&, const Accumulator<int64_t>& total) { total += 1; }, partitions);
    CHECK(seen.value() == 4950);
    CHECK(partitions.value() == 7);
  });
}

TEST_CASE("countByValue, countByKey, collectAsMap and lookup") {
  forEachSession([](Session& session) {
    auto words = session.parallelize({"b", "a", "b", "c", "b"}, 3);
    auto counts = words.countByValue();
    CHECK(counts.size() == 3);
    CHECK(counts.at("a") == 1);
    CHECK(counts.at("b") == 3);
    auto pairs = session.parallelize(std::vector<std::pair<std::string, int>>{{"x", 1}, {"y", 2}, {"x", 3}}, 2);
    CHECK(pairs.countByKey().at("x") == 2);
    CHECK(pairs.collectAsMap().at("x") == 3);
    CHECK(pairs.lookup("x") == std::vector<int>{1, 3});
    CHECK(pairs.lookup("nobody").empty());
    CHECK(session.emptyRdd<int64_t>().countByValue().empty());
  });
}

TEST_CASE("lookup in a partitioned Rdd runs one task") {
  forEachSession([](Session& session) {
    auto tasks = session.longAccumulator();
    auto counted = session.range(0, 100, 1, 4)
                       .keyBy([](int64_t x) { return x % 10; })
                       .partitionBy(5)
                       .mapValues([](int64_t x, const Accumulator<int64_t>& rows) { return rows.add(1), x; }, tasks);
    CHECK(counted.lookup(3).size() == 10);
    CHECK(tasks.value() < 100);
  });
}

TEST_CASE("toLocalIterator walks all rows in order and computes no partition before it is needed") {
  forEachSession([](Session& session) {
    auto computed = session.longAccumulator();
    auto rows = session.range(0, 10, 1, 5)
                    .map([](int64_t x, const Accumulator<int64_t>& total) { return total.add(1), x; }, computed);
    Numbers seen;
    for (int64_t row : rows.toLocalIterator()) {
      seen.push_back(row);
      if (seen.size() == 3) break;
    }
    CHECK(seen == Numbers{0, 1, 2});
    CHECK(computed.value() == 4);
    Numbers all;
    for (int64_t row : rows.toLocalIterator()) all.push_back(row);
    CHECK(all == rows.collect());
    for (int64_t row : session.emptyRdd<int64_t>().toLocalIterator()) FAIL("there is no row " << row);
  });
}

}  // namespace ferro::test
