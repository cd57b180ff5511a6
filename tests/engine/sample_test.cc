// Sampling: the right share, and the same rows for the same seed.
#include <cmath>
#include <set>

#include "session_grid.h"

namespace ferro::test {
namespace {

using Numbers = std::vector<int64_t>;

// Within five standard deviations of a sum of independent draws: once in two million runs it is not, and seeds are
// fixed.
bool isNear(size_t drawn, double expected, double variance) {
  return std::abs(static_cast<double>(drawn) - expected) <= 5 * std::sqrt(variance) + 1;
}

}  // namespace

TEST_CASE("sample without replacement draws each row at most once, by seed") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 20'000, 1, 4);
    for (double fraction : {0.01, 0.3, 0.9}) {
      auto drawn = rows.sample(false, fraction, 42).collect();
      CHECK(isNear(drawn.size(), 20'000 * fraction, 20'000 * fraction * (1 - fraction)));
      CHECK(std::set<int64_t>(drawn.begin(), drawn.end()).size() == drawn.size());
      CHECK(std::is_sorted(drawn.begin(), drawn.end()));
      CHECK(rows.sample(false, fraction, 42).collect() == drawn);
      CHECK(rows.sample(false, fraction, 43).collect() != drawn);
    }
    CHECK(rows.sample(false, 0).isEmpty());
    CHECK(rows.sample(false, 1).count() == 20'000);
    for (double wrong : {-0.1, 1.1, std::nan("")}) {
      CHECK(errorOf([&] { rows.sample(false, wrong); }).code() == ErrorCode::kInvalidArgument);
    }
  });
}

TEST_CASE("sample with replacement repeats rows, and may draw more than there are") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 5'000, 1, 4);
    for (double fraction : {0.5, 1.0, 3.0}) {
      auto drawn = rows.sample(true, fraction, 7).collect();
      CHECK(isNear(drawn.size(), 5'000 * fraction, 5'000 * fraction));
      CHECK(std::set<int64_t>(drawn.begin(), drawn.end()).size() < drawn.size());
      CHECK(rows.sample(true, fraction, 7).collect() == drawn);
    }
    CHECK(rows.sample(true, 0).isEmpty());
    CHECK(errorOf([&] { rows.sample(true, -1); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("partitions of the same rows are sampled independently") {
  forEachSession([](Session& session) {
    auto same = session.range(0, 2'000, 1, 2).map([](int64_t x) { return x % 1'000; }).sample(false, 0.5, 3).glom();
    auto parts = same.collect();
    CHECK(parts[0] != parts[1]);
  });
}

TEST_CASE("sampleByKey draws each key's rows with the key's own fraction") {
  forEachSession([](Session& session) {
    auto rows =
        session.range(0, 30'000, 1, 4).keyBy([](int64_t x) { return std::string(1, static_cast<char>('a' + x % 3)); });
    auto counts = rows.sampleByKey(false, {{"a", 0.1}, {"b", 1.0}}, 11).countByKey();
    CHECK(isNear(static_cast<size_t>(counts.at("a")), 1'000, 900));
    CHECK(counts.at("b") == 10'000);
    CHECK(counts.count("c") == 0);
    auto repeated = rows.sampleByKey(true, {{"a", 2.0}, {"c", 0.5}}, 11);
    CHECK(isNear(static_cast<size_t>(repeated.countByKey().at("a")), 20'000, 20'000));
    CHECK(repeated.collect() == rows.sampleByKey(true, {{"a", 2.0}, {"c", 0.5}}, 11).collect());
    CHECK(errorOf([&] { rows.sampleByKey(false, {{"a", 1.5}}); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("takeSample gives exactly as many rows as asked for") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 1'000, 1, 5);
    auto drawn = rows.takeSample(false, 100, 5);
    CHECK(drawn.size() == 100);
    CHECK(std::set<int64_t>(drawn.begin(), drawn.end()).size() == 100);
    CHECK(!std::is_sorted(drawn.begin(), drawn.end()));
    CHECK(rows.takeSample(false, 100, 5) == drawn);
    CHECK(rows.takeSample(false, 100, 6) != drawn);
    CHECK(sorted(rows.takeSample(false, 5'000, 5)) == rows.collect());
    CHECK(rows.takeSample(false, 0).empty());

    auto repeated = rows.takeSample(true, 3'000, 5);
    CHECK(repeated.size() == 3'000);
    CHECK(rows.takeSample(true, 3'000, 5) == repeated);
    CHECK(session.range(0, 0, 1, 2).takeSample(true, 10).empty());
    CHECK(session.emptyRdd<int64_t>().takeSample(false, 10).empty());
    CHECK(errorOf([&] { rows.takeSample(false, -1); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("takeSample is fair: every row is drawn about as often") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 10, 1, 3);
    std::vector<size_t> drawn(10, 0);
    for (uint64_t seed = 0; seed < 500; ++seed) {
      for (int64_t row : rows.takeSample(false, 3, seed)) ++drawn[static_cast<size_t>(row)];
    }
    for (size_t count : drawn) CHECK(isNear(count, 150, 500 * 0.3 * 0.7));
  });
}

}  // namespace ferro::test
