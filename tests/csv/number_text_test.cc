#include "ferro/engine/io/csv/number_text.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "ferro/engine/io/csv/boolean_text.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

// Numbers may be read beyond their ends: what lies there must not matter.
class Padded {
 public:
  explicit Padded(const std::string& text) : bytes_(text + std::string(32, '7')), size_(text.size()) {}
  const char* data() const { return bytes_.data(); }
  size_t size() const { return size_; }

 private:
  std::string bytes_;
  size_t size_;
};

std::optional<int64_t> integerOf(const std::string& text) {
  const Padded padded(text);
  int64_t value = 0;
  return parseInteger(padded.data(), padded.size(), value) ? std::optional(value) : std::nullopt;
}

std::optional<double> doubleOf(const std::string& text) {
  const Padded padded(text);
  double value = 0;
  return parseDouble(padded.data(), padded.size(), value) ? std::optional(value) : std::nullopt;
}

std::optional<std::string> decimalOf(const std::string& text, int precision, int scale) {
  Int128 value = 0;
  if (!parseDecimal(text, precision, scale, value)) return std::nullopt;
  const bool negative = value < 0;
  std::string digits;
  for (auto rest = static_cast<UnsignedInt128>(negative ? -value : value); rest > 0; rest /= 10) {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  return (negative ? "-" : "") + (digits.empty() ? "0" : digits);
}

}  // namespace

TEST_CASE("integers of every length are read as the library reads them") {
  const unsigned seed = 20261116;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = static_cast<int64_t>(random()) >> (random() % 64);
    REQUIRE(integerOf(std::to_string(value)) == value);
    if (value >= 0) REQUIRE(integerOf("+" + std::to_string(value)) == value);
  }
  CHECK(integerOf("9223372036854775807") == std::numeric_limits<int64_t>::max());
  CHECK(integerOf("-9223372036854775808") == std::numeric_limits<int64_t>::min());
  CHECK(integerOf("00000000000000000000000012") == 12);
}

TEST_CASE("what is no integer is refused, wherever the wrong character stands") {
  for (const char* text : {"-", "+", "9223372036854775808", "-9223372036854775809", "1.0", " 1", "1 ", "--1", "1e3"}) {
    INFO(text);
    CHECK_FALSE(integerOf(text));
  }
  for (size_t length = 1; length <= 20; ++length) {
    for (size_t wrong = 0; wrong < length; ++wrong) {
      for (const char c : {'/', ':', 'a', ' ', '\0', '\x80', '\xB9', '.'}) {
        std::string text(length, '1');
        text[wrong] = c;
        INFO("length " << length << ", character " << static_cast<int>(c) << " at " << wrong);
        REQUIRE_FALSE(integerOf(text));
      }
    }
  }
}

TEST_CASE("doubles are the nearest ones, to the last bit") {
  const unsigned seed = 20261117;
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 50'000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    for (uint64_t digits = random() % 12; digits > 0; --digits) text += static_cast<char>('0' + random() % 10);
    if (random() % 4 != 0) text += '.';
    for (uint64_t digits = 1 + random() % 12; digits > 0; --digits) text += static_cast<char>('0' + random() % 10);
    if (random() % 8 == 0) text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
    INFO(text);
    const auto value = doubleOf(text);
    REQUIRE(value);
    REQUIRE(*value == std::strtod(text.c_str(), nullptr));
  }
}

TEST_CASE("doubles are written as Java allows it") {
  CHECK(doubleOf("1d") == 1.0);
  CHECK(doubleOf("1.5F") == 1.5);
  CHECK(doubleOf(" 7 ") == 7.0);
  CHECK(doubleOf(".5") == 0.5);
  CHECK(doubleOf("5.") == 5.0);
  CHECK(doubleOf("+5.25") == 5.25);
  CHECK(doubleOf("0x1p3") == 8.0);
  CHECK(doubleOf("Infinity") == std::numeric_limits<double>::infinity());
  CHECK(doubleOf("-Infinity") == -std::numeric_limits<double>::infinity());
  CHECK(doubleOf("1e400") == std::numeric_limits<double>::infinity());
  CHECK(doubleOf("-1e400") == -std::numeric_limits<double>::infinity());
  CHECK(doubleOf("1e-400") == 0.0);
  CHECK(doubleOf("4.9e-324") == 4.9e-324);
  CHECK(std::isnan(doubleOf("NaN").value()));
  CHECK(std::signbit(doubleOf("-0.0").value()));
  for (const char* text :
       {".", "-", "-.", "1.2.3", "inf", "nan", "infinity", "1e", "e5", "--1", "1 2", "0x", "0x1", "d"}) {
    INFO(text);
    CHECK_FALSE(doubleOf(text));
  }
}

TEST_CASE("decimals are rounded half up and must fit") {
  CHECK(decimalOf("1.005", 10, 2) == "101");
  CHECK(decimalOf("-1.005", 10, 2) == "-101");
  CHECK(decimalOf("1.0049", 10, 2) == "100");
  CHECK(decimalOf("1,234.5", 10, 2) == "123450");
  CHECK(decimalOf("1e3", 10, 2) == "100000");
  CHECK(decimalOf("12e-1", 10, 2) == "120");
  CHECK(decimalOf("0.001", 10, 2) == "0");
  CHECK(decimalOf("0.005", 10, 2) == "1");
  CHECK(decimalOf("000", 3, 0) == "0");
  CHECK(decimalOf(std::string(38, '9'), 38, 0) == std::string(38, '9'));
  CHECK_FALSE(decimalOf(std::string(39, '9'), 38, 0));
  CHECK_FALSE(decimalOf("99.995", 4, 2));
  CHECK_FALSE(decimalOf("100", 4, 2));
  CHECK_FALSE(decimalOf("x", 4, 2));
  CHECK_FALSE(decimalOf("", 4, 2));
  CHECK_FALSE(decimalOf("1e99999999999", 4, 2));
}

TEST_CASE("true and false are read in any letter case, and nothing else") {
  bool value = false;
  CHECK((parseBoolean("TrUe", value) && value));
  CHECK((parseBoolean("false", value) && !value));
  CHECK_FALSE(parseBoolean("1", value));
  CHECK_FALSE(parseBoolean("tru\x05", value));
  CHECK_FALSE(parseBoolean("yes", value));
}
