#include "ferro/shuffle/reservoir_sample.h"

#include <string>
#include <string_view>

#include "ferro_test.h"

namespace ferro {
namespace {

TEST_CASE("a stream that fits is its own sample") {
  ReservoirSample<int> sample(5, 1);
  for (int item = 0; item < 5; ++item) sample.add(item);
  CHECK(sample.items() == std::vector<int>{0, 1, 2, 3, 4});
  CHECK(sample.count() == 5);
  CHECK(ReservoirSample<int>(5, 1).items().empty());
}

TEST_CASE("the same seed draws the same sample") {
  const auto draw = [](uint64_t seed) {
    ReservoirSample<int> sample(20, seed);
    for (int item = 0; item < 10'000; ++item) sample.add(item);
    CHECK(sample.count() == 10'000);
    return sample.takeItems();
  };
  CHECK(draw(1) == draw(1));
  CHECK(draw(1) != draw(2));
  CHECK(draw(1).size() == 20);
}

TEST_CASE("every item of the stream is as likely to be drawn") {
  constexpr int kItems = 100;
  constexpr int kRounds = 20'000;
  std::vector<int> drawn(kItems);
  for (uint64_t round = 0; round < kRounds; ++round) {
    ReservoirSample<int> sample(10, round);
    for (int item = 0; item < kItems; ++item) sample.add(item);
    for (const int item : sample.items()) ++drawn[static_cast<size_t>(item)];
  }
  for (const int count : drawn) {
    CHECK(count > 1800);
    CHECK(count < 2200);
  }
}

TEST_CASE("views are kept as strings") {
  ReservoirSample<std::string> sample(2, 1);
  {
    const std::string text = "short-lived";
    sample.add(std::string_view(text));
  }
  CHECK(sample.items().front() == "short-lived");
}

}  // namespace
}  // namespace ferro
