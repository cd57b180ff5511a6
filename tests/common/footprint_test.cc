#include "ferro/common/footprint.h"

#include "ferro_test.h"
#include "random_values.h"

using namespace ferro;
using namespace ferro::test;

TEST_CASE("values without pointers own no heap") {
  CHECK(heapBytes(1) == 0);
  CHECK(heapBytes(Point{}) == 0);
  CHECK(heapBytes(std::pair<int, std::string_view>(1, "text that is long enough not to fit in place")) == 0);
  CHECK(heapBytes(std::tuple<>()) == 0);
  CHECK(heapBytes(std::string("short")) == 0);
  CHECK(heapBytes(std::vector<std::string>()) == 0);
}

TEST_CASE("strings and vectors count what they reserved") {
  CHECK(heapBytes(std::string(100, 'x')) >= 101);
  CHECK(heapBytes(std::string(100, 'x')) <= 128);
  std::vector<double> numbers;
  numbers.reserve(1000);
  CHECK(heapBytes(numbers) >= 8000);
  CHECK(heapBytes(numbers) <= 8032);
  CHECK(heapBytes(std::vector<bool>(8000)) >= 1000);
  CHECK(heapBytes(std::vector<bool>(8000)) <= 1100);
}

TEST_CASE("parts are counted at any depth") {
  const std::string text(1000, 'x');
  CHECK(heapBytes(std::optional(text)) == heapBytes(text));
  CHECK(heapBytes(std::pair(1, text)) == heapBytes(text));
  CHECK(heapBytes(std::array{text, text}) == 2 * heapBytes(text));
  CHECK(heapBytes(std::vector(3, text)) >= 3 * heapBytes(text) + 3 * sizeof(std::string));
  CHECK(heapBytes(std::map<std::string, int>{{text, 1}}) >= heapBytes(text) + sizeof(std::pair<std::string, int>));
  CHECK(heapBytes(Person{.name = text, .age = {}, .tags = {text}, .home = {}, .colour = {}, .scores = {}}) >=
        2 * heapBytes(text) + sizeof(std::string));
}

TEST_CASE("a type with a codec counts as the bytes it encodes to") {
  CHECK(heapBytes(std::vector<std::optional<Token>>(1)) >= sizeof(std::optional<Token>));
}
