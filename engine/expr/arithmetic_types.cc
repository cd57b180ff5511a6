#include "ferro/engine/expr/arithmetic_types.h"

#include <arrow/scalar.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

std::string_view operatorOf(std::string_view function) {
  if (function == "try_add") return "+";
  if (function == "try_subtract") return "-";
  if (function == "try_multiply") return "*";
  if (function == "try_divide") return "/";
  if (function == "try_mod" || function == "mod" || function == "pmod") return "%";
  return function;
}

[[noreturn]] void throwNotNumbers(const CallSite& call) {
  const std::string left = quotedSqlName(*call.arguments[0]->type);
  const std::string right = quotedSqlName(*call.arguments[1]->type);
  throw Error(ErrorCode::kInvalidArgument,
              "[DATATYPE_MISMATCH.BINARY_OP_WRONG_TYPE] Cannot resolve \"" + callText(call) +
                  "\" due to data type mismatch: the binary operator requires the input type \"NUMERIC\", not " + left +
                  " and " + right + ". Cast the arguments to numbers, or use date_add, datediff or concat");
}

// A whole number that is written out needs only the digits that it has.
DecimalShape shapeOf(const Expr& argument) {
  if (argument.kind != ExprKind::kLiteral || !isIntegral(*argument.type) || !argument.literal->is_valid) {
    return decimalShapeFor(*argument.type);
  }
  std::string digits = argument.literal->ToString();
  if (digits.front() == '-') digits.erase(0, 1);
  return {static_cast<int>(digits.size()), 0};
}

ResolvedCall resolveNegation(const CallSite& call) {
  const TypePtr& given = call.arguments[0]->type;
  const TypePtr type = isText(*given) || isNull(*given) ? arrow::float64() : given;
  if (!isNumeric(*type)) throwWrongType(call, 0, "\"NUMERIC\"");
  return {{type}, type, anyNullable(call)};
}

}  // namespace

ResolvedCall resolveArithmetic(const CallSite& call) {
  if (call.function == "-" && call.arguments.size() == 1) return resolveNegation(call);
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  const std::string_view operation = operatorOf(call.function);
  const Expr& left = *call.arguments[0];
  const Expr& right = *call.arguments[1];
  TypePtr common = commonType(left.type, right.type);
  if (common != nullptr && isNull(*common)) common = arrow::float64();
  if (common == nullptr) throwDifferentOperands(call);
  if (!isNumeric(*common)) throwNotNumbers(call);

  ResolvedCall resolved;
  resolved.nullable = anyNullable(call) || call.function.starts_with("try_");
  if (isDecimal(*common)) {
    const DecimalShape leftShape = isNull(*left.type) ? decimalShape(*common) : shapeOf(left);
    const DecimalShape rightShape = isNull(*right.type) ? decimalShape(*common) : shapeOf(right);
    resolved.argumentTypes = {decimalType(leftShape), decimalType(rightShape)};
    resolved.type = decimalResult(operation, leftShape, rightShape);
    return resolved;
  }
  if (operation == "/") common = arrow::float64();
  resolved.argumentTypes = {common, common};
  resolved.type = common;
  return resolved;
}

}  // namespace ferro
