// + - * / % div pmod, unary minus, and their try_ forms that give null where the others fail.
#include <algorithm>
#include <array>

#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/arithmetic_loops.h"
#include "ferro/engine/expr/arithmetic_types.h"
#include "ferro/engine/expr/decimal_arithmetic.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/number_dispatch.h"
#include "ferro/engine/expr/number_text.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

std::string_view tryName(std::string_view operation) {
  switch (operation.front()) {
    case '+': return "try_add";
    case '-': return "try_subtract";
    case '*': return "try_multiply";
    default: return "try_divide";
  }
}

template <class T>
std::string dividendText(T value) {
  if constexpr (std::is_floating_point_v<T>) return numberText(value);
  if constexpr (std::is_integral_v<T>) return std::to_string(value);
}

template <class T>
[[noreturn]] void throwOverflow(std::string_view operation, T a, T b) {
  if constexpr (sizeof(T) < 4) {
    const std::string suffix = sizeof(T) == 1 ? "Y" : "S";
    throwSmallOverflow(std::to_string(a) + suffix + " " + std::string(operation) + " " + std::to_string(b) + suffix,
                       tryName(operation));
  }
  throwArithmeticOverflow(sizeof(T) == 4 ? "integer overflow" : "long overflow", tryName(operation));
}

// Something went wrong in some row; an error only if that row has a value.
template <class Operation, class T>
void throwIfWrong(const ArgumentRows<T>& a, const ArgumentRows<T>& b, int64_t length, std::string_view operation) {
  for (int64_t row = 0; row < length; ++row) {
    if (!a.valid(row) || !b.valid(row) || arithmeticOrNull<Operation, T>(a[row], b[row])) continue;
    if (operation == "/") throwDivideByZero(dividendText(a[row]));
    throwOverflow<T>(operation, a[row], b[row]);
  }
}

template <class Operation, class T>
arrow::Datum arithmeticColumns(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context,
                               std::string_view operation) {
  const ArgumentRows<T> a(arguments[0], context);
  const ArgumentRows<T> b(arguments[1], context);
  std::shared_ptr<arrow::Buffer> values =
      valueOf(arrow::AllocateBuffer(length * static_cast<int64_t>(sizeof(T)), poolOf(context)), "a column of results");
  const bool wrong =
      arithmeticLoop<Operation, T>(a.values(), a.step(), b.values(), b.step(), length, values->mutable_data_as<T>());
  if (wrong) throwIfWrong<Operation, T>(a, b, length, operation);
  return arrow::ArrayData::Make(call.type, length, {jointValidity(arguments, length, context), std::move(values)});
}

using DecimalRow = std::optional<arrow::Decimal128>;

template <bool kTry>
arrow::Datum decimalColumns(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context,
                            std::string_view name) {
  const DecimalOperation operation(name, *call.child(0).type, *call.child(1).type, *call.type);
  const bool divides = name == "/" || name == "%" || name == "pmod";
  return mapRows<arrow::Decimal128, arrow::Decimal128>(
      call.type, arguments, length, context, [&](const arrow::Decimal128& a, const arrow::Decimal128& b) -> DecimalRow {
        if (divides && !b) {
          if constexpr (kTry) return std::nullopt;
          const std::string dividend = a.ToString(decimalShape(*call.child(0).type).scale);
          if (name == "/") throwDivideByZero(dividend);
          throwRemainderByZero(dividend);
        }
        DecimalRow value = operation.apply(a, b);
        if (!kTry && !value) throwDecimalOverflow(callText({name, call.children}), *call.type);
        return value;
      });
}

template <class Operation>
arrow::Datum arithmetic(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context,
                        std::string_view operation) {
  if (isDecimal(*call.type)) return decimalColumns<false>(call, arguments, length, context, operation);
  return dispatchNumber(*call.type, [&]<class T>(T) {
    return arithmeticColumns<Operation, T>(call, arguments, length, context, operation);
  });
}

template <class Operation>
arrow::Datum arithmeticOrNulls(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context,
                               std::string_view operation) {
  if (isDecimal(*call.type)) return decimalColumns<true>(call, arguments, length, context, operation);
  return dispatchNumber(*call.type, [&]<class T>(T) {
    return mapRows<T, T>(call.type, arguments, length, context,
                         [](T a, T b) { return arithmeticOrNull<Operation, T>(a, b); });
  });
}

template <bool kPositive, bool kTry>
arrow::Datum remainders(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (isDecimal(*call.type)) {
    return decimalColumns<kTry>(call, arguments, length, context, kPositive ? "pmod" : "%");
  }
  return dispatchNumber(*call.type, [&]<class T>(T) {
    return mapRows<T, T>(call.type, arguments, length, context, [](T a, T b) -> std::optional<T> {
      if (b == T{0}) {
        if constexpr (kTry) return std::nullopt;
        throwRemainderByZero(dividendText(a));
      }
      return kPositive ? positiveRemainderOf<T>(a, b) : remainderOf<T>(a, b);
    });
  });
}

// Whole numbers are divided as bigint, anything else as decimals.
ResolvedCall resolveDivideWhole(const CallSite& call) {
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  const TypePtr& left = call.arguments[0]->type;
  const TypePtr& right = call.arguments[1]->type;
  const TypePtr common = commonType(left, right);
  if (common != nullptr && isFloating(*common)) throwDifferentOperands(call);
  if (common == nullptr || !isDecimal(*common)) return resolveBySignature(call);
  return {{decimalType(decimalShapeFor(isNull(*left) ? *common : *left)),
           decimalType(decimalShapeFor(isNull(*right) ? *common : *right))},
          arrow::int64(),
          anyNullable(call)};
}

