#include "ferro/engine/io/csv/number_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <system_error>

#include "ferro/engine/io/csv/text_class.h"

namespace ferro {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// Takes a sign off the front; true for a minus.
bool takeSign(std::string_view& text) {
  if (text.empty() || (text[0] != '-' && text[0] != '+')) return false;
  const bool negative = text[0] == '-';
  text.remove_prefix(1);
  return negative;
}

std::string_view withoutSpaces(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

// What from_chars makes of all of the text. What is too large or too small for the type is rounded, as Java does.
template <class Real>
bool parseWith(std::string_view text, std::chars_format format, Real& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    // from_chars does not say which of the two it was.
    const double logarithm = std::strtod(std::string(text).c_str(), nullptr);
    value = std::abs(logarithm) > 1 ? std::numeric_limits<Real>::infinity() : static_cast<Real>(logarithm);
  }
  return true;
}

template <class Real>
bool parseHexadecimal(std::string_view text, Real& value) {
  const size_t exponent = text.find_first_of("pP");
  if (exponent == std::string_view::npos) return false;
  return parseWith(text, std::chars_format::hex, value);
}

template <class Real>
bool parseReal(std::string_view text, Real& value) {
  text = withoutSpaces(text);
  const bool negative = takeSign(text);
  if (text.empty()) return false;
  bool parsed = false;
  if (text == "NaN" || text == "Infinity") {
    value = text == "NaN" ? std::numeric_limits<Real>::quiet_NaN() : std::numeric_limits<Real>::infinity();
    parsed = true;
  } else {
    const bool hexadecimal = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const std::string_view suffixes = "dDfF";
    if (text.size() > 1 && suffixes.find(text.back()) != std::string_view::npos &&
        (!hexadecimal || text.find_first_of("pP") != std::string_view::npos)) {
      text.remove_suffix(1);
    }
    const bool startsRight = isDigit(text[0]) || text[0] == '.';
    parsed = startsRight && (hexadecimal ? parseHexadecimal(text.substr(2), value)
                                         : parseWith(text, std::chars_format::general, value));
  }
  if (negative) value = -value;
  return parsed;
}

// A decimal taken apart: its digits without sign and point, and how many of them stand behind the point.
struct Decimal {
  bool negative = false;
  std::string digits;
  int64_t scale = 0;
};

bool parseExponent(std::string_view text, int64_t& exponent) {
  const bool negative = takeSign(text);
  if (text.empty() || text.size() > 10) return false;
  exponent = 0;
  for (const char c : text) {
    if (!isDigit(c)) return false;
    exponent = exponent * 10 + (c - '0');
  }
  if (negative) exponent = -exponent;
  return exponent <= INT32_MAX && exponent >= INT32_MIN;
}

bool takeApart(std::string_view text, Decimal& decimal) {
  decimal.negative = takeSign(text);
  bool point = false;
  size_t i = 0;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.' && !point) {
      point = true;
    } else if (isDigit(text[i])) {
      decimal.digits.push_back(text[i]);
      if (point) ++decimal.scale;
    } else {
      return false;
    }
  }
  if (decimal.digits.empty()) return false;
  if (i < text.size()) {
    int64_t exponent = 0;
    if (!parseExponent(text.substr(i + 1), exponent)) return false;
    decimal.scale -= exponent;
  }
  return true;
}

std::string_view withoutLeadingZeros(std::string_view digits) {
  const size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? digits.substr(digits.size() - 1) : digits.substr(first);
}

}  // namespace

bool parseIntegerCarefully(std::string_view text, int64_t& value) {
  const bool negative = takeSign(text);
  if (text.empty()) return false;
  uint64_t magnitude = 0;
  const uint64_t limit = static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) + (negative ? 1 : 0);
  for (const char c : text) {
    if (!isDigit(c)) return false;
    const auto digit = static_cast<uint64_t>(c - '0');
    if (magnitude > (limit - digit) / 10) return false;
    magnitude = magnitude * 10 + digit;
  }
  value = static_cast<int64_t>(negative ? ~magnitude + 1 : magnitude);
  return true;
}

bool parseDoubleCarefully(std::string_view text, double& value) { return parseReal(text, value); }

bool parseFloat(std::string_view text, float& value) { return parseReal(text, value); }

bool parsePlainDouble(const char* text, size_t length, double& value) {
  const bool negative = *text == '-';
  text += negative ? 1 : 0;
  length -= negative ? 1 : 0;
  if (length == 0 || length > 16) return false;
  const NumeralMasks masks = numeralMasks(text);
  const uint32_t all = (uint32_t{1} << length) - 1;
  const uint32_t points = masks.points & all;
  if ((points & (points - 1)) != 0 || ((masks.digits | points) & all) != all) return false;
  const auto whole = points == 0 ? length : static_cast<size_t>(std::countr_zero(points));
  const size_t fraction = points == 0 ? 0 : length - whole - 1;
  if (whole == 0 || fraction > 8 || whole + fraction > 15) return false;
  uint64_t high = 0;
  uint64_t middle = 0;
  uint64_t low = 0;
  // The masks have checked the digits.
  if (whole > 8) {
    detail::parseEightDigits(text, whole - 8, high);
    detail::parseEightDigits(text + whole - 8, 8, middle);
    high = high * 100'000'000 + middle;
  } else {
    detail::parseEightDigits(text, whole, high);
  }
  if (fraction > 0) detail::parseEightDigits(text + whole + 1, fraction, low);
  const auto scale = static_cast<uint64_t>(detail::kPowersOfTen[fraction]);
  const double magnitude = static_cast<double>(high * scale + low) / detail::kPowersOfTen[fraction];
  value = negative ? -magnitude : magnitude;
  return true;
}

bool parseDecimal(std::string_view text, int precision, int scale, Int128& value) {
  std::string plain;
  if (text.find(',') != std::string_view::npos) {
    for (const char c : text) {
      if (c != ',') plain.push_back(c);
    }
    text = plain;
  }
  Decimal decimal;
  if (!takeApart(text, decimal)) return false;
  const std::string_view digits = withoutLeadingZeros(decimal.digits);
  // Digits that stay, when those behind the scale are cut off; zeros follow where there are not enough.
  const int64_t kept = static_cast<int64_t>(digits.size()) - decimal.scale + scale;
  if (digits == "0") {
    value = 0;
    return true;
  }
  if (kept > precision) return false;
  UnsignedInt128 magnitude = 0;
  for (int64_t i = 0; i < kept; ++i) {
    const bool given = i < static_cast<int64_t>(digits.size());
    magnitude = magnitude * 10 + static_cast<unsigned>(given ? digits[static_cast<size_t>(i)] - '0' : 0);
  }
  const bool roundsUp =
      kept >= 0 && kept < static_cast<int64_t>(digits.size()) && digits[static_cast<size_t>(kept)] >= '5';
  if (roundsUp) ++magnitude;
  UnsignedInt128 limit = 1;
  for (int i = 0; i < precision; ++i) limit *= 10;
  if (magnitude >= limit) return false;
  value = decimal.negative ? -static_cast<Int128>(magnitude) : static_cast<Int128>(magnitude);
  return true;
}

int digitsOfWholeDecimal(std::string_view text) {
  Decimal decimal;
  if (!takeApart(text, decimal) || decimal.scale != 0) return 0;
  return static_cast<int>(withoutLeadingZeros(decimal.digits).size());
}

}  // namespace ferro
