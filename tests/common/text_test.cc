#include "ferro/common/text.h"

#include <random>

#include "ferro_test.h"
#include "random_values.h"

using ferro::join;
using ferro::split;
using ferro::trim;
using Pieces = std::vector<std::string_view>;

TEST_CASE("split keeps empty pieces") {
  CHECK(split("a,b", ',') == Pieces{"a", "b"});
  CHECK(split("", ',') == Pieces{""});
  CHECK(split(",", ',') == Pieces{"", ""});
  CHECK(split("a,,b,", ',') == Pieces{"a", "", "b", ""});
  CHECK(split("no separator at all", ',') == Pieces{"no separator at all"});
  CHECK(split(std::string_view("a\0b", 3), '\0') == Pieces{"a", "b"});
}

TEST_CASE("split finds what a byte by byte search finds") {
  const uint64_t seed = ferro::test::testSeed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (const char separator : {' ', '\x7f', '\x80', '\xff', '\0', '\1'}) {
    for (int round = 0; round < 200; ++round) {
      std::string text(random() % 40, 'x');
      for (char& character : text) {
        character = random() % 3 == 0 ? separator : static_cast<char>(separator + static_cast<int>(random() % 3) - 1);
      }
      Pieces expected(1);
      size_t begin = 0;
      for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != separator) continue;
        expected.back() = std::string_view(text).substr(begin, i - begin);
        expected.emplace_back();
        begin = i + 1;
      }
      expected.back() = std::string_view(text).substr(begin);
      REQUIRE(split(text, separator) == expected);
    }
  }
}

TEST_CASE("trim takes blanks off both ends only") {
  CHECK(trim("  a b\t\r\n") == "a b");
  CHECK(trim(" \n ").empty());
  CHECK(trim("").empty());
}

TEST_CASE("join puts separators between parts") {
  CHECK(join(std::vector<std::string>{"a", "b", "c"}, ", ") == "a, b, c");
  CHECK(join(Pieces{"a"}, ", ") == "a");
  CHECK(join(Pieces{}, ", ").empty());
  CHECK(join(Pieces{"", ""}, ",") == ",");
}
