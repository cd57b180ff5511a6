// Dates and times from text and to text: to_date, to_timestamp, date_format, unix_timestamp, from_unixtime.
#include <array>

#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/cast.h"
#include "ferro/engine/expr/date_pattern.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

using Text = std::string_view;

constexpr Text kDefaultPattern = "yyyy-MM-dd HH:mm:ss";

// Patterns are mostly constant: the last one is kept while a column is computed.
class PatternCache {
 public:
  explicit PatternCache(PatternUse use) : use_(use) {}

  const DatePattern& get(Text pattern) {
    if (!pattern_ || pattern_->text() != pattern) pattern_.emplace(pattern, use_);
    return *pattern_;
  }

 private:
  PatternUse use_;
  std::optional<DatePattern> pattern_;
};

// The type is text for text, and left alone for what is a date or timestamp already.
ResolvedCall resolveToTime(const CallSite& call) {
  if (call.arguments.empty() || call.arguments.size() > 2) throwWrongCount(call, "1 to 2");
  const TypePtr result = call.function.ends_with("date") ? arrow::date32() : timestampType();
  const TypePtr& given = call.arguments[0]->type;
  const bool isTime = isDate(*given) || isTimestamp(*given);
  if (!isTime && !isText(*given) && !isNull(*given))
    throwWrongType(call, 0, "(\"STRING\" or \"DATE\" or \"TIMESTAMP\")");
  ResolvedCall resolved{{isTime ? given : arrow::utf8()}, result, true};
  if (call.arguments.size() == 2) {
    if (implicitCast(call.arguments[1]->type, arrow::utf8()) == nullptr) throwWrongType(call, 1, "\"STRING\"");
    resolved.argumentTypes.push_back(arrow::utf8());
  }
  return resolved;
}

arrow::Datum parseColumn(const TypePtr& type, const Arguments& arguments, int64_t rows, EvalContext& context,
                         CastFailure failure) {
  PatternCache patterns(PatternUse::kParse);
  return mapRows<Text, Text>(type, arguments, rows, context, [&](Text text, Text pattern) {
    const std::optional<int64_t> micros = patterns.get(pattern).parse(text, *context.zone);
    if (!micros && failure == CastFailure::kThrow) throwCannotParse(text, pattern);
    return micros;
  });
}

template <CastFailure kFailure>
arrow::Datum toTime(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  if (arguments.size() == 1 || !isText(*call.child().type)) {
    return castDatum(arguments[0], call.type, kFailure, context);
  }
  const arrow::Datum micros = parseColumn(timestampType(), arguments, rows, context, kFailure);
  return castDatum(micros, call.type, kFailure, context);
}

arrow::Datum dateFormat(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  PatternCache patterns(PatternUse::kFormat);
  return mapRows<int64_t, Text>(call.type, arguments, rows, context, [&](int64_t micros, Text pattern) {
    return patterns.get(pattern).format(micros, *context.zone);
  });
}

arrow::Datum fromUnixTime(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  PatternCache patterns(PatternUse::kFormat);
  const auto format = [&](int64_t seconds, Text pattern) {
    // Seconds beyond all timestamps come round, as Java's do.
    const auto micros = static_cast<int64_t>(static_cast<uint64_t>(seconds) * uint64_t{kMicrosPerSecond});
    return patterns.get(pattern).format(micros, *context.zone);
  };
  if (arguments.size() == 2) return mapRows<int64_t, Text>(call.type, arguments, rows, context, format);
  return mapRows<int64_t>(call.type, arguments, rows, context,
                          [&](int64_t seconds) { return format(seconds, kDefaultPattern); });
}

ResolvedCall resolveUnixTime(const CallSite& call) {
  ResolvedCall resolved = resolveToTime(call);
  resolved.type = arrow::int64();
  return resolved;
}

arrow::Datum unixTime(const Expr& call, const Arguments& arguments, int64_t rows, EvalContext& context) {
  arrow::Datum time = arguments[0];
  if (isText(*call.child().type)) {
    const arrow::Datum pattern =
        arguments.size() == 2 ? arguments[1] : arrow::Datum(arrow::MakeScalar(std::string(kDefaultPattern)));
    time = parseColumn(timestampType(), {arguments[0], pattern}, rows, context, CastFailure::kThrow);
  }
  // Seconds before 1970 are cut towards it, though a cast rounds down.
  return mapRows<int64_t>(call.type, {castDatum(time, timestampType(), CastFailure::kThrow, context)}, rows, context,
                          [](int64_t micros) { return micros / kMicrosPerSecond; });
}

constexpr std::array kTimeTextFunctions{
    ScalarFunction{
        .name = "to_date", .resolve = resolveToTime, .evaluate = toTime<CastFailure::kThrow>, .canThrow = true},
    ScalarFunction{
        .name = "to_timestamp", .resolve = resolveToTime, .evaluate = toTime<CastFailure::kThrow>, .canThrow = true},
    ScalarFunction{.name = "try_to_date", .resolve = resolveToTime, .evaluate = toTime<CastFailure::kNull>},
    ScalarFunction{.name = "try_to_timestamp", .resolve = resolveToTime, .evaluate = toTime<CastFailure::kNull>},
    ScalarFunction{.name = "date_format",
                   .resolve = resolveBySignature,
                   .evaluate = dateFormat,
                   .canThrow = true,
                   .signature = "timestamp, string -> string"},
    ScalarFunction{.name = "from_unixtime",
                   .resolve = resolveBySignature,
                   .evaluate = fromUnixTime,
                   .canThrow = true,
                   .signature = "bigint, string? -> string"},
    ScalarFunction{.name = "unix_timestamp", .resolve = resolveUnixTime, .evaluate = unixTime, .canThrow = true},
    ScalarFunction{.name = "to_unix_timestamp", .resolve = resolveUnixTime, .evaluate = unixTime, .canThrow = true},
};

}  // namespace

std::span<const ScalarFunction> timeTextFunctions() { return kTimeTextFunctions; }

}  // namespace ferro
