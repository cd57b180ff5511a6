// Transformations that stay inside a stage.
#include "session_grid.h"

namespace ferro::test {

using Numbers = std::vector<int64_t>;

TEST_CASE("map, filter and flatMap keep the order of rows and take trailing arguments") {
  forEachSession([](Session& session) {
    auto numbers = session.range(0, 10, 1, 3);
    CHECK(numbers.map([](int64_t x, int64_t by) { return x * by; }, int64_t{3}).collect() ==
          Numbers{0, 3, 6, 9, 12, 15, 18, 21, 24, 27});
    CHECK(numbers.filter([](int64_t x, int64_t low, int64_t high) { return x > low && x < high; }, 2, 6).collect() ==
          Numbers{3, 4, 5});
    auto repeated = numbers.filter([](int64_t x) { return x < 4; }).flatMap([](int64_t x) {
      return std::vector<int64_t>(static_cast<size_t>(x), x);
    });
    CHECK(repeated.collect() == Numbers{1, 2, 2, 3, 3, 3});
    CHECK(numbers.flatMap([](int64_t x) { return x % 3 == 0 ? std::optional(x) : std::nullopt; }).collect() ==
          Numbers{0, 3, 6, 9});
  });
}

TEST_CASE("every function may take a string argument given as a literal") {
  forEachSession([](Session& session) {
    auto texts = session.range(0, 3, 1, 2)
                     .map([](int64_t x, const std::string& prefix) { return prefix + std::to_string(x); }, "id");
    CHECK(texts.collect() == std::vector<std::string>{"id0", "id1", "id2"});
  });
}

TEST_CASE("mapPartitions sees each partition once, the empty ones too") {
  forEachSession([](Session& session) {
    auto sums = session.range(0, 3, 1, 5).mapPartitions([](Rows<int64_t>& rows) {
      int64_t sum = 0;
      for (int64_t row : rows) sum += row;
      return Numbers{sum};
    });
    CHECK(sums.numPartitions() == 5);
    CHECK(sums.count() == 5);
    CHECK(sums.sum() == 3);
    auto numbered = session.range(0, 6, 1, 3)
                        .mapPartitionsWithIndex(
                            [](int partition, Rows<int64_t>& rows, int64_t scale) {
                              std::vector<std::pair<int, int64_t>> found;
                              for (int64_t row : rows) found.emplace_back(partition, row * scale);
                              return found;
                            },
                            int64_t{10});
    CHECK(numbered.collect() ==
          std::vector<std::pair<int, int64_t>>{{0, 0}, {0, 10}, {1, 20}, {1, 30}, {2, 40}, {2, 50}});
  });
}

TEST_CASE("a partition function may leave rows unread") {
  forEachSession([](Session& session) {
    auto heads = session.range(0, 100, 1, 4).mapPartitions([](Rows<int64_t>& rows) {
      const int64_t* head = rows.next();
      return head == nullptr ? Numbers{} : Numbers{*head};
    });
    CHECK(heads.collect() == Numbers{0, 25, 50, 75});
  });
}

TEST_CASE("glom gives each partition as one row") {
  forEachSession([](Session& session) {
    CHECK(session.range(0, 5, 1, 2).glom().collect() == std::vector<Numbers>{{0, 1}, {2, 3, 4}});
    CHECK(session.range(0, 0, 1, 2).glom().collect() == std::vector<Numbers>{{}, {}});
    CHECK(session.emptyRdd<int64_t>().glom().collect().empty());
  });
}

TEST_CASE("keyBy, keys, values, mapValues and flatMapValues") {
  forEachSession([](Session& session) {
    auto pairs = session.range(0, 4, 1, 2).keyBy([](int64_t x, int64_t m) { return x % m; }, int64_t{2});
    CHECK(pairs.collect() == std::vector<std::pair<int64_t, int64_t>>{{0, 0}, {1, 1}, {0, 2}, {1, 3}});
    CHECK(pairs.keys().collect() == Numbers{0, 1, 0, 1});
    CHECK(pairs.values().collect() == Numbers{0, 1, 2, 3});
    CHECK(pairs.mapValues([](int64_t v, int64_t plus) { return v + plus; }, int64_t{10}).collect() ==
          std::vector<std::pair<int64_t, int64_t>>{{0, 10}, {1, 11}, {0, 12}, {1, 13}});
    auto flat = pairs.flatMapValues([](int64_t v) { return Numbers(static_cast<size_t>(v % 3), v); });
    CHECK(flat.collect() == std::vector<std::pair<int64_t, int64_t>>{{1, 1}, {0, 2}, {0, 2}});
  });
}

TEST_CASE("union_ keeps all rows of all Rdds, partition after partition") {
  forEachSession([](Session& session) {
    auto left = session.range(0, 3, 1, 2);
    auto right = session.range(2, 5, 1, 3);
    auto both = left.union_(right).union_(left);
    CHECK(both.numPartitions() == 7);
    CHECK(both.collect() == Numbers{0, 1, 2, 2, 3, 4, 0, 1, 2});
    CHECK(left.union_(session.emptyRdd<int64_t>()).collect() == Numbers{0, 1, 2});
    CHECK(session.union_(std::vector{left, right}).count() == 6);
    CHECK(session.union_(std::vector<Rdd<int64_t>>()).isEmpty());
  });
}

TEST_CASE("coalesce merges neighbouring partitions and never makes more of them") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 20, 1, 10);
    for (int wanted : {1, 3, 7, 10, 50}) {
      auto fewer = rows.coalesce(wanted);
      CHECK(fewer.numPartitions() == std::min(wanted, 10));
      CHECK(fewer.collect() == rows.collect());
    }
    auto wider = rows.coalesce(15, true);
    CHECK(wider.numPartitions() == 15);
    CHECK(sorted(wider.collect()) == rows.collect());
    CHECK(session.emptyRdd<int64_t>().coalesce(3).collect().empty());
    CHECK(errorOf([&] { rows.coalesce(0); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("zip pairs rows in their order and refuses Rdds that do not match") {
  forEachSession([](Session& session) {
    auto left = session.range(0, 7, 1, 3);
    auto right = left.map([](int64_t x) { return std::to_string(x); });
    auto rows = left.zip(right).collect();
    REQUIRE(rows.size() == 7);
    for (const auto& [number, text] : rows) CHECK(std::to_string(number) == text);
    CHECK(session.emptyRdd<int64_t>().zip(session.emptyRdd<int64_t>()).isEmpty());

    Error partitions = errorOf([&] { left.zip(session.range(0, 7, 1, 2)); });
    CHECK(partitions.code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(partitions.what(), Catch::Contains("3 and 2"));
    Error counts = errorOf([&] { left.zip(session.range(0, 8, 1, 3)).count(); });
    CHECK_THAT(counts.what(), Catch::Contains("partition") && Catch::Contains("left one is shorter"));
    CHECK(isOneLine(counts.what()));
    CHECK_THAT(errorOf([&] { left.zip(session.range(0, 3, 1, 3)).count(); }).what(),
               Catch::Contains("right one is shorter"));
  });
}

TEST_CASE("zipWithIndex numbers rows without gaps, zipWithUniqueId without a job") {
  forEachSession([](Session& session) {
    auto rows = session.range(100, 107, 1, 3);
    for (const auto& [row, index] : rows.zipWithIndex().collect()) CHECK(row == index + 100);
    CHECK(session.range(5, 6, 1, 4).zipWithIndex().collect() == std::vector<std::pair<int64_t, int64_t>>{{5, 0}});
    CHECK(session.emptyRdd<int64_t>().zipWithIndex().isEmpty());
    // Spark's numbers: the k-th row of partition p of n has k * n + p.
    CHECK(session.range(0, 5, 1, 2).zipWithUniqueId().values().collect() == Numbers{0, 2, 1, 3, 5});
  });
}

TEST_CASE("cartesian gives every pair once") {
  forEachSession([](Session& session) {
    auto left = session.range(0, 4, 1, 3);
    auto right = session.range(0, 3, 1, 2).map([](int64_t x) { return std::string(static_cast<size_t>(x), 'x'); });
    auto product = left.cartesian(right);
    CHECK(product.numPartitions() == 6);
    std::vector<std::pair<int64_t, std::string>> expected;
    for (int64_t a : {0, 1, 2, 3}) {
      for (const char* b : {"", "x", "xx"}) expected.emplace_back(a, b);
    }
    CHECK(sorted(product.collect()) == expected);
    CHECK(left.cartesian(session.emptyRdd<int64_t>()).isEmpty());
    CHECK(left.cartesian(session.range(0, 0, 1, 2)).isEmpty());
  });
}

}  // namespace ferro::test
