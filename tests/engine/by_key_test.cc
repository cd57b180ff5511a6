// Combining the values of each key.
#include <cmath>
#include <map>
#include <random>

#include "session_grid.h"

namespace ferro::test {
namespace {

using Pair = std::pair<std::string, int64_t>;

constexpr uint32_t kSeed = 4242;

std::vector<Pair> randomPairs(size_t count, int keys) {
  std::mt19937 random(kSeed);
  std::uniform_int_distribution<int> draw(0, keys - 1);
  std::vector<Pair> rows;
  for (size_t i = 0; i < count; ++i) rows.emplace_back("key " + std::to_string(draw(random)), static_cast<int64_t>(i));
  return rows;
}

std::map<std::string, std::vector<int64_t>> grouped(const std::vector<Pair>& rows) {
  std::map<std::string, std::vector<int64_t>> groups;
  for (const auto& [key, value] : rows) groups[key].push_back(value);
  return groups;
}

int64_t sumOf(const std::vector<int64_t>& values) {
  int64_t sum = 0;
  for (int64_t value : values) sum += value;
  return sum;
}

}  // namespace

TEST_CASE("reduceByKey, foldByKey and aggregateByKey sum what a map sums") {
  INFO("seed " << kSeed);
  forEachSession([](Session& session) {
    auto plus = [](int64_t a, int64_t b) { return a + b; };
    for (auto [count, keys] :
         std::vector<std::pair<size_t, int>>{{0, 1}, {1, 1}, {100, 1}, {1'000, 30}, {500, 5'000}}) {
      const auto data = randomPairs(count, keys);
      const auto groups = grouped(data);
      auto rows = session.parallelize(data, 4);
      auto reduced = rows.reduceByKey(plus).collectAsMap();
      auto folded = rows.foldByKey(int64_t{0}, plus).collectAsMap();
      auto aggregated = rows.aggregateByKey(int64_t{0}, plus, plus).collectAsMap();
      REQUIRE(reduced.size() == groups.size());
      for (const auto& [key, values] : groups) {
        CHECK(reduced.at(key) == sumOf(values));
        CHECK(folded.at(key) == sumOf(values));
        CHECK(aggregated.at(key) == sumOf(values));
      }
    }
  });
}

TEST_CASE("groupByKey and groupBy keep all values of a key") {
  INFO("seed " << kSeed);
  const auto data = randomPairs(1'000, 20);
  forEachSession([&](Session& session) {
    auto rows = session.parallelize(data, 5);
    auto groups = rows.groupByKey().collectAsMap();
    auto expected = grouped(data);
    REQUIRE(groups.size() == expected.size());
    for (const auto& [key, values] : expected) CHECK(sorted(groups.at(key)) == values);
    CHECK(rows.groupByKey(3).numPartitions() == 3);
    auto parity =
        session.range(0, 10, 1, 3).groupBy([](int64_t x, int64_t m) { return x % m; }, int64_t{2}).collectAsMap();
    CHECK(sorted(parity.at(1)) == std::vector<int64_t>{1, 3, 5, 7, 9});
  });
}

TEST_CASE("combineByKey makes a value of another type, with trailing arguments") {
  forEachSession([](Session& session) {
    struct Mean {
      double sum = 0;
      int64_t count = 0;
    };
    auto rows = session.range(0, 100, 1, 4).keyBy([](int64_t x) { return x % 5; });
    auto means =
        rows.combineByKey([](int64_t x, double scale) { return Mean{static_cast<double>(x) * scale, 1}; },
                          [](Mean mean, int64_t x, double scale) {
                            return Mean{mean.sum + static_cast<double>(x) * scale, mean.count + 1};
                          },
                          [](const Mean& a, const Mean& b) { return Mean{a.sum + b.sum, a.count + b.count}; }, 10.0)
            .mapValues([](const Mean& mean) { return mean.sum / static_cast<double>(mean.count); });
    auto byKey = means.collectAsMap();
    REQUIRE(byKey.size() == 5);
    for (const auto& [key, mean] : byKey) CHECK(mean == Approx(10 * (47.5 + static_cast<double>(key))));
  });
}

TEST_CASE("foldByKey uses the zero once for each key and partition") {
  forEachSession([](Session& session) {
    auto rows = session.parallelize(std::vector<Pair>{{"a", 1}, {"a", 2}, {"b", 3}, {"a", 4}}, 2);
    auto folded = rows.foldByKey(int64_t{100}, [](int64_t a, int64_t b) { return a + b; }).collectAsMap();
    CHECK(folded.at("a") == 7 + 200);
    CHECK(folded.at("b") == 3 + 100);
  });
}

TEST_CASE("aggregateByKey collects into containers") {
  forEachSession([](Session& session) {
    auto rows = session.parallelize(randomPairs(300, 10), 3);
    auto sizes =
        rows.aggregateByKey(
                std::vector<int64_t>(), [](std::vector<int64_t> all, int64_t x) { return all.push_back(x), all; },
                [](std::vector<int64_t> a, const std::vector<int64_t>& b) {
                  a.insert(a.end(), b.begin(), b.end());
                  return a;
                })
            .mapValues([](const std::vector<int64_t>& all) { return all.size(); });
    CHECK(sizes.values().reduce([](size_t a, size_t b) { return a + b; }) == 300);
  });
}

TEST_CASE("reduceByKey takes a number of partitions or trailing arguments") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 100, 1, 4).keyBy([](int64_t x) { return x % 7; });
    auto plus = [](int64_t a, int64_t b) { return a + b; };
    CHECK(rows.reduceByKey(plus, 3).numPartitions() == 3);
    CHECK(rows.reduceByKey(plus).numPartitions() == 4);
    auto capped =
        rows.reduceByKey([](int64_t a, int64_t b, int64_t most) { return std::min(a + b, most); }, int64_t{50});
    CHECK(capped.values().max() == 50);
  });
}

TEST_CASE("distinct keeps each row once") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 1'000, 1, 4).map([](int64_t x) { return x % 37; });
    CHECK(sorted(rows.distinct().collect()) == session.range(0, 37).collect());
    CHECK(rows.distinct(3).numPartitions() == 3);
    auto pairs = session.parallelize(std::vector<Pair>{{"a", 1}, {"a", 1}, {"a", 2}}, 2);
    CHECK(pairs.distinct().count() == 2);
    CHECK(session.parallelize({true, false, true}, 2).distinct().count() == 2);
  });
}

TEST_CASE("keys that are equal meet, whatever they look like") {
  forEachSession([](Session& session) {
    auto count = [](int64_t a, int64_t b) { return a + b; };
    auto one = [](double x) { return std::pair(x, int64_t{1}); };
    // Zero and minus zero are equal; so are all NaNs.
    auto doubles = session.parallelize({0.0, -0.0, std::nan("1"), std::nan("2"), 1.0}, 3).map(one).reduceByKey(count);
    CHECK(doubles.count() == 3);
    auto nested = session.range(0, 100, 1, 3).map([](int64_t x) {
      return std::pair(std::pair(std::vector<int64_t>{x % 2, x % 3}, std::optional<std::string>("k")), int64_t{1});
    });
    CHECK(nested.reduceByKey(count).count() == 6);
    auto optional = session.range(0, 10, 1, 3).map([](int64_t x) {
      return std::pair(x % 2 == 0 ? std::optional<int64_t>() : std::optional<int64_t>(0), int64_t{1});
    });
    CHECK(optional.reduceByKey(count).collectAsMap().at(std::nullopt) == 5);
  });
}

}  // namespace ferro::test
