// Arithmetic of dates and times: adding days and months, differences, cutting to a unit.
#include <array>
#include <chrono>
#include <cmath>

#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/calendar_names.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/time_unit.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

using Text = std::string_view;

template <int kSign>
arrow::Datum addDays(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t, int32_t>(call.type, arguments, rows, context, [](int32_t date, int32_t days) {
    const int64_t sum = int64_t{date} + kSign * int64_t{days};
    if (sum != static_cast<int32_t>(sum)) throwArithmeticOverflow("integer overflow", "");
    return static_cast<int32_t>(sum);
  });
}

arrow::Datum dateDifference(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t, int32_t>(call.type, arguments, rows, context, [](int32_t end, int32_t start) {
    return static_cast<int32_t>(int64_t{end} - start);
  });
}

arrow::Datum addMonthsTo(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t, int32_t>(call.type, arguments, rows, context, [](int32_t date, int32_t months) {
    const int64_t days = daysOf(addMonths(civilDate(date), months));
    if (days != static_cast<int32_t>(days)) throwArithmeticOverflow("integer overflow", "");
    return static_cast<int32_t>(days);
  });
}

arrow::Datum lastDay(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapAll<int32_t, int32_t>(call.type, arguments, rows, context, [](int32_t days) {
    const CivilDate date = civilDate(days);
    return days + daysInMonth(date.year, date.month) - date.day;
  });
}

// Months, and the rest in parts of a month of 31 days; whole when both are the same day or both the last.
double monthsBetweenTimes(int64_t end, int64_t start, bool rounded, const TimeZone& zone) {
  const int64_t endDay = floorDivide(zone.toLocal(end), kMicrosPerDay);
  const int64_t startDay = floorDivide(zone.toLocal(start), kMicrosPerDay);
  const CivilDate a = civilDate(endDay);
  const CivilDate b = civilDate(startDay);
  const double months = static_cast<double>((a.year - b.year) * 12 + a.month - b.month);
  const bool bothLast = a.day == daysInMonth(a.year, a.month) && b.day == daysInMonth(b.year, b.month);
  if (a.day == b.day || bothLast) return months;
  // Since midnight, which is not what the clock shows on a day that it was changed.
  const auto secondOfDay = [&](int64_t micros, int64_t day) {
    return floorDivide(micros - zone.toInstant(day * kMicrosPerDay), kMicrosPerSecond);
  };
  const int64_t seconds = (a.day - b.day) * kSecondsPerDay + secondOfDay(end, endDay) - secondOfDay(start, startDay);
  const double between = months + static_cast<double>(seconds) / static_cast<double>(31 * kSecondsPerDay);
  return rounded ? std::floor(between * 1e8 + 0.5) / 1e8 : between;
}

arrow::Datum monthsBetween(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  const auto between = [&](int64_t end, int64_t start, bool rounded) {
    return monthsBetweenTimes(end, start, rounded, *context.zone);
  };
  if (arguments.size() == 2) {
    return mapRows<int64_t, int64_t>(call.type, arguments, rows, context,
                                     [&](int64_t end, int64_t start) { return between(end, start, true); });
  }
  return mapRows<int64_t, int64_t, bool>(call.type, arguments, rows, context, between);
}

arrow::Datum nextDay(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t, Text>(call.type, arguments, rows, context,
                                [](int32_t days, Text name) { return nextDayOfWeek(days, name); });
}

// Units smaller than a week mean nothing for a date.
arrow::Datum truncDate(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t, Text>(call.type, arguments, rows, context,
                                [](int32_t days, Text name) -> std::optional<int32_t> {
                                  const TimeUnit unit = timeUnitOf(name);
                                  if (unit < TimeUnit::kWeek) return std::nullopt;
                                  return static_cast<int32_t>(truncatedDays(days, unit));
                                });
}

arrow::Datum truncTime(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<Text, int64_t>(call.type, arguments, rows, context,
                                [&](Text name, int64_t micros) -> std::optional<int64_t> {
                                  const TimeUnit unit = timeUnitOf(name);
                                  if (unit == TimeUnit::kUnknown) return std::nullopt;
                                  return truncatedInstant(micros, unit, *context.zone);
                                });
}

arrow::Datum makeDate(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t, int32_t, int32_t>(call.type, arguments, rows, context,
                                            [](int32_t year, int32_t month, int32_t day) {
                                              const CivilDate date{year, month, day};
                                              if (!isDate(date)) throwNoSuchDate(year, month, day);
                                              return static_cast<int32_t>(daysOf(date));
                                            });
}

int64_t nowMicros() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

arrow::Datum currentTimestamp(const Expr& call, const Arguments&, int64_t, EvalContext&) {
  return arrow::Datum(std::make_shared<arrow::TimestampScalar>(nowMicros(), call.type));
}

arrow::Datum currentDate(const Expr&, const Arguments&, int64_t, EvalContext& context) {
  const int64_t days = floorDivide(context.zone->toLocal(nowMicros()), kMicrosPerDay);
  return arrow::Datum(std::make_shared<arrow::Date32Scalar>(static_cast<int32_t>(days)));
}

constexpr std::array kDateFunctions{
    ScalarFunction{.name = "date_add",
                   .resolve = resolveBySignature,
                   .evaluate = addDays<1>,
                   .canThrow = true,
                   .signature = "date, narrow -> date"},
    ScalarFunction{.name = "date_sub",
                   .resolve = resolveBySignature,
                   .evaluate = addDays<-1>,
                   .canThrow = true,
                   .signature = "date, narrow -> date"},
    ScalarFunction{.name = "datediff",
                   .resolve = resolveBySignature,
                   .evaluate = dateDifference,
                   .signature = "date, date -> int"},
    ScalarFunction{.name = "date_diff",
                   .resolve = resolveBySignature,
                   .evaluate = dateDifference,
                   .signature = "date, date -> int"},
    ScalarFunction{
        .name = "add_months", .resolve = resolveBySignature, .evaluate = addMonthsTo, .signature = "date, int -> date"},
    ScalarFunction{.name = "months_between",
                   .resolve = resolveBySignature,
                   .evaluate = monthsBetween,
                   .signature = "timestamp, timestamp, boolean? -> double"},
    ScalarFunction{.name = "last_day", .resolve = resolveBySignature, .evaluate = lastDay, .signature = "date -> date"},
    ScalarFunction{.name = "next_day",
                   .resolve = resolveBySignature,
                   .evaluate = nextDay,
                   .canThrow = true,
                   .signature = "date, string -> date"},
    ScalarFunction{
        .name = "trunc", .resolve = resolveBySignature, .evaluate = truncDate, .signature = "date, string -> date?"},
    ScalarFunction{.name = "date_trunc",
                   .resolve = resolveBySignature,
                   .evaluate = truncTime,
                   .signature = "string, timestamp -> timestamp?"},
    ScalarFunction{.name = "make_date",
                   .resolve = resolveBySignature,
                   .evaluate = makeDate,
                   .canThrow = true,
                   .signature = "int, int, int -> date"},
    ScalarFunction{
        .name = "current_date", .resolve = resolveBySignature, .evaluate = currentDate, .signature = "-> date!"},
    ScalarFunction{.name = "current_timestamp",
                   .resolve = resolveBySignature,
                   .evaluate = currentTimestamp,
                   .signature = "-> timestamp!"},
    ScalarFunction{
        .name = "now", .resolve = resolveBySignature, .evaluate = currentTimestamp, .signature = "-> timestamp!"},
};

}  // namespace

std::span<const ScalarFunction> dateFunctions() { return kDateFunctions; }

}  // namespace ferro
