// The types of case, if, coalesce, nvl, ifnull, nvl2 and nullif. How all but nullif and nvl2 are evaluated stands in
// lazy_forms.cc.
#include <array>

#include "ferro/engine/expr/cast.h"
#include "ferro/engine/expr/compare.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

bool allNullable(const CallSite& call) {
  for (const ExprPtr& argument : call.arguments) {
    if (!argument->nullable) return false;
  }
  return true;
}

// Pairs of a condition and a value, and perhaps one value more.
ResolvedCall resolveCase(const CallSite& call) {
  const size_t count = call.arguments.size();
  if (count < 2) throwWrongCount(call, "2 or more");
  const bool hasElse = count % 2 == 1;
  TypePtr common = arrow::null();
  bool nullable = !hasElse;
  for (size_t i = 0; i < count; ++i) {
    const bool isValue = i % 2 == 1 || i + 1 == count;
    const Expr& argument = *call.arguments[i];
    if (isValue) {
      common = commonType(common, argument.type);
      if (common == nullptr) throwDifferentTypes(call);
      nullable = nullable || argument.nullable;
    } else if (implicitCast(argument.type, arrow::boolean()) == nullptr) {
      throwWrongType(call, i, "\"BOOLEAN\"");
    }
  }
  ResolvedCall resolved{{}, common, nullable};
  for (size_t i = 0; i < count; ++i) {
    const bool isValue = i % 2 == 1 || i + 1 == count;
    resolved.argumentTypes.push_back(isValue ? common : arrow::boolean());
  }
  return resolved;
}

ResolvedCall resolveIf(const CallSite& call) {
  if (call.arguments.size() != 3) throwWrongCount(call, "3");
  return resolveCase(call);
}

ResolvedCall resolveCoalesce(const CallSite& call) {
  const bool two = call.function != "coalesce";
  if (call.arguments.empty() || (two && call.arguments.size() != 2)) throwWrongCount(call, two ? "2" : "1 or more");
  ResolvedCall resolved{{}, commonArgumentType(call), allNullable(call)};
  resolved.argumentTypes.assign(call.arguments.size(), resolved.type);
  return resolved;
}

ResolvedCall resolveNullif(const CallSite& call) {
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  commonArgumentType(call);
  const TypePtr& first = call.arguments[0]->type;
  return {{first, call.arguments[1]->type}, first, true};
}

arrow::Datum nullif(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  for (const arrow::Datum& argument : arguments) {
    if (argument.is_scalar() && !argument.scalar()->is_valid) return arguments[0];
  }
  // Compared in the type that both have in common; the result has that of the first. What stands beside a null is not
  // looked at, so it must not fail either.
  const TypePtr common = commonType(call.child(0).type, call.child(1).type);
  const arrow::Datum known = callArrow("is_valid", {arguments[0]}, context);
  const arrow::Datum other =
      castCanFail(*arguments[1].type(), *common)
          ? callArrow("if_else", {known, arguments[1], arrow::MakeNullScalar(arguments[1].type())}, context)
          : arguments[1];
  const arrow::Datum equal =
      compareColumns(Comparison::kEqual, castDatum(arguments[0], common, CastFailure::kThrow, context),
                     castDatum(other, common, CastFailure::kThrow, context), length, context);
  const arrow::Datum isEqual = callArrow("coalesce", {equal, arrow::Datum(false)}, context);
  return callArrow("if_else", {isEqual, arrow::MakeNullScalar(call.type), arguments[0]}, context);
}

ResolvedCall resolveNvl2(const CallSite& call) {
  if (call.arguments.size() != 3) throwWrongCount(call, "3");
  const TypePtr common = commonArgumentType(call, 1);
  const bool nullable = call.arguments[1]->nullable || call.arguments[2]->nullable;
  return {{call.arguments[0]->type, common, common}, common, nullable};
}

arrow::Datum nvl2(const Expr&, const Arguments& arguments, int64_t, EvalContext& context) {
  return callArrow("if_else", {callArrow("is_valid", {arguments[0]}, context), arguments[1], arguments[2]}, context);
}

constexpr std::array kConditionalFunctions{
    ScalarFunction{.name = "case", .resolve = resolveCase, .evaluate = nullptr, .strict = false},
    ScalarFunction{.name = "if", .resolve = resolveIf, .evaluate = nullptr, .strict = false},
    ScalarFunction{.name = "coalesce", .resolve = resolveCoalesce, .evaluate = nullptr, .strict = false},
    ScalarFunction{.name = "nvl", .resolve = resolveCoalesce, .evaluate = nullptr, .strict = false},
    ScalarFunction{.name = "ifnull", .resolve = resolveCoalesce, .evaluate = nullptr, .strict = false},
    ScalarFunction{.name = "nvl2", .resolve = resolveNvl2, .evaluate = nvl2, .strict = false},
    ScalarFunction{.name = "nullif",
                   .resolve = resolveNullif,
                   .evaluate = nullif,
                   .strict = false,
                   .strictInFirst = true,
                   .canThrow = true},
};

}  // namespace

std::span<const ScalarFunction> conditionalFunctions() { return kConditionalFunctions; }

}  // namespace ferro
