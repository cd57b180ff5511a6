// Operators that combine rows by key, with so little memory that they must spill.
#include "spill_meter.h"

namespace ferro::test {
namespace {

constexpr const char* kTiny = "2m";
constexpr int64_t kRows = 60'000;

Rdd<std::pair<std::string, int64_t>> manyKeys(const Session& session) {
  return session.range(0, kRows, 1, 4).map([](int64_t x) {
    return std::pair("a key long enough to live on the heap " + std::to_string(x * 7919 % (kRows / 2)), x);
  });
}

}  // namespace

TEST_CASE("reduceByKey spills and loses no key") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto rows = manyKeys(session).reduceByKey([](int64_t a, int64_t b) { return a + b; }, 2);
    return sorted(rows.collect());
  });
}

TEST_CASE("reduceByKey of numbers spills") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto rows = session.range(0, 4 * kRows, 1, 4).keyBy([](int64_t x) { return x * 31 % (2 * kRows); });
    return sorted(rows.reduceByKey([](int64_t a, int64_t b) { return a + b; }, 2).collect());
  });
}

TEST_CASE("groupByKey spills and keeps every value") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto groups = manyKeys(session).groupByKey(2).mapValues([](const std::vector<int64_t>& values) {
      auto ordered = values;
      std::sort(ordered.begin(), ordered.end());
      return ordered;
    });
    return sorted(groups.collect());
  });
}

TEST_CASE("groups of long values spill") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto rows = session.range(0, 8'000, 1, 4).map([](int64_t x) {
      return std::pair(x % 1'000, std::string(1'000, static_cast<char>('a' + x % 26)));
    });
    return sorted(rows.groupByKey(2).mapValues([](const std::vector<std::string>& v) { return sorted(v); }).collect());
  });
}

TEST_CASE("what groups grow by is counted alike however few they are") {
  // As a table does it: the first element comes with the key, the keys take turns.
  auto counted = [](auto makeElement, size_t keys) {
    using Group = std::vector<decltype(makeElement(0))>;
    GrowthMeter<Group> meter;
    std::vector<Group> groups(keys);
    for (Group& group : groups) group.push_back(makeElement(0));
    int64_t sum = 0;
    for (int i = 0; i < 20'000; ++i) {
      auto push = [&](Group& group) { group.push_back(makeElement(i)); };
      sum += meter.growthBy(groups[static_cast<size_t>(i) % keys], push);
    }
    int64_t held = 0;
    for (const Group& group : groups) held += static_cast<int64_t>(heapBytes(group));
    return static_cast<double>(sum) / static_cast<double>(held);
  };
  for (const size_t keys : {1, 2, 3, 7, 32, 100}) {
    CAPTURE(keys);
    const double numbers = counted([](int i) { return int64_t{i}; }, keys);
    const double texts = counted([](int i) { return std::string(static_cast<size_t>(i % 97 + 50), 'x'); }, keys);
    CHECK((numbers > 0.5 && numbers < 2));
    CHECK((texts > 0.5 && texts < 2));
  }
}

TEST_CASE("a few large groups that fit the memory are grouped without a word") {
  Conf conf = localConf("local[1]");
  conf.set("ferro.driver.memory", "8m");
  withSession(conf, [](Session& session) {
    for (const int64_t keys : {1, 2, 3}) {
      CAPTURE(keys);
      auto numbers = session.range(0, 50'000, 1, 2).map([](int64_t x, int64_t n) { return std::pair(x % n, x); }, keys);
      CHECK(numbers.groupByKey(1).count() == keys);
      auto texts =
          session.range(0, 4'000, 1, 2)
              .map([](int64_t x,
                      int64_t n) { return std::pair(x % n, std::string(static_cast<size_t>(150 + x % 97), 'x')); },
                   keys);
      CHECK(texts.groupByKey(1).count() == keys);
    }
  });
}

TEST_CASE("aggregateByKey into growing containers spills") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto rows = session.range(0, 200'000, 1, 1).keyBy([](int64_t x) { return x % 5'000; });
    auto collected = rows.aggregateByKey(
        std::vector<int64_t>(), [](std::vector<int64_t> all, int64_t x) { return all.push_back(x), all; },
        [](std::vector<int64_t> a, const std::vector<int64_t>& b) { return a.insert(a.end(), b.begin(), b.end()), a; });
    return sorted(collected.mapValues([](const std::vector<int64_t>& v) { return sorted(v); }).collect());
  });
}

TEST_CASE("cogroup and joins spill") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto left = manyKeys(session);
    auto right = manyKeys(session).filter([](const auto& row) { return row.second % 3 == 0; });
    auto joined = left.leftOuterJoin(right, 2).mapValues(
        [](const auto& sides) { return sides.first * 1'000'000 + sides.second.value_or(-1); });
    return sorted(joined.collect());
  });
}

TEST_CASE("distinct and intersection spill") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    auto keys = manyKeys(session).keys();
    return sorted(keys.distinct(2).intersection(keys).collect());
  });
}

TEST_CASE("keys that lie right already are combined in place, and spill there too") {
  sameWithTinyMemory(kTiny, [](Session& session) {
    return sorted(manyKeys(session).partitionBy(2).reduceByKey([](int64_t a, int64_t b) { return a + b; }).collect());
  });
}

}  // namespace ferro::test
