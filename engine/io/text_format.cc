#include "ferro/engine/io/text_format.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace ferro::detail {
namespace {

template <class Integer>
void appendInteger(std::string& line, Integer value) {
  char text[24];
  line.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

struct Decimal {
  std::string_view digits;  // without a point; the first is not 0, unless all is
  int exponent = 0;         // of the first digit
};

// text is `d.ddde+xx`, which this takes apart in place.
Decimal takeApart(char* text, char* end) {
  char* exponent = std::find(text, end, 'e');
  Decimal decimal;
  decimal.exponent = std::atoi(exponent + 1);
  char* digitsEnd = exponent;
  if (exponent - text > 1) digitsEnd = std::copy(text + 2, exponent, text + 1);
  decimal.digits = {text, static_cast<size_t>(digitsEnd - text)};
  return decimal;
}

// What lies behind the point, which is never nothing.
void appendFraction(std::string& line, std::string_view digits) { line.append(digits.empty() ? "0" : digits); }

void appendPlain(std::string& line, const Decimal& decimal) {
  if (decimal.exponent < 0) {
    line.append("0.").append(static_cast<size_t>(-decimal.exponent - 1), '0').append(decimal.digits);
    return;
  }
  const auto whole = static_cast<size_t>(decimal.exponent) + 1;
  const size_t given = std::min(whole, decimal.digits.size());
  line.append(decimal.digits.substr(0, given)).append(whole - given, '0').push_back('.');
  appendFraction(line, decimal.digits.substr(given));
}

template <class Real>
void appendShortest(std::string& line, Real value) {
  if (std::isnan(value)) return void(line.append("NaN"));
  if (std::signbit(value)) line.push_back('-');
  value = std::abs(value);
  if (std::isinf(value)) return void(line.append("Infinity"));
  char text[32];
  char* end = std::to_chars(text, text + sizeof(text), value, std::chars_format::scientific).ptr;
  *end = '\0';
  const Decimal decimal = takeApart(text, end);
  // Java's bounds for plain notation.
  if (value == 0 || (value >= Real(1e-3) && value < Real(1e7))) return appendPlain(line, decimal);
  line.push_back(decimal.digits.front());
  line.push_back('.');
  appendFraction(line, decimal.digits.substr(1));
  line.push_back('E');
  appendInteger(line, decimal.exponent);
}

}  // namespace

void appendSigned(std::string& line, int64_t value) { appendInteger(line, value); }
void appendUnsigned(std::string& line, uint64_t value) { appendInteger(line, value); }
void appendReal(std::string& line, double value) { appendShortest(line, value); }
void appendReal(std::string& line, float value) { appendShortest(line, value); }

}  // namespace ferro::detail
