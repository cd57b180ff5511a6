// Parts of dates and times: year, month, hour and the like.
#include <array>

#include "ferro/engine/expr/calendar.h"
#include "ferro/engine/expr/calendar_names.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"

namespace ferro {

namespace {

template <int32_t (*kPart)(int64_t days)>
arrow::Datum ofDate(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapAll<int32_t, int32_t>(call.type, arguments, rows, context, [](int32_t days) { return kPart(days); });
}

template <int64_t kUnit, int64_t kPerLarger>
arrow::Datum ofTime(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapAll<int32_t, int64_t>(call.type, arguments, rows, context, [&](int64_t micros) {
    return static_cast<int32_t>(floorRemainder(floorDivide(context.zone->toLocal(micros), kUnit), kPerLarger));
  });
}

int32_t year(int64_t days) { return static_cast<int32_t>(civilDate(days).year); }
int32_t quarter(int64_t days) { return (civilDate(days).month - 1) / 3 + 1; }
int32_t month(int64_t days) { return civilDate(days).month; }
int32_t day(int64_t days) { return civilDate(days).day; }
int32_t yearDay(int64_t days) { return dayOfYear(civilDate(days)); }
int32_t fromSunday(int64_t days) { return isoDayOfWeek(days) % 7 + 1; }
int32_t fromMonday(int64_t days) { return isoDayOfWeek(days) - 1; }

// A week belongs to the year that has its Thursday.
int32_t isoWeek(int64_t days) {
  const int64_t thursday = days - isoDayOfWeek(days) + 4;
  return (dayOfYear(civilDate(thursday)) - 1) / 7 + 1;
}

template <size_t kCount>
std::string_view nameOf(const std::array<std::string_view, kCount>& names, int32_t index) {
  return shortName(names[static_cast<size_t>(index)]);
}

arrow::Datum monthName(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t>(call.type, arguments, rows, context,
                          [](int32_t days) { return nameOf(kMonthNames, month(days) - 1); });
}

arrow::Datum dayName(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<int32_t>(call.type, arguments, rows, context,
                          [](int32_t days) { return nameOf(kDayNames, fromMonday(days)); });
}

constexpr std::string_view kOfDate = "date -> int";
constexpr std::string_view kOfTime = "timestamp -> int";

constexpr std::array kDatePartFunctions{
    ScalarFunction{.name = "year", .resolve = resolveBySignature, .evaluate = ofDate<year>, .signature = kOfDate},
    ScalarFunction{.name = "quarter", .resolve = resolveBySignature, .evaluate = ofDate<quarter>, .signature = kOfDate},
    ScalarFunction{.name = "month", .resolve = resolveBySignature, .evaluate = ofDate<month>, .signature = kOfDate},
    ScalarFunction{.name = "day", .resolve = resolveBySignature, .evaluate = ofDate<day>, .signature = kOfDate},
    ScalarFunction{.name = "dayofmonth", .resolve = resolveBySignature, .evaluate = ofDate<day>, .signature = kOfDate},
    ScalarFunction{
        .name = "dayofweek", .resolve = resolveBySignature, .evaluate = ofDate<fromSunday>, .signature = kOfDate},
    ScalarFunction{
        .name = "weekday", .resolve = resolveBySignature, .evaluate = ofDate<fromMonday>, .signature = kOfDate},
    ScalarFunction{
        .name = "dayofyear", .resolve = resolveBySignature, .evaluate = ofDate<yearDay>, .signature = kOfDate},
    ScalarFunction{
        .name = "weekofyear", .resolve = resolveBySignature, .evaluate = ofDate<isoWeek>, .signature = kOfDate},
    ScalarFunction{
        .name = "monthname", .resolve = resolveBySignature, .evaluate = monthName, .signature = "date -> string"},
    ScalarFunction{
        .name = "dayname", .resolve = resolveBySignature, .evaluate = dayName, .signature = "date -> string"},
    ScalarFunction{.name = "hour",
                   .resolve = resolveBySignature,
                   .evaluate = ofTime<3'600 * kMicrosPerSecond, 24>,
                   .signature = kOfTime},
    ScalarFunction{.name = "minute",
                   .resolve = resolveBySignature,
                   .evaluate = ofTime<60 * kMicrosPerSecond, 60>,
                   .signature = kOfTime},
    ScalarFunction{.name = "second",
                   .resolve = resolveBySignature,
                   .evaluate = ofTime<kMicrosPerSecond, 60>,
                   .signature = kOfTime},
};

}  // namespace

std::span<const ScalarFunction> datePartFunctions() { return kDatePartFunctions; }

}  // namespace ferro
