#include <charconv>
#include <cmath>

#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/cast_kinds.h"
#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/decimal_numbers.h"
#include "ferro/engine/expr/number_dispatch.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

using arrow::Decimal128;

std::optional<Decimal128> orThrow(std::optional<Decimal128> value, CastFailure failure, const std::string& shown,
                                  const arrow::DataType& to) {
  if (!value && failure == CastFailure::kThrow) throwDecimalOverflow(shown, to);
  return value;
}

template <class From>
arrow::Datum numbersToDecimal(const arrow::Datum& column, const TypePtr& to, CastFailure failure,
                              EvalContext& context) {
  const DecimalShape shape = decimalShape(*to);
  return mapRows<From>(to, {column}, column.length(), context, [&](From value) -> std::optional<Decimal128> {
    if constexpr (std::is_floating_point_v<From>) {
      if (!std::isfinite(value)) return std::nullopt;  // no decimal, but no error in Spark either
      return orThrow(decimalOfReal(value, shape), failure, numberText(value), *to);
    } else {
      return orThrow(rescaleDecimal(arrow::Decimal256(value), 0, shape), failure, std::to_string(value), *to);
    }
  });
}

arrow::Datum decimalToDecimal(const arrow::Datum& column, const TypePtr& to, CastFailure failure,
                              EvalContext& context) {
  const DecimalShape from = decimalShape(*column.type());
  const DecimalShape shape = decimalShape(*to);
  return mapRows<Decimal128>(to, {column}, column.length(), context, [&](const Decimal128& value) {
    return orThrow(rescaleDecimal(wideDecimal(value), from.scale, shape), failure, value.ToString(from.scale), *to);
  });
}

template <class To>
arrow::Datum decimalToNumbers(const arrow::Datum& column, const TypePtr& to, CastFailure failure,
                              EvalContext& context) {
  const int scale = decimalShape(*column.type()).scale;
  return mapRows<Decimal128>(to, {column}, column.length(), context, [&](const Decimal128& value) -> std::optional<To> {
    if constexpr (std::is_floating_point_v<To>) {
      return static_cast<To>(realOfDecimal(value, scale));
    } else {
      const Decimal128 whole(value.ReduceScaleBy(scale, false));
      int64_t number = 0;
      if (whole.ToInteger(&number).ok() && static_cast<To>(number) == number) return static_cast<To>(number);
      if (failure == CastFailure::kThrow) throwCastOverflow(value.ToString(scale) + "BD", *column.type(), *to);
      return std::nullopt;
    }
  });
}

arrow::Datum decimalToTimestamp(const arrow::Datum& column, const TypePtr& to, EvalContext& context) {
  const int scale = decimalShape(*column.type()).scale;
  return mapRows<Decimal128>(to, {column}, column.length(), context,
                             [&](const Decimal128& value) -> std::optional<int64_t> {
                               const auto micros = rescaleDecimal(wideDecimal(value), scale, {18, 6});
                               if (!micros) return std::nullopt;
                               return static_cast<int64_t>(micros->low_bits());
                             });
}

}  // namespace

arrow::Datum castDecimals(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context) {
  const arrow::DataType& from = *column.type();
  if (isDecimal(from) && isDecimal(*to)) return decimalToDecimal(column, to, failure, context);
  if (isDecimal(from)) {
    if (isTimestamp(*to)) return decimalToTimestamp(column, to, context);
    if (to->id() == arrow::Type::BOOL) {
      return mapRows<Decimal128>(to, {column}, column.length(), context,
                                 [](const Decimal128& value) { return static_cast<bool>(value); });
    }
    return dispatchNumber(*to, [&]<class To>(To) { return decimalToNumbers<To>(column, to, failure, context); });
  }
  if (from.id() == arrow::Type::BOOL) {
    return numbersToDecimal<int8_t>(castNumbers(column, arrow::int8(), failure, context), to, failure, context);
  }
  if (isTimestamp(from)) {
    const DecimalShape shape = decimalShape(*to);
    return mapRows<int64_t>(to, {column}, column.length(), context, [&](int64_t micros) {
      constexpr int kDigits = 6;  // of a second
      const arrow::Decimal256 seconds(micros);
      return orThrow(rescaleDecimal(seconds, kDigits, shape), failure, seconds.ToString(kDigits), *to);
    });
  }
  return dispatchNumber(from, [&]<class From>(From) { return numbersToDecimal<From>(column, to, failure, context); });
}

}  // namespace ferro
