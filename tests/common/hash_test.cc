#include "ferro/common/hash.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <set>

#include "ferro/common/stored.h"
#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

namespace {

// How far the fullest of 64 partitions is above the mean, for whatever keyAt makes of 0, 1, 2, ...
template <class KeyAt>
double worstOverflow(KeyAt keyAt, unsigned shift) {
  constexpr size_t kKeys = size_t{64} * 1000;
  std::vector<size_t> partitions(64);
  for (size_t i = 0; i < kKeys; ++i) ++partitions[(hashValue(keyAt(i)) >> shift) % 64];
  return static_cast<double>(*std::max_element(partitions.begin(), partitions.end())) / 1000.0;
}

template <class KeyAt>
void checkSpread(KeyAt keyAt) {
  for (const unsigned shift : {0u, 20u, 58u}) {
    CAPTURE(shift);
    CHECK(worstOverflow(keyAt, shift) < 1.2);  // chance alone gives about 1.1
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("equal values hash alike, and others do not", "", ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  std::deque<TestType> seen;
  for (int i = 0; i < 50; ++i) {
    const auto value = random.make<TestType>();
    REQUIRE(hashValue(TestType(value)) == hashValue(value));
    for (const TestType& other : seen) REQUIRE((hashValue(other) == hashValue(value)) == (other == value));
    seen.push_back(value);
  }
}

TEST_CASE("text hashes alike however it is held") {
  const std::string text = "a text of more than sixteen bytes, to go the long way as well";
  for (size_t size = 0; size <= text.size(); ++size) {
    const std::string_view view = std::string_view(text).substr(0, size);
    CHECK(hashValue(view) == hashValue(std::string(view)));
    CHECK(hashValue(std::pair(view, 1)) == hashValue(toStored(std::pair(view, 1))));
  }
  CHECK(hashValue(static_cast<const char*>("text")) == hashValue(std::string("text")));
}

TEST_CASE("hashes are the same in every process and every version") {
  CHECK(hashValue(int64_t{1}) == 0x5692161d100b05e5);
  CHECK(hashValue(std::string("ferro")) == 0x29aea60881f8bbb6);
  CHECK(hashValue(std::string("a text of more than sixteen bytes")) == 0x9b35623127f32cf6);
  CHECK(hashValue(std::pair(std::string("ferro"), 1.5)) == 0x3639780e1b1fae90);
}

TEST_CASE("numbers that are equal hash alike") {
  CHECK(hashValue(-0.0) == hashValue(0.0));
  CHECK(hashValue(std::nan("1")) == hashValue(-std::nan("2")));
  CHECK(hashValue(std::numeric_limits<float>::quiet_NaN()) == hashValue(std::nan("")));
  CHECK(hashValue(1.5f) == hashValue(1.5));
  CHECK(hashValue(int32_t{-7}) == hashValue(int64_t{-7}));
}

TEST_CASE("the order of entries in an unordered map does not matter") {
  std::unordered_map<int, int> forward;
  std::unordered_map<int, int> backward(1000);
  for (int i = 0; i < 100; ++i) forward[i] = backward[99 - i] = 5;
  REQUIRE(forward == backward);
  CHECK(hashValue(forward) == hashValue(backward));
}

TEST_CASE("where a field ends matters") {
  CHECK(hashValue(std::pair(1, 2)) != hashValue(std::pair(2, 1)));
  CHECK(hashValue(std::pair(std::string("ab"), std::string("c"))) !=
        hashValue(std::pair(std::string("a"), std::string("bc"))));
  CHECK(hashValue(std::vector<int>{0}) != hashValue(std::vector<int>{0, 0}));
  CHECK(hashValue(std::optional<int>()) != hashValue(std::optional<int>(0)));
  CHECK(hashValue(std::string("\0", 1)) != hashValue(std::string("\0\0", 2)));
}

TEST_CASE("regular keys spread evenly over partitions, by low, middle and high bits") {
  checkSpread([](size_t i) { return static_cast<int64_t>(i); });
  checkSpread([](size_t i) { return static_cast<int64_t>(i) * 64; });
  checkSpread([](size_t i) { return static_cast<int64_t>(i) << 32; });
  checkSpread([](size_t i) { return static_cast<double>(i); });
  checkSpread([](size_t i) { return std::to_string(i); });
  checkSpread([](size_t i) { return "user-" + std::to_string(i); });
  checkSpread([](size_t i) { return "a rather long key, number " + std::to_string(i); });
  checkSpread([](size_t i) { return std::pair(static_cast<int>(i / 250), static_cast<int>(i % 250)); });
}

TEST_CASE("short strings do not collide") {
  std::set<uint64_t> hashes;
  for (int i = 0; i < 200'000; ++i) hashes.insert(hashValue(std::to_string(i)));
  CHECK(hashes.size() == 200'000);
}
