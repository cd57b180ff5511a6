// Statistics of numbers against slow, obvious ones.
#include <cmath>
#include <limits>
#include <random>

#include "session_grid.h"

namespace ferro::test {
namespace {

constexpr uint32_t kStatisticsSeed = 20240611;

std::vector<double> randomNumbers(size_t count) {
  std::mt19937 random(kStatisticsSeed);
  std::normal_distribution<double> draw(1e6, 3.0);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = draw(random);
  return numbers;
}

struct TwoPass {
  double mean = 0;
  double squares = 0;
};

TwoPass twoPassOf(const std::vector<double>& numbers) {
  TwoPass result;
  for (double x : numbers) result.mean += x;
  result.mean /= static_cast<double>(numbers.size());
  for (double x : numbers) result.squares += (x - result.mean) * (x - result.mean);
  return result;
}

}  // namespace

TEST_CASE("stats agree with a two-pass computation, far from zero too") {
  INFO("seed " << kStatisticsSeed);
  const auto numbers = randomNumbers(10'000);
  const TwoPass expected = twoPassOf(numbers);
  const double n = 10'000;
  forEachSession([&](Session& session) {
    for (int partitions : {1, 3, 16}) {
      auto rows = session.parallelize(numbers, partitions);
      StatCounter stats = rows.stats();
      CHECK(stats.count() == 10'000);
      CHECK(stats.mean() == Approx(expected.mean).epsilon(1e-12));
      CHECK(stats.variance() == Approx(expected.squares / n).epsilon(1e-9));
      CHECK(stats.sampleVariance() == Approx(expected.squares / (n - 1)).epsilon(1e-9));
      CHECK(stats.stdev() == Approx(std::sqrt(expected.squares / n)).epsilon(1e-9));
      CHECK(stats.sum() == Approx(expected.mean * n).epsilon(1e-12));
      CHECK(stats.min() == *std::min_element(numbers.begin(), numbers.end()));
      CHECK(stats.max() == *std::max_element(numbers.begin(), numbers.end()));
      CHECK(rows.mean() == stats.mean());
      CHECK(rows.variance() == stats.variance());
      CHECK(rows.stdev() == stats.stdev());
    }
  });
}

TEST_CASE("stats of no rows and of one row are what Spark says") {
  forEachSession([](Session& session) {
    StatCounter none = session.range(0, 0, 1, 3).stats();
    CHECK(none.count() == 0);
    CHECK(std::isnan(none.variance()));
    CHECK(none.max() == -std::numeric_limits<double>::infinity());
    StatCounter one = session.range(4, 5, 1, 3).stats();
    CHECK(one.mean() == 4);
    CHECK(one.variance() == 0);
    CHECK(std::isnan(one.sampleVariance()));
  });
}

TEST_CASE("sum is taken in 64 bits") {
  forEachSession([](Session& session) {
    CHECK(session.parallelize(std::vector<int8_t>(1000, 100), 3).sum() == 100'000);
    CHECK(session.parallelize(std::vector<int32_t>(4, 2'000'000'000), 2).sum() == 8'000'000'000);
    CHECK(session.parallelize(std::vector<bool>{true, false, true}, 2).sum() == 2);
    CHECK(session.parallelize(std::vector<float>(4, 0.25F), 3).sum() == 1.0);
    CHECK(session.range(0, 0, 1, 2).sum() == 0);
  });
}

TEST_CASE("max and min, of other types and orders too") {
  forEachSession([](Session& session) {
    auto words = session.parallelize({"pear", "fig", "banana"}, 2);
    CHECK(words.max() == "pear");
    CHECK(words.min() == "banana");
    auto shorter = [](const std::string& a, const std::string& b) { return a.size() < b.size(); };
    CHECK(words.max(shorter) == "banana");
    CHECK(words.min(shorter) == "fig");
    CHECK(errorOf([&] { session.range(0, 0, 1, 2).max(); }).code() == ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { session.emptyRdd<int>().min(); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("a histogram's last bucket holds its upper bound") {
  forEachSession([](Session& session) {
    auto rows = session.range(0, 101, 1, 4);
    auto [bounds, counts] = rows.histogram(4);
    CHECK(bounds == std::vector<double>{0, 25, 50, 75, 100});
    CHECK(counts == std::vector<int64_t>{25, 25, 25, 26});
    CHECK(rows.histogram({0, 10, 50}) == std::vector<int64_t>{10, 41});
    CHECK(rows.histogram({-5, 0, 0.5, 200}) == std::vector<int64_t>{0, 1, 100});
    CHECK(rows.histogram({200, 300}) == std::vector<int64_t>{0});
    // Uneven bounds, as Spark's own example has them.
    auto few = session.parallelize({1.0, 2.0, 3.0, 4.0, 5.0}, 2);
    CHECK(few.histogram({0, 2, 4, 5}) == std::vector<int64_t>{1, 2, 2});
  });
}

TEST_CASE("a histogram of equal, missing or odd rows") {
  forEachSession([](Session& session) {
    auto [bounds, counts] = session.parallelize({7, 7, 7}, 2).histogram(5);
    CHECK(bounds == std::vector<double>{7, 7});
    CHECK(counts == std::vector<int64_t>{3});
    CHECK(errorOf([&] { session.range(0, 0, 1, 2).histogram(3); }).code() == ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { session.range(0, 5).histogram(0); }).code() == ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { session.range(0, 5).histogram(std::vector<double>{1}); }).code() ==
          ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { session.range(0, 5).histogram({1, 1, 2}); }).code() == ErrorCode::kInvalidArgument);
    CHECK(errorOf([&] { session.range(0, 5).histogram({3, 2, 1}); }).code() == ErrorCode::kInvalidArgument);
    CHECK_THAT(errorOf([&] { session.range(0, 5).histogram({3, 1}); }).what(), Catch::Contains("ascending order"));
    CHECK(errorOf([&] { session.range(0, 5).histogram({std::nan(""), 1}); }).code() == ErrorCode::kInvalidArgument);
    CHECK(session.range(0, 5).histogram({3, 3}) == std::vector<int64_t>{1});
    const double nan = std::nan("");
    CHECK(session.parallelize({1.0, nan, 2.0}, 2).histogram({0, 1.5, 3}) == std::vector<int64_t>{1, 1});
    CHECK(errorOf([&] { session.parallelize({1.0, HUGE_VAL}, 2).histogram(2); }).code() == ErrorCode::kInvalidArgument);
  });
}

TEST_CASE("countApproxDistinct is within three standard deviations") {
  forEachSession([](Session& session) {
    for (double accuracy : {0.05, 0.01}) {
      for (int64_t distinct : {0, 1, 10, 1000, 50'000}) {
        auto rows = session.range(0, distinct * 3, 1, 5).map([](int64_t x) { return x / 3; });
        INFO(distinct << " distinct rows, accuracy " << accuracy);
        const double error = std::abs(static_cast<double>(rows.countApproxDistinct(accuracy) - distinct));
        CHECK(error <= 3 * accuracy * static_cast<double>(distinct));
      }
    }
    CHECK(session.parallelize({"a", "b", "a"}, 2).countApproxDistinct() == 2);
    CHECK(errorOf([&] { session.range(0, 5).countApproxDistinct(0); }).code() == ErrorCode::kInvalidArgument);
  });
}

}  // namespace ferro::test
