// Functions of time zones: from_utc_timestamp, to_utc_timestamp, current_timezone, and timestamps as SQL text has them.
#include <array>

#include "ferro/common/error.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/expr/time_zone.h"

namespace ferro {

namespace {

// Zones are mostly constant: the last one is kept while a column is computed.
class ZoneCache {
 public:
  const TimeZone& get(std::string_view id) {
    if (zone_ == nullptr || id_ != id) {
      zone_ = TimeZone::of(id);
      id_ = id;
    }
    return *zone_;
  }

 private:
  std::string id_;
  TimeZonePtr zone_;
};

// A timestamp here is what a clock in UTC shows, read as what one in the other zone shows, or the reverse.
arrow::Datum fromUtc(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  ZoneCache zones;
  return mapRows<int64_t, std::string_view>(
      call.type, arguments, rows, context,
      [&](int64_t micros, std::string_view id) { return zones.get(id).toLocal(micros); });
}

arrow::Datum toUtc(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  ZoneCache zones;
  return mapRows<int64_t, std::string_view>(
      call.type, arguments, rows, context,
      [&](int64_t micros, std::string_view id) { return zones.get(id).toInstant(micros); });
}

arrow::Datum currentTimeZone(const Expr&, const Arguments&, int64_t, EvalContext& context) {
  return arrow::Datum(arrow::MakeScalar(context.zone->id()));
}

// TIMESTAMP '...' in SQL text is read before anybody knows the session's zone.
arrow::Datum timestampLiteral(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  return mapRows<std::string_view>(call.type, arguments, rows, context,
                                   [&](std::string_view text) { return parseTimestamp(text, *context.zone); });
}

constexpr std::array kTimeZoneFunctions{
    ScalarFunction{.name = "from_utc_timestamp",
                   .resolve = resolveBySignature,
                   .evaluate = fromUtc,
                   .canThrow = true,
                   .signature = "timestamp, string -> timestamp"},
    ScalarFunction{.name = "to_utc_timestamp",
                   .resolve = resolveBySignature,
                   .evaluate = toUtc,
                   .canThrow = true,
                   .signature = "timestamp, string -> timestamp"},
    ScalarFunction{.name = "current_timezone",
                   .resolve = resolveBySignature,
                   .evaluate = currentTimeZone,
                   .signature = "-> string!"},
    ScalarFunction{.name = "timestamp_literal",
                   .resolve = resolveBySignature,
                   .evaluate = timestampLiteral,
                   .signature = "string -> timestamp"},
};

}  // namespace

std::span<const ScalarFunction> timeZoneFunctions() { return kTimeZoneFunctions; }

}  // namespace ferro
