#include "ferro/engine/expr/number_layout.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <arrow/util/decimal.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/number_text.h"

namespace ferro {

struct NumberLayout::Digits {
  std::string whole;
  std::string fraction;
};

namespace {

constexpr std::string_view kNumberLetters = "#0,.";

// "-1.25E-3" as plain digits without exponent; the sign stays.
std::string withoutExponent(std::string text) {
  const size_t mark = text.find('E');
  if (mark == std::string::npos) return text;
  const int exponent = std::stoi(text.substr(mark + 1));
  const bool negative = text.front() == '-';
  std::string digits = text.substr(negative ? 1 : 0, mark - (negative ? 1 : 0));
  const int point = static_cast<int>(digits.find('.')) + exponent;
  digits.erase(digits.find('.'), 1);
  if (point <= 0) digits.insert(0, static_cast<size_t>(1 - point), '0');
  const auto place = static_cast<size_t>(std::max(point, 1));
  if (digits.size() < place) digits.append(place - digits.size(), '0');
  digits.insert(place, 1, '.');
  return negative ? "-" + digits : digits;
}

size_t fractionDigits(std::string_view text) {
  const size_t point = text.find('.');
  if (point == std::string_view::npos) return 0;
  const size_t last = text.find_last_not_of('0');
  return last == point ? 0 : last - point;
}

// Exact digits, cut behind `count` of the fraction.
std::string roundedHalfEven(std::string text, size_t count) {
  if (fractionDigits(text) <= count) return text;
  const size_t point = text.find('.');
  const size_t cut = point + 1 + count;
  const bool more = text.find_first_not_of('0', cut + 1) != std::string::npos;
  const char last = count > 0 ? text[cut - 1] : text[point - 1];
  const bool up = text[cut] > '5' || (text[cut] == '5' && (more || (last - '0') % 2 == 1));
  text.resize(cut);
  if (!up) return text;
  for (size_t at = text.size(); at-- > 0;) {
    if (text[at] == '.') continue;
    if (text[at] == '-') return text.insert(1, 1, '1');
    if (text[at] != '9') {
      ++text[at];
      return text;
    }
    text[at] = '0';
  }
  return text.insert(0, 1, '1');
}

}  // namespace

NumberLayout::NumberLayout(int digits)
    : pattern_(std::to_string(digits)),
      leastFraction_(static_cast<size_t>(digits)),
      mostFraction_(static_cast<size_t>(digits)) {}

NumberLayout::NumberLayout(std::string_view pattern) : pattern_(pattern) {
  if (pattern.empty()) return;
  group_ = 0;
  std::string_view rest = pattern_;
  prefix_ = readAffix(rest);
  readNumber(rest);
  suffix_ = readAffix(rest);
  negativePrefix_ = "-" + prefix_;
  negativeSuffix_ = suffix_;
  if (rest.empty()) return;
  if (rest.front() != ';') fail("'" + std::string(1, rest.front()) + "' must stand in quotes there");
  rest.remove_prefix(1);
  // Only what stands around the number counts in the form of negative numbers.
  const std::string prefix = readAffix(rest);
  rest.remove_prefix(std::min(rest.find_first_not_of(kNumberLetters), rest.size()));
  const std::string suffix = readAffix(rest);
  if (prefix == prefix_ && suffix == suffix_) return;
  negativePrefix_ = prefix;
  negativeSuffix_ = suffix;
}

void NumberLayout::fail(const std::string& what) const {
  throw Error(ErrorCode::kInvalidArgument, "[INVALID_PARAMETER_VALUE] Invalid pattern '" + pattern_ +
                                               "' of format_number: " + what + ". A pattern looks like '#,##0.00'.");
}

// What stands in front of or behind the number. Quotes keep letters from meaning something.
std::string NumberLayout::readAffix(std::string_view& rest) {
  std::string text;
  bool quoted = false;
  while (!rest.empty()) {
    const char letter = rest.front();
    if (letter == '\'') {
      rest.remove_prefix(1);
      if (rest.starts_with('\'')) {
        text += '\'';
        rest.remove_prefix(1);
      } else {
        quoted = !quoted;
      }
      continue;
    }
    if (!quoted && (kNumberLetters.find(letter) != std::string_view::npos || letter == ';')) break;
    if (!quoted && letter == '%') multiplier_ = 100;
    if (!quoted && rest.starts_with("‰")) multiplier_ = 1000;
    text += letter;
    rest.remove_prefix(1);
  }
  if (quoted) fail("a quote is not closed");
  return text;
}

void NumberLayout::readNumber(std::string_view& rest) {
  const std::string_view number = rest.substr(0, rest.find_first_not_of(kNumberLetters));
  rest.remove_prefix(number.size());
  if (rest.starts_with('E')) fail("numbers with an exponent are not supported");
  const size_t point = std::min(number.find('.'), number.size());
  const std::string_view whole = number.substr(0, point);
  const std::string_view fraction = number.substr(std::min(point + 1, number.size()));
  if (fraction.find_first_of(".,") != std::string_view::npos) fail("there is more than one point");
  if (whole.find('#', std::min(whole.find('0'), whole.size())) != std::string_view::npos) fail("a # behind a 0");
  if (fraction.find('0', std::min(fraction.find('#'), fraction.size())) != std::string_view::npos) {
    fail("a 0 behind a #");
  }
  const size_t comma = whole.rfind(',');
  if (comma != std::string_view::npos) {
    group_ = whole.size() - comma - 1;
    if (group_ == 0) fail("a comma in front of the point");
  }
  leastWhole_ = static_cast<size_t>(std::ranges::count(whole, '0'));
  leastFraction_ = static_cast<size_t>(std::ranges::count(fraction, '0'));
  mostFraction_ = fraction.size();
  // Java writes a 0 in front of the point, or one behind it, where the pattern does not say which digits there are.
  const bool hasPoint = point < number.size();
  if (hasPoint && leastWhole_ + leastFraction_ == 0) (whole.empty() ? leastFraction_ : leastWhole_) = 1;
}

std::string NumberLayout::laidOut(bool negative, Digits digits) const {
  digits.whole.erase(0, std::min(digits.whole.find_first_not_of('0'), digits.whole.size()));
  if (digits.whole.size() < leastWhole_) digits.whole.insert(0, leastWhole_ - digits.whole.size(), '0');
  const size_t last = digits.fraction.find_last_not_of('0');
  digits.fraction.resize(std::max(leastFraction_, last == std::string::npos ? 0 : last + 1), '0');
  if (digits.whole.empty() && digits.fraction.empty()) digits.whole = "0";
  if (group_ > 0) {
    for (size_t at = digits.whole.size(); at > group_;) digits.whole.insert(at -= group_, 1, ',');
  }
  std::string text = negative ? negativePrefix_ : prefix_;
  text += digits.whole;
  if (!digits.fraction.empty()) text += "." + digits.fraction;
  return text + (negative ? negativeSuffix_ : suffix_);
}

std::string NumberLayout::formatPlain(std::string text) const {
  const bool negative = text.starts_with('-');
  if (negative) text.erase(0, 1);
  const size_t point = std::min(text.find('.'), text.size());
  return laidOut(negative, {text.substr(0, point), text.substr(std::min(point + 1, text.size()))});
}

std::string NumberLayout::format(double value) const {
  value *= multiplier_;
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? negativePrefix_ + "∞" + negativeSuffix_ : prefix_ + "∞" + suffix_;
  // The digits that the number is shown with, as long as they are enough; where some are cut, its exact value decides.
  std::string text = withoutExponent(numberText(value));
  if (fractionDigits(text) > mostFraction_) {
    text.assign(400 + mostFraction_, '\0');
    text.resize(
        static_cast<size_t>(std::snprintf(text.data(), text.size(), "%.*f", static_cast<int>(mostFraction_), value)));
  }
  return formatPlain(std::move(text));
}

std::string NumberLayout::format(int64_t value) const { return format(arrow::Decimal128(value), 0); }

std::string NumberLayout::format(const arrow::Decimal128& value, int scale) const {
  const arrow::Decimal256 product(wideDecimal(value) * arrow::Decimal256(multiplier_));
  return formatPlain(roundedHalfEven(product.ToString(scale), mostFraction_));
}

}  // namespace ferro
