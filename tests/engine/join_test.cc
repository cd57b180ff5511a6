// Joins of all kinds against nested loops over random rows.
#include <random>

#include "session_grid.h"

namespace ferro::test {
namespace {

using Left = std::pair<int64_t, std::string>;
using Right = std::pair<int64_t, double>;

template <class V, class Make>
std::vector<std::pair<int64_t, V>> randomRows(uint32_t seed, size_t count, int64_t keys, Make make) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int64_t> draw(0, keys - 1);
  std::vector<std::pair<int64_t, V>> rows;
  for (size_t i = 0; i < count; ++i) rows.emplace_back(draw(random), make(i));
  return rows;
}

std::vector<Left> randomLeft(uint32_t seed, size_t count, int64_t keys) {
  return randomRows<std::string>(seed, count, keys, [](size_t i) { return "left " + std::to_string(i); });
}

std::vector<Right> randomRight(uint32_t seed, size_t count, int64_t keys) {
  return randomRows<double>(seed + 1'000, count, keys, [](size_t i) { return static_cast<double>(i) / 4; });
}

using Joined = std::pair<int64_t, std::pair<std::optional<std::string>, std::optional<double>>>;

// All rows of a full outer join; the other joins are parts of it.
std::vector<Joined> nestedLoops(const std::vector<Left>& left, const std::vector<Right>& right) {
  std::vector<Joined> rows;
  for (const auto& [key, value] : left) {
    bool alone = true;
    for (const auto& [other, number] : right) {
      if (key != other) continue;
      rows.push_back({key, {value, number}});
      alone = false;
    }
    if (alone) rows.push_back({key, {value, std::nullopt}});
  }
  for (const auto& [key, number] : right) {
    if (std::none_of(left.begin(), left.end(), [k = key](const Left& row) { return row.first == k; })) {
      rows.push_back({key, {std::nullopt, number}});
    }
  }
  return sorted(rows);
}

template <class Row>
std::vector<Joined> asJoined(const std::vector<Row>& rows) {
  std::vector<Joined> joined;
  for (const auto& [key, values] : rows) joined.push_back({key, {values.first, values.second}});
  return sorted(joined);
}

template <class Keep>
std::vector<Joined> onlyThose(std::vector<Joined> rows, Keep keep) {
  std::erase_if(rows, [&](const Joined& row) { return !keep(row); });
  return rows;
}

bool hasLeft(const Joined& row) { return row.second.first.has_value(); }
bool hasRight(const Joined& row) { return row.second.second.has_value(); }

}  // namespace

TEST_CASE("joins give what nested loops give") {
  forEachSession([](Session& session) {
    struct Case {
      size_t left, right;
      int64_t keys;
    };
    for (auto [leftRows, rightRows, keys] :
         std::vector<Case>{{0, 0, 1}, {0, 20, 5}, {20, 0, 5}, {30, 20, 5}, {100, 80, 60}, {50, 50, 1}}) {
      for (uint32_t seed = 1; seed <= 2; ++seed) {
        INFO(leftRows << " and " << rightRows << " rows, " << keys << " keys, seed " << seed);
        const auto leftData = randomLeft(seed, leftRows, keys);
        const auto rightData = randomRight(seed, rightRows, keys);
        const auto all = nestedLoops(leftData, rightData);
        auto left = session.parallelize(leftData, 3);
        auto right = session.parallelize(rightData, 4);
        CHECK(asJoined(left.join(right).collect()) ==
              onlyThose(all, [](auto& r) { return hasLeft(r) && hasRight(r); }));
        CHECK(asJoined(left.leftOuterJoin(right).collect()) == onlyThose(all, hasLeft));
        CHECK(asJoined(left.rightOuterJoin(right).collect()) == onlyThose(all, hasRight));
        CHECK(asJoined(left.fullOuterJoin(right).collect()) == all);
      }
    }
  });
}

TEST_CASE("a join has as many partitions as it is asked for, else as the wider side") {
  forEachSession([](Session& session) {
    auto left = session.parallelize(randomLeft(1, 10, 5), 3);
    auto right = session.parallelize(randomRight(1, 10, 5), 4);
    CHECK(left.join(right).numPartitions() == 4);
    CHECK(left.join(right, 7).numPartitions() == 7);
    CHECK(left.join(right, 7).count() == left.join(right, 1).count());
    CHECK(errorOf([&] { left.join(right, -1); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("cogroup gives the values of both sides for every key of either, in their order") {
  forEachSession([](Session& session) {
    auto left = session.parallelize(std::vector<Left>{{1, "a"}, {2, "b"}, {1, "c"}}, 2);
    auto right = session.parallelize(std::vector<Right>{{2, 0.5}, {3, 1.5}}, 1);
    auto groups = left.cogroup(right).collectAsMap();
    REQUIRE(groups.size() == 3);
    CHECK(groups.at(1).first == std::vector<std::string>{"a", "c"});
    CHECK(groups.at(1).second.empty());
    CHECK(groups.at(2).second == std::vector<double>{0.5});
    CHECK(groups.at(3).first.empty());
    CHECK(left.cogroup(session.emptyRdd<Right>()).count() == 2);
  });
}

TEST_CASE("an Rdd joined with itself") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 20, 1, 3).keyBy([](int64_t x) { return x % 4; });
    CHECK(rows.join(rows).count() == 4 * 25);
    auto reduced = rows.reduceByKey([](int64_t a, int64_t b) { return a + b; });
    CHECK(reduced.join(reduced).filter([](const auto& row) { return row.second.first == row.second.second; }).count() ==
          4);
  });
}

TEST_CASE("subtract, subtractByKey and intersection") {
  forEachSession([](Session& session) {
    auto left = session.parallelize({1, 1, 2, 3, 4, 4}, 3);
    auto right = session.parallelize({4, 2, 9}, 2);
    CHECK(sorted(left.subtract(right).collect()) == std::vector<int>{1, 1, 3});
    CHECK(sorted(left.intersection(right).collect()) == std::vector<int>{2, 4});
    CHECK(left.subtract(left).isEmpty());
    CHECK(left.subtract(session.emptyRdd<int>()).count() == 6);
    CHECK(left.intersection(session.emptyRdd<int>()).isEmpty());
    auto pairs = session.parallelize(randomLeft(5, 40, 10), 3);
    auto gone = session.parallelize(std::vector<Right>{{3, 0}, {7, 1}, {3, 2}}, 2);
    auto rest = pairs.subtractByKey(gone);
    CHECK(rest.keys().distinct().filter([](int64_t key) { return key == 3 || key == 7; }).isEmpty());
    CHECK(rest.count() == pairs.filter([](const Left& row) { return row.first != 3 && row.first != 7; }).count());
  });
}

TEST_CASE("text keys join whether they flow as views or as strings") {
  forEachSession([](Session& session) {
    auto words = session.parallelize({"one", "two", "three"}, 2);
    auto views = words.map([](const std::string& word) { return std::pair(std::string_view(word), word.size()); });
    auto strings = words.map([](const std::string& word) { return std::pair(word, std::string_view(word)); });
    auto joined = views.join(strings).collectAsMap();
    REQUIRE(joined.size() == 3);
    CHECK(joined.at("three") == std::pair<size_t, std::string>(5, "three"));
  });
}

TEST_CASE("values that are optionals themselves join like others") {
  forEachSession([](Session& session) {
    using Maybe = std::optional<int>;
    auto left = session.parallelize(std::vector<std::pair<int, Maybe>>{{1, std::nullopt}, {2, 20}}, 2);
    auto right = session.parallelize(std::vector<std::pair<int, Maybe>>{{2, std::nullopt}}, 2);
    using Row = std::pair<int, std::pair<Maybe, Maybe>>;
    CHECK(left.join(right).collect() == std::vector<Row>{{2, {20, std::nullopt}}});
    using OuterRow = std::pair<int, std::pair<Maybe, std::optional<Maybe>>>;
    CHECK(sorted(left.leftOuterJoin(right).collect()) ==
          std::vector<OuterRow>{{1, {std::nullopt, std::nullopt}}, {2, {20, Maybe()}}});
  });
}

}  // namespace ferro::test
