// Functions of floating-point numbers, and abs and signum.
#include <array>
#include <cmath>
#include <numbers>

#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/number_dispatch.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

using Real = double (*)(double);

template <Real kFunction>
arrow::Datum ofReal(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return mapAll<double, double>(call.type, arguments, length, context, [](double value) { return kFunction(value); });
}

// A logarithm has no value at its limit and below; Spark has null there, not NaN.
template <Real kFunction, int kLimit>
arrow::Datum ofLogarithm(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return mapRows<double>(call.type, arguments, length, context, [](double value) -> std::optional<double> {
    if (value <= kLimit) return std::nullopt;
    return kFunction(value);
  });
}

// The C library's is off by one digit for perfect cubes.
double cubeRoot(double value) { return static_cast<double>(std::cbrt(static_cast<long double>(value))); }
double degrees(double value) { return value * 180.0 / std::numbers::pi; }
double radians(double value) { return value / 180.0 * std::numbers::pi; }
double sign(double value) { return value > 0 ? 1.0 : (value < 0 ? -1.0 : value); }
double cotangent(double value) { return 1.0 / std::tan(value); }
double secant(double value) { return 1.0 / std::cos(value); }
double cosecant(double value) { return 1.0 / std::sin(value); }

arrow::Datum logarithm(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (arguments.size() == 1) return ofLogarithm<std::log, 0>(call, arguments, length, context);
  return mapRows<double, double>(call.type, arguments, length, context,
                                 [](double base, double value) -> std::optional<double> {
                                   if (base <= 0 || value <= 0) return std::nullopt;
                                   return std::log(value) / std::log(base);
                                 });
}

template <double (*kFunction)(double, double)>
arrow::Datum ofTwo(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return mapRows<double, double>(call.type, arguments, length, context,
                                 [](double a, double b) { return kFunction(a, b); });
}

// Spark takes the sign from zeros.
double arcTangent(double y, double x) { return std::atan2(y + 0.0, x + 0.0); }

// Java's says NaN where C has a number: 1 to the power of NaN or of infinity.
double power(double base, double exponent) {
  if (std::isnan(exponent) || (std::abs(base) == 1 && std::isinf(exponent))) return std::nan("");
  return std::pow(base, exponent);
}

arrow::Datum absolute(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (isDecimal(*call.type)) {
    return mapRows<arrow::Decimal128>(call.type, arguments, length, context, [](const arrow::Decimal128& value) {
      return arrow::Decimal128(arrow::Decimal128::Abs(value));
    });
  }
  return dispatchNumber(*call.type, [&]<class T>(T) -> arrow::Datum {
    if constexpr (std::is_floating_point_v<T>) {
      return mapAll<T, T>(call.type, arguments, length, context, [](T value) { return std::abs(value); });
    } else {
      return mapRows<T>(call.type, arguments, length, context, [](T value) {
        if (value == std::numeric_limits<T>::min()) throwArithmeticOverflow("Overflow in abs", "");
        return static_cast<T>(value < 0 ? -value : value);
      });
    }
  });
}

arrow::Datum factorial(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return mapRows<int32_t>(call.type, arguments, length, context, [](int32_t number) -> std::optional<int64_t> {
    if (number < 0 || number > 20) return std::nullopt;
    int64_t product = 1;
    for (int32_t factor = 2; factor <= number; ++factor) product *= factor;
    return product;
  });
}

constexpr std::string_view kReal = "double -> double";

