// Numbers, strings and fixed rows of them as elements.
#include "element_types.h"

namespace ferro::test {

TEST_CASE("signed and unsigned integers of every size") {
  goesThrough<int8_t>({std::numeric_limits<int8_t>::min(), -1, 0, 1, 1, std::numeric_limits<int8_t>::max()});
  goesThrough<uint16_t>({0, 1, 1, std::numeric_limits<uint16_t>::max()});
  goesThrough<int32_t>({std::numeric_limits<int32_t>::min(), 0, 0, std::numeric_limits<int32_t>::max()});
  goesThrough<uint64_t>({0, 5, 5, std::numeric_limits<uint64_t>::max()});
}

TEST_CASE("floating-point numbers") {
  goesThrough<float>({-1.5F, 0.0F, 1.5F, 1.5F, std::numeric_limits<float>::infinity()});
  goesThrough<double>(
      {std::numeric_limits<double>::denorm_min(), -1e300, 0.1, 0.1, -std::numeric_limits<double>::infinity()});
}

TEST_CASE("bool, char and enums") {
  goesThrough<bool>({true, false, false, true, true});
  goesThrough<Colour>({Colour::kBlue, Colour::kRed, Colour::kBlue});
}

TEST_CASE("strings: empty, long, with zero bytes and bytes that are no text") {
  goesThrough<std::string>({"", "a", std::string("a\0b", 3), "\xff\xfe", std::string(100'000, 'x'), "", "a"});
}

TEST_CASE("pairs, tuples and arrays") {
  goesThrough<std::pair<std::string, int>>({{"a", 1}, {"", -1}, {"a", 1}});
  goesThrough<std::tuple<int, std::string, bool>>({{1, "x", true}, {2, "", false}, {1, "x", true}});
  goesThrough<std::array<std::pair<int, double>, 2>>({{{{1, 0.5}, {2, 1.5}}}, {{{0, 0}, {0, 0}}}});
}

}  // namespace ferro::test
