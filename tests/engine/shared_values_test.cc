// Broadcasts and accumulators.
#include <map>
#include <set>

#include "session_grid.h"

namespace ferro::test {

struct Extremes {
  int64_t least = 1'000'000;
  int64_t greatest = -1'000'000;
  bool operator==(const Extremes&) const = default;
};

struct MergeExtremes {
  void operator()(Extremes& into, const Extremes& value) const {
    into.least = std::min(into.least, value.least);
    into.greatest = std::max(into.greatest, value.greatest);
  }
};

TEST_CASE("a broadcast value is seen by every task") {
  forEachSession([](Session& session) {
    std::map<int64_t, std::string> names;
    for (int64_t i = 0; i < 1'000; ++i) names[i] = "name " + std::to_string(i);
    auto shared = session.broadcast(names);
    CHECK(shared.value().size() == 1'000);
    CHECK(shared->at(7) == "name 7");
    auto rows =
        session.range(0, 1'000, 1, 7)
            .map([](int64_t x, const Broadcast<std::map<int64_t, std::string>>& n) { return n->at(x).size(); }, shared);
    CHECK(rows.reduce([](size_t a, size_t b) { return a + b; }) == 5 * 1'000 + 10 + 2 * 90 + 3 * 900);
  });
}

TEST_CASE("a broadcast works in functions after a shuffle, and several at once") {
  forEachSession([](Session& session) {
    auto scale = session.broadcast(std::vector<int64_t>{1, 10, 100});
    auto word = session.broadcast("text");
    auto rows = session.range(0, 30, 1, 3)
                    .keyBy([](int64_t x) { return x % 3; })
                    .reduceByKey([](int64_t a, int64_t b) { return a + b; })
                    .map(
                        [](const std::pair<int64_t, int64_t>& row, const Broadcast<std::vector<int64_t>>& s,
                           const Broadcast<std::string>& w) {
                          return w.value() + std::to_string(row.second * (*s)[static_cast<size_t>(row.first)]);
                        },
                        scale, word);
    CHECK(sorted(rows.collect()) == std::vector<std::string>{"text135", "text1450", "text15500"});
  });
}

TEST_CASE("a broadcast is as good as its lineage: the driver's handle may be gone") {
  forEachSession([](Session& session) {
    auto make = [&] {
      auto shared = session.broadcast(std::vector<int64_t>{5});
      return session.range(0, 4, 1, 2)
          .map([](int64_t x, const Broadcast<std::vector<int64_t>>& v) { return x * v.value()[0]; }, shared);
    };
    auto rows = make();
    CHECK(rows.sum() == 30);
    CHECK(rows.sum() == 30);
  });
}

TEST_CASE("long, double and collection accumulators") {
  forEachSession([](Session& session) {
    auto count = session.longAccumulator();
    auto total = session.doubleAccumulator();
    auto odd = session.collectionAccumulator<int64_t>();
    session.range(0, 100, 1, 7)
        .foreach (
            [](int64_t x, const Accumulator<int64_t>& c, const Accumulator<double>& t,
               const Accumulator<std::vector<int64_t>, AppendValues>& o) {
              c += 1;
              t.add(static_cast<double>(x) / 2);
              if (x % 2 == 1 && x < 10) o.add({x});
            },
            count, total, odd);
    CHECK(count.value() == 100);
    CHECK(total.value() == 2475);
    CHECK(sorted(odd.value()) == std::vector<int64_t>{1, 3, 5, 7, 9});
    count.add(5);
    CHECK(count.value() == 105);
    count.reset();
    CHECK(count.value() == 0);
  });
}

TEST_CASE("an accumulator with a merge of the user's") {
  forEachSession([](Session& session) {
    auto extremes = session.accumulator(Extremes{}, MergeExtremes{});
    auto merge = [](std::map<std::string, int64_t>& into, const std::map<std::string, int64_t>& more) {
      for (const auto& [key, value] : more) into[key] += value;
    };
    auto counts = session.accumulator(std::map<std::string, int64_t>(), merge);
    session.range(-50, 51, 1, 5)
        .foreach (
            [](int64_t x, const Accumulator<Extremes, MergeExtremes>& e, const auto& c) {
              e.add({x, x});
              c.add({{x % 2 == 0 ? "even" : "odd", 1}});
            },
            extremes, counts);
    CHECK(extremes.value() == Extremes{-50, 50});
    CHECK(counts.value() == std::map<std::string, int64_t>{{"even", 51}, {"odd", 50}});
  });
}

TEST_CASE("an accumulator in a map stage counts once though its stage is skipped later") {
  forEachSession([](Session& session) {
    auto seen = session.longAccumulator();
    auto rows = session.range(0, 50, 1, 3)
                    .map([](int64_t x, const Accumulator<int64_t>& s) { return s.add(1), std::pair(x % 5, x); }, seen)
                    .groupByKey();
    rows.count();
    CHECK(seen.value() == 50);
    rows.collect();
    CHECK(seen.value() == 50);
  });
}

}  // namespace ferro::test
