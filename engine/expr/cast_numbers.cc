#include <cmath>

#include "ferro/common/error.h"
#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/cast_kinds.h"
#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/number_dispatch.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/value_text.h"

namespace ferro {

namespace {

// As Spark shows a number inside an error: with the letter of its type.
template <class T>
std::string shownNumber(T value) {
  if constexpr (std::is_same_v<T, double>) return numberText(value) + "D";
  if constexpr (std::is_same_v<T, float>) return numberText(value) + "F";
  if constexpr (std::is_same_v<T, int64_t>) return std::to_string(value) + "L";
  if constexpr (std::is_same_v<T, int16_t>) return std::to_string(value) + "S";
  if constexpr (std::is_integral_v<T>) return std::to_string(value);
}

template <class To, class From>
std::optional<To> narrowed(From value) {
  if constexpr (std::is_floating_point_v<From>) {
    // The limits are powers of two, which a floating-point number has exactly.
    const double limit = std::ldexp(1.0, sizeof(To) * 8 - 1);
    const double whole = std::trunc(static_cast<double>(value));
    if (!(whole >= -limit && whole < limit)) return std::nullopt;
    return static_cast<To>(whole);
  } else {
    const To narrow = static_cast<To>(value);
    if (narrow != value) return std::nullopt;
    return narrow;
  }
}

template <class To, class From>
arrow::Datum castNumber(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context) {
  constexpr bool kAlwaysFits = std::is_floating_point_v<To> || (std::is_integral_v<From> && sizeof(To) >= sizeof(From));
  if constexpr (kAlwaysFits) {
    return mapAll<To, From>(to, {column}, column.length(), context, [](From value) { return static_cast<To>(value); });
  } else {
    return mapRows<From>(to, {column}, column.length(), context, [&](From value) {
      const std::optional<To> narrow = narrowed<To, From>(value);
      if (!narrow && failure == CastFailure::kThrow) throwCastOverflow(shownNumber(value), *column.type(), *to);
      return narrow;
    });
  }
}

template <class From>
arrow::Datum castToFlag(const arrow::Datum& column, const TypePtr& to, EvalContext& context) {
  return mapRows<From>(to, {column}, column.length(), context, [](From value) { return value != From{0}; });
}

// Seconds since 1970, with the fraction where the number has one.
template <class From>
arrow::Datum castToTimestamp(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context) {
  return mapRows<From>(to, {column}, column.length(), context, [&](From value) -> std::optional<int64_t> {
    std::optional<int64_t> micros;
    if constexpr (std::is_floating_point_v<From>) {
      micros = narrowed<int64_t, double>(static_cast<double>(value) * 1e6);
    } else {
      // Seconds beyond all timestamps are the first or the last one.
      int64_t product = 0;
      const bool beyond = __builtin_mul_overflow(static_cast<int64_t>(value), kMicrosPerSecond, &product);
      using Limits = std::numeric_limits<int64_t>;
      micros = !beyond ? product : (value < 0 ? Limits::min() : Limits::max());
    }
    if (!micros && failure == CastFailure::kThrow) throwCastOverflow(shownNumber(value), *column.type(), *to);
    return micros;
  });
}

template <class To>
arrow::Datum castFromTimestamp(const arrow::Datum& column, const TypePtr& to, CastFailure failure,
                               EvalContext& context) {
  return mapRows<int64_t>(to, {column}, column.length(), context, [&](int64_t micros) -> std::optional<To> {
    if constexpr (std::is_floating_point_v<To>) {
      return static_cast<To>(static_cast<double>(micros) / 1e6);
    } else {
      const auto seconds = narrowed<To, int64_t>(floorDivide(micros, kMicrosPerSecond));
      if (!seconds && failure == CastFailure::kThrow) {
        throwCastOverflow(valueText(*column.make_array(), 0, *context.zone), *column.type(), *to);
      }
      return seconds;
    }
  });
}

arrow::Datum castFlag(const arrow::Datum& column, const TypePtr& to, EvalContext& context) {
  return dispatchNumber(*to, [&]<class To>(To) {
    return mapRows<bool>(to, {column}, column.length(), context, [](bool value) { return static_cast<To>(value); });
  });
}

arrow::Datum castTimes(const arrow::Datum& column, const TypePtr& to, EvalContext& context) {
  const arrow::DataType& from = *column.type();
  const TimeZone& sessionZone = *context.zone;
  if (isDate(from)) {
    const TimeZone& zone = hasTimeZone(*to) ? sessionZone : *TimeZone::utc();
    return mapAll<int64_t, int32_t>(to, {column}, column.length(), context, [&](int32_t days) {
      // A row without a value may hold any number.
      return zone.toInstant(static_cast<int64_t>(static_cast<uint64_t>(days) * static_cast<uint64_t>(kMicrosPerDay)));
    });
  }
  if (isDate(*to)) {
    const TimeZone& zone = hasTimeZone(from) ? sessionZone : *TimeZone::utc();
    return mapAll<int32_t, int64_t>(to, {column}, column.length(), context, [&](int64_t micros) {
      return static_cast<int32_t>(floorDivide(zone.toLocal(micros), kMicrosPerDay));
    });
  }
  if (hasTimeZone(from) != hasTimeZone(*to) && !sessionZone.isUtc()) {
    return mapAll<int64_t, int64_t>(to, {column}, column.length(), context, [&](int64_t micros) {
      return hasTimeZone(*to) ? sessionZone.toInstant(micros) : sessionZone.toLocal(micros);
    });
  }
  auto data = column.array()->Copy();
  data->type = to;
  return data;
}

bool isTime(const arrow::DataType& type) { return isDate(type) || isTimestamp(type); }

}  // namespace

arrow::Datum castNumbers(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context) {
  const arrow::DataType& from = *column.type();
  if (isTime(from) && isTime(*to)) return castTimes(column, to, context);
  if (from.id() == arrow::Type::BOOL) return castFlag(column, to, context);
  return dispatchNumber(from, [&]<class From>(From) -> arrow::Datum {
    if (to->id() == arrow::Type::BOOL) return castToFlag<From>(column, to, context);
    if (isTimestamp(*to)) return castToTimestamp<From>(column, to, failure, context);
    return dispatchNumber(*to, [&]<class To>(To) -> arrow::Datum {
      if (isTimestamp(from)) return castFromTimestamp<To>(column, to, failure, context);
      return castNumber<To, From>(column, to, failure, context);
    });
  });
}

}  // namespace ferro
