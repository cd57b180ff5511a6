// round, bround, floor and ceil. Floating-point numbers are rounded by the digits that they are shown with, as Spark
// does: round(2.675, 2) is 2.68.
#include <array>
#include <cmath>

#include <arrow/scalar.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/number_dispatch.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

enum class Rounding : uint8_t { kHalfUp, kHalfEven, kUp, kDown };  // up and down: towards the infinities

// How many digits behind the point stay: a constant, 0 when it is left out.
int digitsKept(const CallSite& call) {
  if (call.arguments.size() < 2) return 0;
  const Expr& digits = *call.arguments[1];
  if (digits.kind != ExprKind::kLiteral || !digits.literal->is_valid || !isIntegral(*digits.type)) {
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.NON_FOLDABLE_INPUT] Cannot resolve \"" +
                                                 callText(call) + "\" due to data type mismatch: the input `scale` " +
                                                 "should be a foldable \"INT\" expression");
  }
  return std::stoi(digits.literal->ToString());
}

ResolvedCall resolveRound(const CallSite& call) {
  if (call.arguments.empty() || call.arguments.size() > 2) throwWrongCount(call, "1 to 2");
  const TypePtr& given = call.arguments[0]->type;
  const TypePtr type = isText(*given) || isNull(*given) ? arrow::float64() : given;
  if (!isNumeric(*type)) throwWrongType(call, 0, "\"NUMERIC\"");
  const int digits = digitsKept(call);
  ResolvedCall resolved{{type}, type, anyNullable(call)};
  if (call.arguments.size() == 2) resolved.argumentTypes.push_back(arrow::int32());
  if (!isDecimal(*type)) return resolved;
  const DecimalShape shape = decimalShape(*type);
  const int whole = shape.precision - shape.scale + 1;
  if (digits < 0) {
    resolved.type = boundedDecimal(std::max(whole, -digits + 1), 0);
  } else {
    const int scale = std::min(shape.scale, digits);
    resolved.type = boundedDecimal(whole + scale, scale);
  }
  return resolved;
}

// Divides by a power of ten and rounds.
arrow::Decimal256 reduced(const arrow::Decimal256& value, int digits, Rounding rounding) {
  if (digits <= 0) return value;
  if (digits > arrow::Decimal256::kMaxPrecision) return arrow::Decimal256(0);
  if (rounding == Rounding::kHalfUp) return arrow::Decimal256(value.ReduceScaleBy(digits));
  const arrow::Decimal256 unit(arrow::Decimal256::GetScaleMultiplier(digits));
  const arrow::Decimal256 down(value / unit);
  if (rounding == Rounding::kUp || rounding == Rounding::kDown) {
    const bool cut = arrow::Decimal256(value % unit) != arrow::Decimal256(0);
    if (cut && rounding == Rounding::kUp && !value.IsNegative()) return arrow::Decimal256(down + arrow::Decimal256(1));
    if (cut && rounding == Rounding::kDown && value.IsNegative())
      return arrow::Decimal256(down + arrow::Decimal256(-1));
    return down;
  }
  const arrow::Decimal256 rest(arrow::Decimal256::Abs(arrow::Decimal256(value % unit)));
  const arrow::Decimal256 twice(rest + rest);
  const bool odd = (down.low_bits() & 1) != 0;
  const bool away = unit < twice || (twice == unit && odd);
  if (!away) return down;
  return arrow::Decimal256(down + arrow::Decimal256(value.IsNegative() ? -1 : 1));
}

template <Rounding kRounding, class T>
T roundReal(T value, int digits) {
  if (!std::isfinite(value)) return value;
  // A decimal has no negative zero, and far fewer digits than the smallest numbers.
  const double size = std::abs(static_cast<double>(value));
  if (size < 0.4 * std::pow(10.0, -digits)) return T{0};
  if (size < 1e-60) return value;
  arrow::Decimal256 decimal;
  int32_t precision = 0;
  int32_t scale = 0;
  if (!arrow::Decimal256::FromString(numberText(value), &decimal, &precision, &scale).ok() || scale <= digits) {
    return value;
  }
  const arrow::Decimal256 rounded = reduced(decimal, scale - digits, kRounding);
  const std::string text = rounded.ToIntegerString() + "E" + std::to_string(-digits);
  return static_cast<T>(parseDouble(text).value_or(static_cast<double>(value)));
}

