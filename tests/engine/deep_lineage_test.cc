// Lineages so long that a recursive walk would end the process.
#include "session_grid.h"

namespace ferro::test {

TEST_CASE("a hundred thousand maps in a row") {
  forEachSession([](Session& session) {
    Rdd<int64_t> rows = session.range(0, 3, 1, 1);
    for (int i = 0; i < 100'000; ++i) rows = rows.map([](int64_t x) { return x + 1; });
    CHECK(rows.collect() == std::vector<int64_t>{100'000, 100'001, 100'002});
  });
}

TEST_CASE("a thousand shuffles in a row") {
  forEachSession([](Session& session) {
    Rdd<std::pair<int64_t, int64_t>> rows = session.range(0, 3, 1, 1).keyBy([](int64_t x) { return x; });
    for (int i = 0; i < 1'000; ++i) {
      rows = rows.map([](const std::pair<int64_t, int64_t>& row) { return std::pair(row.first, row.second + 1); })
                 .partitionBy(1);
    }
    CHECK(sorted(rows.values().collect()) == std::vector<int64_t>{1'000, 1'001, 1'002});
    CHECK(rows.count() == 3);
  });
}

TEST_CASE("a long chain of unions") {
  forEachSession([](Session& session) {
    Rdd<int64_t> rows = session.range(0, 1, 1, 1);
    for (int i = 0; i < 300; ++i) rows = rows.union_(session.range(0, 1, 1, 1));
    CHECK(rows.count() == 301);
  });
}

TEST_CASE("a lineage that doubles at every step is walked once for each node") {
  forEachSession([](Session& session) {
    Rdd<int64_t> rows = session.range(0, 10, 1, 1).cache();
    for (int i = 0; i < 12; ++i) rows = rows.zip(rows).map([](const auto& row) { return row.first; }).cache();
    CHECK(rows.sum() == 45);
    auto pairs = session.range(0, 4, 1, 2).keyBy([](int64_t x) { return x; });
    for (int i = 0; i < 8; ++i)
      pairs = pairs.join(pairs).mapValues([](const auto& sides) { return sides.first; }).partitionBy(2);
    CHECK(pairs.values().sum() == 6);
  });
}

}  // namespace ferro::test
