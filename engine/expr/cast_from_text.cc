#include <charconv>

#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/cast_kinds.h"
#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

// parse(text) for every row, which gives nothing for a text that is malformed.
template <class T, class Parse>
arrow::Datum parseRows(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context,
                       const Parse& parse) {
  return mapRows<std::string_view>(to, {column}, column.length(), context, [&](std::string_view text) {
    std::optional<T> value = parse(text);
    if (!value && failure == CastFailure::kThrow) throwCastMalformed(text, *arrow::utf8(), *to);
    return value;
  });
}

template <class T>
std::optional<T> parseWhole(std::string_view text) {
  text = trimForCast(text);
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<bool> parseFlag(std::string_view text) {
  const std::string word = lowerCase(trimForCast(text));
  for (const std::string_view yes : {"t", "true", "y", "yes", "1"}) {
    if (word == yes) return true;
  }
  for (const std::string_view no : {"f", "false", "n", "no", "0"}) {
    if (word == no) return false;
  }
  return std::nullopt;
}

arrow::Datum parseDecimals(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context) {
  const DecimalShape shape = decimalShape(*to);
  return mapRows<std::string_view>(
      to, {column}, column.length(), context, [&](std::string_view text) -> std::optional<arrow::Decimal128> {
        arrow::Decimal256 value;
        int32_t precision = 0;
        int32_t scale = 0;
        if (!arrow::Decimal256::FromString(trimForCast(text), &value, &precision, &scale).ok()) {
          if (failure == CastFailure::kThrow) throwCastMalformed(text, *arrow::utf8(), *to);
          return std::nullopt;
        }
        const auto fitted = rescaleDecimal(value, scale, shape);
        if (!fitted && failure == CastFailure::kThrow) throwDecimalOverflow(std::string(trimForCast(text)), *to);
        return fitted;
      });
}

arrow::Datum relabel(const arrow::Datum& column, const TypePtr& to) {
  auto data = column.array()->Copy();
  data->type = to;
  return data;
}

}  // namespace

arrow::Datum castFromText(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context) {
  switch (to->id()) {
    case arrow::Type::INT8: return parseRows<int8_t>(column, to, failure, context, parseWhole<int8_t>);
    case arrow::Type::INT16: return parseRows<int16_t>(column, to, failure, context, parseWhole<int16_t>);
    case arrow::Type::INT32: return parseRows<int32_t>(column, to, failure, context, parseWhole<int32_t>);
    case arrow::Type::INT64: return parseRows<int64_t>(column, to, failure, context, parseWhole<int64_t>);
    case arrow::Type::FLOAT: return parseRows<float>(column, to, failure, context, parseFloat);
    case arrow::Type::DOUBLE: return parseRows<double>(column, to, failure, context, parseDouble);
    case arrow::Type::BOOL: return parseRows<bool>(column, to, failure, context, parseFlag);
    case arrow::Type::DATE32: return parseRows<int32_t>(column, to, failure, context, parseDate);
    case arrow::Type::TIMESTAMP:
      if (!hasTimeZone(*to)) return parseRows<int64_t>(column, to, failure, context, parseTimestampWithoutZone);
      return parseRows<int64_t>(column, to, failure, context,
                                [&](std::string_view text) { return parseTimestamp(text, *context.zone); });
    case arrow::Type::DECIMAL128: return parseDecimals(column, to, failure, context);
    case arrow::Type::BINARY: return relabel(column, to);
    default: throwInternal("a cast of text to " + to->ToString());
  }
}

}  // namespace ferro