// The fraction of a double with few digits is found without text: exact when the scaled number is far from a half.
template <Rounding kRounding>
double roundDouble(double value, int digits) {
  constexpr std::array<double, 10> kPowers{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  if (digits < 0 || digits >= static_cast<int>(kPowers.size()) || !(std::abs(value) < 1e6)) {
    return roundReal<kRounding>(value, digits);
  }
  const double power = kPowers[static_cast<size_t>(digits)];
  const double scaled = value * power;
  const double down = std::floor(scaled);
  const double fraction = scaled - down;
  if (std::abs(fraction - 0.5) < 1e-4) return roundReal<kRounding>(value, digits);
  const double whole = fraction < 0.5 ? down : down + 1;
  return whole == 0 ? std::copysign(0.0, value) + 0.0 : whole / power;
}

template <Rounding kRounding, class T>
std::optional<T> roundWhole(T value, int digits) {
  if (digits >= 0) return value;
  const arrow::Decimal256 rounded = reduced(arrow::Decimal256(static_cast<int64_t>(value)), -digits, kRounding);
  const auto raised = rescaleDecimal(rounded, 0, {38, 0});
  if (!raised || -digits > 20) return T{0};
  const arrow::Decimal128 result(raised->IncreaseScaleBy(-digits));
  int64_t number = 0;
  if (!result.ToInteger(&number).ok() || static_cast<T>(number) != number) return std::nullopt;
  return static_cast<T>(number);
}

template <Rounding kRounding>
arrow::Datum roundDecimals(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context,
                           int digits) {
  const int scale = decimalShape(*call.child(0).type).scale;
  const DecimalShape to = decimalShape(*call.type);
  const int kept = std::min(digits, scale);
  return mapRows<arrow::Decimal128>(call.type, {arguments[0]}, length, context,
                                    [&](const arrow::Decimal128& value) -> std::optional<arrow::Decimal128> {
                                      arrow::Decimal256 rounded = reduced(wideDecimal(value), scale - kept, kRounding);
                                      if (kept < 0)
                                        rounded = arrow::Decimal256(rounded.IncreaseScaleBy(std::min(-kept, 38)));
                                      const auto fitted = rescaleDecimal(rounded, std::max(kept, 0), to);
                                      if (!fitted) throwDecimalOverflow(value.ToString(scale), *call.type);
                                      return fitted;
                                    });
}

template <Rounding kRounding>
arrow::Datum rounded(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  const int digits = digitsKept({call.name, call.children});
  if (isDecimal(*call.type)) return roundDecimals<kRounding>(call, arguments, length, context, digits);
  return dispatchNumber(*call.type, [&]<class T>(T) -> arrow::Datum {
    return mapRows<T>(call.type, {arguments[0]}, length, context, [&](T value) -> std::optional<T> {
      if constexpr (std::is_same_v<T, double>) {
        return roundDouble<kRounding>(value, digits);
      } else if constexpr (std::is_floating_point_v<T>) {
        return roundReal<kRounding>(value, digits);
      } else {
        const std::optional<T> number = roundWhole<kRounding>(value, digits);
        if (!number) throwArithmeticOverflow("Overflow in round", "");
        return number;
      }
    });
  });
}

// With a number of digits, the result is a decimal, whatever was given.
ResolvedCall resolveFloorToDigits(const CallSite& call) {
  const TypePtr& given = call.arguments[0]->type;
  if (!isNumeric(*given) && !isText(*given) && !isNull(*given)) throwWrongType(call, 0, "\"DECIMAL\"");
  const ExprPtr decimal = expr::cast(call.arguments[0], decimalType(decimalShapeFor(*given)));
  const std::array arguments{decimal, call.arguments[1]};
  return resolveRound({call.function, arguments});
}

ResolvedCall resolveFloor(const CallSite& call) {
  if (call.arguments.size() == 2) return resolveFloorToDigits(call);
  if (call.arguments.size() != 1) throwWrongCount(call, "1 to 2");
  const TypePtr& given = call.arguments[0]->type;
  if (isDecimal(*given)) {
    const DecimalShape shape = decimalShape(*given);
    return {{given}, boundedDecimal(shape.precision - shape.scale + (shape.scale > 0 ? 1 : 0), 0), anyNullable(call)};
  }
  if (isIntegral(*given)) return {{arrow::int64()}, arrow::int64(), anyNullable(call)};
  if (implicitCast(given, arrow::float64()) == nullptr) throwWrongType(call, 0, "\"DOUBLE\"");
  return {{arrow::float64()}, arrow::int64(), anyNullable(call)};
}

int64_t wholeNumber(double whole) {
  constexpr double kLimit = 9223372036854775808.0;
  if (std::isnan(whole)) return 0;
  if (whole >= kLimit || whole < -kLimit) throwArithmeticOverflow("long overflow", "");
  return static_cast<int64_t>(whole);
}

template <bool kUp>
arrow::Datum wholePart(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (arguments.size() == 2) {
    const int digits = digitsKept({call.name, call.children});
    return roundDecimals<kUp ? Rounding::kUp : Rounding::kDown>(call, arguments, length, context, digits);
  }
  const arrow::DataType& from = *call.child(0).type;
  if (isIntegral(from)) return arguments[0];
  if (!isDecimal(from)) {
    return mapRows<double>(call.type, arguments, length, context,
                           [](double value) { return wholeNumber(kUp ? std::ceil(value) : std::floor(value)); });
  }
  const int scale = decimalShape(from).scale;
  return mapRows<arrow::Decimal128>(call.type, arguments, length, context, [&](const arrow::Decimal128& value) {
    arrow::Decimal128 whole(value.ReduceScaleBy(scale, false));
    const bool cut = arrow::Decimal128(whole.IncreaseScaleBy(scale)) != value;
    if (cut && kUp && !value.IsNegative()) whole += 1;
    if (cut && !kUp && value.IsNegative()) whole -= 1;
    return whole;
  });
}

constexpr std::array kRoundingFunctions{
    ScalarFunction{.name = "round", .resolve = resolveRound, .evaluate = rounded<Rounding::kHalfUp>, .canThrow = true},
    ScalarFunction{
        .name = "bround", .resolve = resolveRound, .evaluate = rounded<Rounding::kHalfEven>, .canThrow = true},
    ScalarFunction{.name = "floor", .resolve = resolveFloor, .evaluate = wholePart<false>, .canThrow = true},
    ScalarFunction{.name = "ceil", .resolve = resolveFloor, .evaluate = wholePart<true>, .canThrow = true},
    ScalarFunction{.name = "ceiling", .resolve = resolveFloor, .evaluate = wholePart<true>, .canThrow = true},
};

}  // namespace

std::span<const ScalarFunction> roundingFunctions() { return kRoundingFunctions; }

}  // namespace ferro
