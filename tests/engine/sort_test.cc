// sortBy and sortByKey: total order over all partitions.
#include <cmath>
#include <random>

#include "session_grid.h"

namespace ferro::test {
namespace {

constexpr uint32_t kSortSeed = 77;

struct Person {
  std::string name;
  int age = 0;
  bool operator==(const Person&) const = default;
};

std::vector<int64_t> randomNumbers(size_t count, int64_t below) {
  std::mt19937 random(kSortSeed);
  std::uniform_int_distribution<int64_t> draw(0, below - 1);
  std::vector<int64_t> numbers(count);
  for (int64_t& number : numbers) number = draw(random);
  return numbers;
}

}  // namespace

TEST_CASE("sortBy orders numbers up and down, whatever the number of partitions") {
  INFO("seed " << kSortSeed);
  const auto numbers = randomNumbers(5'000, 1'000'000);
  auto expected = sorted(numbers);
  forEachSession([&](Session& session) {
    auto rows = session.parallelize(numbers, 6);
    auto itself = [](int64_t x) { return x; };
    for (int partitions : {0, 1, 4, 13}) {
      auto up = rows.sortBy(itself, true, partitions);
      CHECK(up.collect() == expected);
      if (partitions > 0) CHECK(up.numPartitions() <= partitions);
      CHECK(rows.sortBy(itself, false, partitions).collect() ==
            std::vector<int64_t>(expected.rbegin(), expected.rend()));
    }
    CHECK(rows.sortBy([](int64_t x, int64_t m) { return x % m; }, true, 3, int64_t{10}).first() % 10 == 0);
  });
}

TEST_CASE("sortBy of few rows in many partitions, and of rows that are sorted already") {
  forEachSession([](Session& session) {
    auto itself = [](int64_t x) { return x; };
    CHECK(session.range(3, 0, -1, 10).sortBy(itself).collect() == std::vector<int64_t>{1, 2, 3});
    CHECK(session.range(0, 0, 1, 4).sortBy(itself).isEmpty());
    CHECK(session.range(0, 1'000, 1, 4).sortBy(itself).collect() == session.range(0, 1'000).collect());
    CHECK(session.range(1'000, 0, -1, 4).sortBy(itself, false).collect() == session.range(1'000, 0, -1).collect());
  });
}

TEST_CASE("range partitions are about equally full") {
  INFO("seed " << kSortSeed);
  const auto numbers = randomNumbers(20'000, 1'000'000'000);
  forEachSession([&](Session& session) {
    auto parts = session.parallelize(numbers, 5).sortBy([](int64_t x) { return x; }, true, 8).glom().collect();
    REQUIRE(parts.size() == 8);
    for (const auto& part : parts) CHECK(part.size() < 2 * 20'000 / 8);
  });
}

TEST_CASE("partitions that hold far more than their share are sampled again") {
  INFO("seed " << kSortSeed);
  const auto numbers = randomNumbers(30'000, 1'000'000'000);
  forEachSession([&](Session& session) {
    // Nearly all rows lie in one of twenty partitions.
    auto skewed = session.parallelize(numbers, 1).union_(session.range(0, 19, 1, 19));
    auto parts = skewed.sortBy([](int64_t x) { return x; }, true, 10).glom().collect();
    REQUIRE(parts.size() == 10);
    for (const auto& part : parts) CHECK(part.size() < 2 * 30'000 / 10);
  });
}

TEST_CASE("many equal keys stay together and keep their order") {
  INFO("seed " << kSortSeed);
  const auto numbers = randomNumbers(4'000, 3);
  forEachSession([&](Session& session) {
    auto rows = session.parallelize(numbers, 4).zipWithIndex();
    auto sortedRows = rows.sortByKey(true, 8);
    CHECK(sortedRows.numPartitions() <= 8);
    auto all = sortedRows.collect();
    CHECK(all.size() == 4'000);
    CHECK(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; }));
    for (const auto& part : sortedRows.keys().glom().collect()) {
      if (!part.empty()) CHECK((part.front() == part.back() || part.size() > 1));
    }
    std::vector<int64_t> starts;
    for (const auto& part : sortedRows.keys().glom().collect()) {
      if (!part.empty()) starts.push_back(part.front());
    }
    CHECK(std::adjacent_find(starts.begin(), starts.end()) == starts.end());
    CHECK(session.parallelize(std::vector<int>(1'000, 5), 4).sortBy([](int x) { return x; }).count() == 1'000);
  });
}

TEST_CASE("NaN is greater than every number, as in Spark") {
  forEachSession([](Session& session) {
    const double nan = std::nan("");
    auto rows = session.parallelize({nan, 1.0, -HUGE_VAL, nan, HUGE_VAL, -0.0, 3.5}, 3);
    auto up = rows.sortBy([](double x) { return x; }).collect();
    REQUIRE(up.size() == 7);
    CHECK(std::vector<double>(up.begin(), up.begin() + 5) == std::vector<double>{-HUGE_VAL, 0, 1, 3.5, HUGE_VAL});
    CHECK((std::isnan(up[5]) && std::isnan(up[6])));
    auto down = rows.sortBy([](double x) { return x; }, false).collect();
    CHECK((std::isnan(down[0]) && std::isnan(down[1]) && down[6] == -HUGE_VAL));
    CHECK(std::isnan(rows.top(1)[0]));
    CHECK(rows.distinct().count() == 6);
  });
}

TEST_CASE("strings, pairs, tuples and structs are sort keys") {
  forEachSession([](Session& session) {
    auto people = session.parallelize(
        std::vector<Person>{{"eve", 30}, {"bob", 25}, {"", 99}, {"bob", 7}, {std::string(300, 'z'), 1}, {"Zoe", 30}},
        3);
    auto names = people.sortBy([](const Person& p) { return p.name; }).map([](const Person& p) { return p.name; });
    CHECK(names.collect() == std::vector<std::string>{"", "Zoe", "bob", "bob", "eve", std::string(300, 'z')});
    auto byAge = people.sortBy([](const Person& p) { return std::tuple(-p.age, p.name); });
    CHECK(byAge.take(3) == std::vector<Person>{{"", 99}, {"Zoe", 30}, {"eve", 30}});
    auto whole = people.sortBy([](const Person& p) { return p; }, false);
    CHECK(whole.map([](const Person& p) { return p.age; }).collect() == std::vector<int>{1, 30, 25, 7, 30, 99});
    auto views = people.map([](const Person& p) { return std::string_view(p.name); });
    CHECK(views.sortBy([](std::string_view name) { return name.size(); }).first().empty());
  });
}

TEST_CASE("sortByKey keeps the values with their keys") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 1'000, 1, 4).map([](int64_t x) {
      return std::pair(std::to_string(x * 7919 % 1'000), std::vector<int64_t>{x, x * 7919 % 1'000});
    });
    auto pairs = rows.sortByKey().collect();
    REQUIRE(pairs.size() == 1'000);
    for (size_t i = 0; i < pairs.size(); ++i) {
      CHECK(pairs[i].first == std::to_string(pairs[i].second[1]));
      if (i > 0) CHECK(pairs[i - 1].first < pairs[i].first);
    }
  });
}

}  // namespace ferro::test
