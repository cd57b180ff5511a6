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
