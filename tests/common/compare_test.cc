#include "ferro/common/compare.h"

#include <cmath>
#include <deque>

#include "ferro/common/hash.h"
#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

TEMPLATE_LIST_TEST_CASE("values are equal exactly when their own operator says so, and equal ones hash alike", "",
                        ElementTypes) {
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  std::deque<TestType> seen;
  for (int i = 0; i < 30; ++i) {
    seen.push_back(random.make<TestType>());
    for (const TestType& other : seen) {
      REQUIRE(equalValues(seen.back(), other) == (seen.back() == other));
      if (equalValues(seen.back(), other)) REQUIRE(hashValue(seen.back()) == hashValue(other));
    }
  }
}

TEST_CASE("order is by field and element, as tuples and vectors have it") {
  using Row = std::tuple<std::string, std::vector<int8_t>, std::optional<bool>>;
  const uint64_t seed = testSeed();
  CAPTURE(seed);
  RandomValues random(seed);
  for (int i = 0; i < 1000; ++i) {
    Row a = random.make<Row>();
    Row b = random.make<Row>();
    if (i % 2 == 0) std::get<0>(b) = std::get<0>(a);
    if (i % 4 == 0) std::get<1>(b) = std::get<1>(a);
    REQUIRE((compareValues(a, b) < 0) == (a < b));
    REQUIRE((compareValues(a, b) > 0) == (b < a));
    REQUIRE(ValueLess{}(a, b) == (a < b));
    REQUIRE(ValueGreater{}(a, b) == (b < a));
  }
}

TEST_CASE("plain structs are ordered by their fields") {
  CHECK(compareValues(Point{1, 2, 3}, Point{1, 2, 4}) < 0);
  CHECK(compareValues(Point{1, 3, 3}, Point{1, 2, 4}) > 0);
  CHECK(compareValues(Point{1, 2, 3}, Point{1, 2, 3}) == 0);
}

TEST_CASE("NaN is equal to itself and greater than any number") {
  CHECK(equalValues(std::nan("1"), std::nan("2")));
  CHECK(compareValues(std::nan(""), HUGE_VAL) > 0);
  CHECK(compareValues(-HUGE_VAL, std::nan("")) < 0);
  CHECK(compareValues(std::nan("1"), std::nan("2")) == 0);
  CHECK(equalValues(-0.0, 0.0));
}

TEST_CASE("a view compares with the string it shows") {
  CHECK(equalValues(std::pair(std::string_view("a"), 1), std::pair(std::string("a"), 1)));
  CHECK(compareValues(std::string_view("a"), std::string("b")) < 0);
}