arrow::Datum divideDecimals(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  const int left = decimalShape(*call.child(0).type).scale;
  const int right = decimalShape(*call.child(1).type).scale;
  const int scale = std::max(left, right);
  return mapRows<arrow::Decimal128, arrow::Decimal128>(
      call.type, arguments, length, context, [&](const arrow::Decimal128& a, const arrow::Decimal128& b) {
        if (b == arrow::Decimal128(0)) throwDivideByZero(a.ToString(left));
        const arrow::Decimal256 over(arrow::Decimal256(a).IncreaseScaleBy(scale - left));
        const arrow::Decimal256 under(arrow::Decimal256(b).IncreaseScaleBy(scale - right));
        const arrow::Decimal256 quotient(over / under);
        int64_t whole = 0;
        const auto small = arrow::Decimal128::FromString(quotient.ToIntegerString());
        if (!small.ok() || !small->ToInteger(&whole).ok())
          throwArithmeticOverflow("Overflow in integral divide", "try_divide");
        return whole;
      });
}

arrow::Datum divideWhole(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (isDecimal(*call.child(0).type)) return divideDecimals(call, arguments, length, context);
  return mapRows<int64_t, int64_t>(call.type, arguments, length, context, [](int64_t a, int64_t b) {
    if (b == 0) throwDivideByZero(dividendText(a));
    if (b == -1 && a == std::numeric_limits<int64_t>::min())
      throwArithmeticOverflow("Overflow in integral divide", "try_divide");
    return a / b;
  });
}

arrow::Datum negate(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (isDecimal(*call.type)) {
    return mapRows<arrow::Decimal128>(call.type, arguments, length, context,
                                      [](const arrow::Decimal128& value) { return arrow::Decimal128(-value); });
  }
  return dispatchNumber(*call.type, [&]<class T>(T) -> arrow::Datum {
    if constexpr (std::is_floating_point_v<T>) {
      return mapAll<T, T>(call.type, arguments, length, context, [](T value) { return -value; });
    } else {
      const Arguments both{arrow::Datum(valueOf(arrow::MakeScalar(call.type, T{0}), "zero")), arguments[0]};
      return arithmeticColumns<SubtractOperation, T>(call, both, length, context, "-");
    }
  });
}

arrow::Datum positive(const Expr&, const Arguments& arguments, int64_t, EvalContext&) { return arguments[0]; }

template <class Operation>
arrow::Datum evaluate(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return arithmetic<Operation>(call, arguments, length, context, call.name);
}

arrow::Datum minus(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (arguments.size() == 1) return negate(call, arguments, length, context);
  return evaluate<SubtractOperation>(call, arguments, length, context);
}

arrow::Datum tryAdd(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return arithmeticOrNulls<AddOperation>(call, arguments, length, context, "+");
}
arrow::Datum trySubtract(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return arithmeticOrNulls<SubtractOperation>(call, arguments, length, context, "-");
}
arrow::Datum tryMultiply(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return arithmeticOrNulls<MultiplyOperation>(call, arguments, length, context, "*");
}
arrow::Datum tryDivide(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  return arithmeticOrNulls<DivideOperation>(call, arguments, length, context, "/");
}

// Division of whole numbers is never asked for: "/" resolves to double or decimal.
arrow::Datum divide(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (isDecimal(*call.type)) return decimalColumns<false>(call, arguments, length, context, "/");
  return arithmeticColumns<DivideOperation, double>(call, arguments, length, context, "/");
}

constexpr std::array kArithmeticFunctions{
    ScalarFunction{.name = "+", .resolve = resolveArithmetic, .evaluate = evaluate<AddOperation>, .canThrow = true},
    ScalarFunction{.name = "-", .resolve = resolveArithmetic, .evaluate = minus, .canThrow = true},
    ScalarFunction{
        .name = "*", .resolve = resolveArithmetic, .evaluate = evaluate<MultiplyOperation>, .canThrow = true},
    ScalarFunction{.name = "/", .resolve = resolveArithmetic, .evaluate = divide, .lastFirst = true, .canThrow = true},
    ScalarFunction{.name = "%",
                   .resolve = resolveArithmetic,
                   .evaluate = remainders<false, false>,
                   .lastFirst = true,
                   .canThrow = true},
    ScalarFunction{.name = "mod",
                   .resolve = resolveArithmetic,
                   .evaluate = remainders<false, false>,
                   .lastFirst = true,
                   .canThrow = true},
    ScalarFunction{.name = "pmod",
                   .resolve = resolveArithmetic,
                   .evaluate = remainders<true, false>,
                   .lastFirst = true,
                   .canThrow = true},
    ScalarFunction{.name = "div",
                   .resolve = resolveDivideWhole,
                   .evaluate = divideWhole,
                   .lastFirst = true,
                   .canThrow = true,
                   .signature = "bigint, bigint -> bigint"},
    ScalarFunction{.name = "try_add", .resolve = resolveArithmetic, .evaluate = tryAdd},
    ScalarFunction{.name = "try_subtract", .resolve = resolveArithmetic, .evaluate = trySubtract},
    ScalarFunction{.name = "try_multiply", .resolve = resolveArithmetic, .evaluate = tryMultiply},
    ScalarFunction{.name = "try_divide", .resolve = resolveArithmetic, .evaluate = tryDivide},
    ScalarFunction{.name = "try_mod", .resolve = resolveArithmetic, .evaluate = remainders<false, true>},
    ScalarFunction{.name = "negative",
                   .resolve = resolveBySignature,
                   .evaluate = negate,
                   .canThrow = true,
                   .signature = "numeric -> same"},
    ScalarFunction{
        .name = "positive", .resolve = resolveBySignature, .evaluate = positive, .signature = "numeric -> same"},
};

}  // namespace

std::span<const ScalarFunction> arithmeticFunctions() { return kArithmeticFunctions; }

}  // namespace ferro
