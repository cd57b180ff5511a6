#include <cmath>
#include <limits>

#include "ferro/engine/io/text_format.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

struct LinePoint {
  double x;
  int32_t id;
  std::string name;
};
enum class LineColour : int16_t { kRed = 3 };
class Celsius {
 public:
  std::string toString() const { return "20 C"; }
};

}  // namespace

TEST_CASE("real numbers are written as Java writes them") {
  CHECK(toLine(0.0) == "0.0");
  CHECK(toLine(-0.0) == "-0.0");
  CHECK(toLine(1.0) == "1.0");
  CHECK(toLine(100.0) == "100.0");
  CHECK(toLine(0.1) == "0.1");
  CHECK(toLine(1.5e-3) == "0.0015");
  CHECK(toLine(0.001) == "0.001");
  CHECK(toLine(9.99e-4) == "9.99E-4");
  CHECK(toLine(1234567.0) == "1234567.0");
  CHECK(toLine(9999999.5) == "9999999.5");
  CHECK(toLine(1e7) == "1.0E7");
  CHECK(toLine(1e10) == "1.0E10");
  CHECK(toLine(-1.25e-10) == "-1.25E-10");
  CHECK(toLine(1.0 / 3) == "0.3333333333333333");
  CHECK(toLine(12345.678) == "12345.678");
  CHECK(toLine(1e100) == "1.0E100");
  CHECK(toLine(std::numeric_limits<double>::max()) == "1.7976931348623157E308");
  CHECK(toLine(std::numeric_limits<double>::denorm_min()) == "4.9E-324");
  CHECK(toLine(std::nan("")) == "NaN");
  CHECK(toLine(INFINITY) == "Infinity");
  CHECK(toLine(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(toLine(0.1F) == "0.1");
  CHECK(toLine(16777216.0F) == "1.6777216E7");
}

TEST_CASE("integers, bools, characters and enums are written plainly") {
  CHECK(toLine(std::numeric_limits<int64_t>::min()) == "-9223372036854775808");
  CHECK(toLine(std::numeric_limits<uint64_t>::max()) == "18446744073709551615");
  CHECK(toLine(int8_t{-5}) == "-5");
  CHECK(toLine('x') == "x");
  CHECK(toLine(true) == "true");
  CHECK(toLine(LineColour::kRed) == "3");
}

TEST_CASE("products, sequences, optionals and maps are written as Spark users know them") {
  CHECK(toLine(std::string("as it is")) == "as it is");
  CHECK(toLine(std::pair<std::string_view, int>("word", 3)) == "(word,3)");
  CHECK(toLine(std::tuple(1, 2.0, std::string("c"))) == "(1,2.0,c)");
  CHECK(toLine(std::tuple<>()) == "()");
  CHECK(toLine(LinePoint{1.5, 7, "p"}) == "(1.5,7,p)");
  CHECK(toLine(std::pair(std::pair(1, 2), 3)) == "((1,2),3)");
  CHECK(toLine(std::vector{1, 2, 3}) == "[1, 2, 3]");
  CHECK(toLine(std::vector<bool>{true, false}) == "[true, false]");
  CHECK(toLine(std::vector<int>{}) == "[]");
  CHECK(toLine(std::array<double, 2>{1, 2}) == "[1.0, 2.0]");
  CHECK(toLine(std::optional<int>(4)) == "Some(4)");
  CHECK(toLine(std::optional<int>()) == "None");
  CHECK(toLine(std::map<std::string, int>{{"a", 1}, {"b", 2}}) == "Map(a -> 1, b -> 2)");
  CHECK(toLine(Celsius()) == "20 C");
}
