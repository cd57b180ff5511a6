#include "ferro/engine/sql/literals.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/text.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/special_time.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/sql/syntax_error.h"

namespace ferro::sql {
namespace {

constexpr size_t kMostDigits = 38;
constexpr int kLargestExponent = 1'000;  // more than any decimal has digits

// A number without its suffix, which is in small letters.
struct Number {
  std::string digits;
  std::string suffix;

  bool isWhole() const { return digits.find_first_of(".eE") == std::string::npos; }
  bool hasExponent() const { return digits.find_first_of("eE") != std::string::npos; }
};

Number numberOf(const Token& token, bool negative) {
  const size_t end = token.text.find_last_of("0123456789.") + 1;
  return {(negative ? "-" : "") + token.text.substr(0, end), lowerCase(token.text.substr(end))};
}

[[noreturn]] void throwOutOfRange(const std::string& digits, std::string_view type, const std::string& least,
                                  const std::string& most) {
  throw Error(ErrorCode::kInvalidArgument, "[INVALID_NUMERIC_LITERAL_RANGE] Numeric literal " + digits +
                                               " is outside the valid range for " + std::string(type) +
                                               " with minimum value of " + least + " and maximum value of " + most +
                                               ". Please adjust the value accordingly.");
}

template <class T>
std::optional<T> wholeOf(const std::string& digits) {
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional<T>(value) : std::nullopt;
}

template <class Scalar>
ExprPtr wholeLiteral(const std::string& digits, std::string_view type) {
  using T = typename Scalar::ValueType;
  if (const auto value = wholeOf<T>(digits)) return expr::literal(std::make_shared<Scalar>(*value));
  throwOutOfRange(digits, type, std::to_string(std::numeric_limits<T>::min()),
                  std::to_string(std::numeric_limits<T>::max()));
}

template <class Scalar, class T>
ExprPtr floatingLiteral(const std::string& digits, std::optional<T> value, std::string_view type) {
  if (value && std::isfinite(*value)) return expr::literal(std::make_shared<Scalar>(*value));
  throwOutOfRange(digits, type, numberText(std::numeric_limits<T>::lowest()),
                  numberText(std::numeric_limits<T>::max()));
}

// The digits without the point, and how many of them stand behind it.
std::pair<std::string, int> unscaledOf(const std::string& digits) {
  const size_t exponentAt = std::min(digits.find_first_of("eE"), digits.size());
  std::string unscaled = digits.substr(0, exponentAt);
  int scale = 0;
  if (const size_t point = unscaled.find('.'); point != std::string::npos) {
    scale = static_cast<int>(unscaled.size() - point - 1);
    unscaled.erase(point, 1);
  }
  if (exponentAt < digits.size()) {
    const size_t from = exponentAt + (digits[exponentAt + 1] == '+' ? 2 : 1);
    scale -= wholeOf<int16_t>(digits.substr(from)).value_or(kLargestExponent);
  }
  const bool negative = unscaled.starts_with('-');
  const size_t first = unscaled.find_first_not_of("-0");
  unscaled = first == std::string::npos ? "0" : unscaled.substr(first);
  if (scale < 0) unscaled.append(static_cast<size_t>(-scale), '0');
  return {(negative ? "-" : "") + unscaled, std::max(scale, 0)};
}

ExprPtr decimalLiteral(const std::string& digits) {
  const auto [unscaled, scale] = unscaledOf(digits);
  const size_t numDigits = unscaled.size() - (unscaled.starts_with('-') ? 1 : 0);
  const size_t precision = std::max(numDigits, static_cast<size_t>(scale));
  if (precision > kMostDigits) {
    throw Error(ErrorCode::kInvalidArgument, "[DECIMAL_PRECISION_EXCEEDS_MAX_PRECISION] The decimal number " +
                                                 digits.substr(0, 50) + " has " + std::to_string(precision) +
                                                 " digits, and 38 is the most; write it as a double with the suffix D");
  }
  const auto value = valueOf(arrow::Decimal128::FromString(unscaled), "reading a decimal number");
  return expr::literal(
      std::make_shared<arrow::Decimal128Scalar>(value, arrow::decimal128(static_cast<int32_t>(precision), scale)));
}

ExprPtr unsuffixed(const Number& number) {
  if (number.hasExponent()) {
    return floatingLiteral<arrow::DoubleScalar>(number.digits, parseDouble(number.digits), "double");
  }
  if (!number.isWhole()) return decimalLiteral(number.digits);
  if (const auto value = wholeOf<int32_t>(number.digits))
    return expr::literal(std::make_shared<arrow::Int32Scalar>(*value));
  if (const auto value = wholeOf<int64_t>(number.digits))
    return expr::literal(std::make_shared<arrow::Int64Scalar>(*value));
  return decimalLiteral(number.digits);
}

}  // namespace

ExprPtr textLiteral(std::string_view text) {
  return expr::literal(std::make_shared<arrow::StringScalar>(std::string(text)));
}

ExprPtr numberLiteral(std::string_view sql, const Token& token, bool negative) {
  const Number number = numberOf(token, negative);
  if (number.suffix.empty()) return unsuffixed(number);
  if (number.suffix == "bd") return decimalLiteral(number.digits);
  if (number.suffix == "d") {
    return floatingLiteral<arrow::DoubleScalar>(number.digits, parseDouble(number.digits), "double");
  }
  if (number.suffix == "f") {
    return floatingLiteral<arrow::FloatScalar>(number.digits, parseFloat(number.digits), "float");
  }
  if (!number.isWhole()) throwSyntaxError(sql, token.begin, token.text, "L, S and Y stand behind whole numbers");
  if (number.suffix == "l") return wholeLiteral<arrow::Int64Scalar>(number.digits, "bigint");
  if (number.suffix == "s") return wholeLiteral<arrow::Int16Scalar>(number.digits, "smallint");
  return wholeLiteral<arrow::Int8Scalar>(number.digits, "tinyint");
}

namespace {

// `today` and its like are days of the session, which only the query knows.
ExprPtr specialDay(std::string_view word) {
  const ExprPtr today = expr::call("current_date", {});
  if (word == "today") return today;
  const int32_t days = word == "yesterday" ? -1 : word == "tomorrow" ? 1 : 0;
  if (days == 0) return nullptr;
  return expr::call("date_add", {today, expr::literal(std::make_shared<arrow::Int32Scalar>(days))});
}

ExprPtr dateLiteral(std::string_view text) {
  const std::string word = specialTimeWord(text).value_or("");
  if (word == "epoch") return expr::literal(std::make_shared<arrow::Date32Scalar>(0));
  if (word == "now") return expr::call("current_date", {});
  if (const auto days = parseDate(text)) return expr::literal(std::make_shared<arrow::Date32Scalar>(*days));
  return specialDay(word);
}

ExprPtr timestampLiteral(std::string_view text, bool hasZone) {
  const auto type = arrow::timestamp(arrow::TimeUnit::MICRO, hasZone ? "UTC" : "");
  const auto literal = [&](int64_t micros) {
    return expr::literal(std::make_shared<arrow::TimestampScalar>(micros, type));
  };
  const std::string word = specialTimeWord(text).value_or("");
  if (word == "epoch") return literal(0);
  if (word == "now") {
    const ExprPtr now = expr::call("now", {});
    return hasZone ? now : expr::cast(now, type);
  }
  if (ExprPtr day = specialDay(word)) return expr::cast(std::move(day), type);
  const auto local = parseTimestampWithoutZone(text);
  if (!local) return nullptr;
  if (!hasZone) return literal(*local);
  if (hasZoneOfItsOwn(text)) return literal(*parseTimestamp(text));
  std::string shown;
  appendTimestamp(shown, *local);
  return expr::call("timestamp_literal", {textLiteral(shown)});
}

}  // namespace

namespace {

// X'0aff': bytes, with a 0 in front of an odd number of digits.
ExprPtr bytesLiteral(std::string_view text) {
  std::string digits(text);
  if (digits.size() % 2 != 0) digits.insert(0, 1, '0');
  std::string bytes;
  for (size_t i = 0; i < digits.size(); i += 2) {
    uint8_t byte = 0;
    const auto [end, error] = std::from_chars(digits.data() + i, digits.data() + i + 2, byte, 16);
    if (error != std::errc() || end != digits.data() + i + 2) {
      throw Error(ErrorCode::kInvalidArgument,
                  "[INVALID_TYPED_LITERAL] The value of the typed literal \"X\" is invalid: '" + oneLine(text) + "'.");
    }
    bytes += static_cast<char>(byte);
  }
  return expr::literal(std::make_shared<arrow::BinaryScalar>(std::move(bytes)));
}

}  // namespace

ExprPtr typedLiteral(std::string_view sql, const Token& type, std::string_view text) {
  const std::string word = lowerCase(type.text);
  if (word == "x") return bytesLiteral(text);
  const bool isTimestamp = word == "timestamp" || word == "timestamp_ltz" || word == "timestamp_ntz";
  if (!isTimestamp && word != "date") {
    throwUnsupported(sql, type.begin, upperCase(word) + " '...' values",
                     "DATE '...' and TIMESTAMP '...' are there, and CAST('...' AS type)");
  }
  ExprPtr value = isTimestamp ? timestampLiteral(text, word != "timestamp_ntz") : dateLiteral(text);
  if (value == nullptr) {
    throw Error(ErrorCode::kInvalidArgument, "[INVALID_TYPED_LITERAL] The value of the typed literal \"" +
                                                 upperCase(word) + "\" is invalid: '" + oneLine(text) + "'.");
  }
  return value;
}

}  // namespace ferro::sql