constexpr std::array kMathFunctions{
    ScalarFunction{.name = "abs",
                   .resolve = resolveBySignature,
                   .evaluate = absolute,
                   .canThrow = true,
                   .signature = "numeric -> same"},
    ScalarFunction{.name = "sqrt", .resolve = resolveBySignature, .evaluate = ofReal<std::sqrt>, .signature = kReal},
    ScalarFunction{.name = "cbrt", .resolve = resolveBySignature, .evaluate = ofReal<cubeRoot>, .signature = kReal},
    ScalarFunction{.name = "exp", .resolve = resolveBySignature, .evaluate = ofReal<std::exp>, .signature = kReal},
    ScalarFunction{.name = "expm1", .resolve = resolveBySignature, .evaluate = ofReal<std::expm1>, .signature = kReal},
    ScalarFunction{.name = "ln",
                   .resolve = resolveBySignature,
                   .evaluate = ofLogarithm<std::log, 0>,
                   .signature = "double -> double?"},
    ScalarFunction{
        .name = "log", .resolve = resolveBySignature, .evaluate = logarithm, .signature = "double, double? -> double?"},
    ScalarFunction{.name = "log2",
                   .resolve = resolveBySignature,
                   .evaluate = ofLogarithm<std::log2, 0>,
                   .signature = "double -> double?"},
    ScalarFunction{.name = "log10",
                   .resolve = resolveBySignature,
                   .evaluate = ofLogarithm<std::log10, 0>,
                   .signature = "double -> double?"},
    ScalarFunction{.name = "log1p",
                   .resolve = resolveBySignature,
                   .evaluate = ofLogarithm<std::log1p, -1>,
                   .signature = "double -> double?"},
    ScalarFunction{.name = "pow",
                   .resolve = resolveBySignature,
                   .evaluate = ofTwo<power>,
                   .signature = "double, double -> double"},
    ScalarFunction{.name = "power",
                   .resolve = resolveBySignature,
                   .evaluate = ofTwo<power>,
                   .signature = "double, double -> double"},
    ScalarFunction{.name = "hypot",
                   .resolve = resolveBySignature,
                   .evaluate = ofTwo<std::hypot>,
                   .signature = "double, double -> double"},
    ScalarFunction{.name = "atan2",
                   .resolve = resolveBySignature,
                   .evaluate = ofTwo<arcTangent>,
                   .signature = "double, double -> double"},
    ScalarFunction{.name = "sin", .resolve = resolveBySignature, .evaluate = ofReal<std::sin>, .signature = kReal},
    ScalarFunction{.name = "cos", .resolve = resolveBySignature, .evaluate = ofReal<std::cos>, .signature = kReal},
    ScalarFunction{.name = "tan", .resolve = resolveBySignature, .evaluate = ofReal<std::tan>, .signature = kReal},
    ScalarFunction{.name = "cot", .resolve = resolveBySignature, .evaluate = ofReal<cotangent>, .signature = kReal},
    ScalarFunction{.name = "sec", .resolve = resolveBySignature, .evaluate = ofReal<secant>, .signature = kReal},
    ScalarFunction{.name = "csc", .resolve = resolveBySignature, .evaluate = ofReal<cosecant>, .signature = kReal},
    ScalarFunction{.name = "asin", .resolve = resolveBySignature, .evaluate = ofReal<std::asin>, .signature = kReal},
    ScalarFunction{.name = "acos", .resolve = resolveBySignature, .evaluate = ofReal<std::acos>, .signature = kReal},
    ScalarFunction{.name = "atan", .resolve = resolveBySignature, .evaluate = ofReal<std::atan>, .signature = kReal},
    ScalarFunction{.name = "sinh", .resolve = resolveBySignature, .evaluate = ofReal<std::sinh>, .signature = kReal},
    ScalarFunction{.name = "cosh", .resolve = resolveBySignature, .evaluate = ofReal<std::cosh>, .signature = kReal},
    ScalarFunction{.name = "tanh", .resolve = resolveBySignature, .evaluate = ofReal<std::tanh>, .signature = kReal},
    ScalarFunction{.name = "asinh", .resolve = resolveBySignature, .evaluate = ofReal<std::asinh>, .signature = kReal},
    ScalarFunction{.name = "acosh", .resolve = resolveBySignature, .evaluate = ofReal<std::acosh>, .signature = kReal},
    ScalarFunction{.name = "atanh", .resolve = resolveBySignature, .evaluate = ofReal<std::atanh>, .signature = kReal},
    ScalarFunction{.name = "rint", .resolve = resolveBySignature, .evaluate = ofReal<std::rint>, .signature = kReal},
    ScalarFunction{.name = "degrees", .resolve = resolveBySignature, .evaluate = ofReal<degrees>, .signature = kReal},
    ScalarFunction{.name = "radians", .resolve = resolveBySignature, .evaluate = ofReal<radians>, .signature = kReal},
    ScalarFunction{.name = "signum", .resolve = resolveBySignature, .evaluate = ofReal<sign>, .signature = kReal},
    ScalarFunction{.name = "sign", .resolve = resolveBySignature, .evaluate = ofReal<sign>, .signature = kReal},
    ScalarFunction{
        .name = "factorial", .resolve = resolveBySignature, .evaluate = factorial, .signature = "int -> bigint?"},
};

}  // namespace

std::span<const ScalarFunction> mathFunctions() { return kMathFunctions; }

}  // namespace ferro
