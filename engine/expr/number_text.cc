#include "ferro/engine/expr/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "ferro/common/letter_case.h"

namespace ferro {

namespace {

// The digits and the decimal exponent of a positive number: 1.25e3 is "125" and 3.
struct Digits {
  std::array<char, 32> digits;
  size_t count = 0;
  int exponent = 0;
};

Digits digitsIn(const char* begin, const char* end) {
  const char* mark = std::find(begin, end, 'e');
  Digits found;
  for (const char* at = begin; at != mark; ++at) {
    if (*at != '.') found.digits[found.count++] = *at;
  }
  const char* exponent = mark + 1;
  if (*exponent == '+') ++exponent;
  std::from_chars(exponent, end, found.exponent);
  return found;
}

template <class T>
Digits shortestDigits(T value) {
  std::array<char, 48> buffer;
  char* const begin = buffer.data();
  char* const limit = begin + buffer.size();
  // Where numbers are so far apart that one digit names them, Java takes the nearest two.
  if (value < std::numeric_limits<T>::min()) {
    const Digits one = digitsIn(begin, std::to_chars(begin, limit, value, std::chars_format::scientific).ptr);
    if (one.count > 1) return one;
    Digits two = digitsIn(begin, std::to_chars(begin, limit, value, std::chars_format::scientific, 1).ptr);
    if (two.digits[1] == '0') two.count = 1;
    return two;
  }
  return digitsIn(begin, std::to_chars(begin, limit, value, std::chars_format::scientific).ptr);
}

void appendPlain(std::string& text, const Digits& number) {
  const std::string_view digits(number.digits.data(), number.count);
  const int whole = number.exponent + 1;
  if (whole <= 0) {
    text += "0.";
    text.append(static_cast<size_t>(-whole), '0');
    text += digits;
    return;
  }
  const size_t wholeDigits = static_cast<size_t>(whole);
  text += digits.substr(0, wholeDigits);
  if (digits.size() <= wholeDigits) {
    text.append(wholeDigits - digits.size(), '0');
    text += ".0";
  } else {
    text += '.';
    text += digits.substr(wholeDigits);
  }
}

void appendWithExponent(std::string& text, const Digits& number) {
  text += number.digits[0];
  text += '.';
  if (number.count == 1) {
    text += '0';
  } else {
    text.append(number.digits.data() + 1, number.count - 1);
  }
  text += 'E';
  text += std::to_string(number.exponent);
}

template <class T>
void append(std::string& text, T value) {
  if (std::isnan(value)) {
    text += "NaN";
    return;
  }
  if (std::signbit(value)) {
    text += '-';
    value = -value;
  }
  if (std::isinf(value)) {
    text += "Infinity";
  } else if (value == T{0}) {
    text += "0.0";
  } else if (const Digits digits = shortestDigits(value); digits.exponent >= 7 || digits.exponent < -3) {
    appendWithExponent(text, digits);
  } else {
    appendPlain(text, digits);
  }
}

template <class T>
std::optional<T> parseSpecial(std::string_view text, bool negative, bool signedText) {
  if (equalIgnoringCase(text, "inf") || equalIgnoringCase(text, "infinity")) {
    return negative ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
  }
  if (!signedText && equalIgnoringCase(text, "nan")) return std::numeric_limits<T>::quiet_NaN();
  return std::nullopt;
}

template <class T>
std::optional<T> parse(std::string_view text) {
  text = trimForCast(text);
  const bool negative = text.starts_with('-');
  const bool signedText = negative || text.starts_with('+');
  if (signedText) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  if (text.front() != '.' && (text.front() < '0' || text.front() > '9')) {
    return parseSpecial<T>(text, negative, signedText);
  }
  if (std::string_view("dDfF").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too large or too small: the standard library leaves the value alone, C's does not.
    value = static_cast<T>(std::strtod(std::string(text).c_str(), nullptr));
  }
  return negative ? -value : value;
}

}  // namespace

std::string_view trimForCast(std::string_view text) {
  const auto blank = [](char letter) { return static_cast<unsigned char>(letter) <= ' ' || letter == 0x7f; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

void appendNumber(std::string& text, double value) { append(text, value); }
void appendNumber(std::string& text, float value) { append(text, value); }

std::optional<double> parseDouble(std::string_view text) { return parse<double>(text); }
std::optional<float> parseFloat(std::string_view text) { return parse<float>(text); }

}  // namespace ferro
