// and, or, not, isnull, isnotnull, isnan, nanvl.
#include <array>
#include <cmath>

#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

arrow::Datum negation(const Expr&, const Arguments& arguments, int64_t, EvalContext& context) {
  return callArrow("invert", arguments, context);
}

arrow::Datum isNullRow(const Expr&, const Arguments& arguments, int64_t, EvalContext& context) {
  return callArrow("is_null", arguments, context);
}

arrow::Datum isNotNullRow(const Expr&, const Arguments& arguments, int64_t, EvalContext& context) {
  return callArrow("is_valid", arguments, context);
}

// A null is not NaN, and the answer is never null.
arrow::Datum isNanRow(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  const ArgumentRows<double> column(arguments[0], context);
  ColumnWriter<bool> writer(call.type, length, context);
  for (int64_t row = 0; row < length; ++row) writer.append(column.valid(row) && std::isnan(column[row]));
  return writer.finish();
}

ResolvedCall resolveNanvl(const CallSite& call) {
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  for (size_t i = 0; i < 2; ++i) {
    if (implicitCast(call.arguments[i]->type, arrow::float64()) == nullptr) throwWrongType(call, i, "\"DOUBLE\"");
  }
  return {{arrow::float64(), arrow::float64()}, arrow::float64(), anyNullable(call)};
}

ResolvedCall resolveLogic(const CallSite& call) {
  if (call.arguments.size() == 2 && commonType(call.arguments[0]->type, call.arguments[1]->type) == nullptr) {
    throwDifferentOperands(call);
  }
  return resolveBySignature(call);
}

// The second where the first is NaN; a null in the second matters only there.
arrow::Datum nanvl(const Expr& call, const Arguments& arguments, int64_t length, EvalContext& context) {
  const ArgumentRows<double> first(arguments[0], context);
  const ArgumentRows<double> second(arguments[1], context);
  ColumnWriter<double> writer(call.type, length, context);
  for (int64_t row = 0; row < length; ++row) {
    const bool replace = first.valid(row) && std::isnan(first[row]);
    const ArgumentRows<double>& from = replace ? second : first;
    if (from.valid(row)) {
      writer.append(from[row]);
    } else {
      writer.appendNull();
    }
  }
  return writer.finish();
}

constexpr std::array kLogicFunctions{
    ScalarFunction{.name = "and",
                   .resolve = resolveLogic,
                   .evaluate = nullptr,
                   .strict = false,
                   .signature = "boolean, boolean -> boolean"},
    ScalarFunction{.name = "or",
                   .resolve = resolveLogic,
                   .evaluate = nullptr,
                   .strict = false,
                   .signature = "boolean, boolean -> boolean"},
    ScalarFunction{
        .name = "not", .resolve = resolveBySignature, .evaluate = negation, .signature = "boolean -> boolean"},
    ScalarFunction{.name = "isnull",
                   .resolve = resolveBySignature,
                   .evaluate = isNullRow,
                   .strict = false,
                   .signature = "any -> boolean!"},
    ScalarFunction{.name = "isnotnull",
                   .resolve = resolveBySignature,
                   .evaluate = isNotNullRow,
                   .strict = false,
                   .signature = "any -> boolean!"},
    ScalarFunction{.name = "isnan",
                   .resolve = resolveBySignature,
                   .evaluate = isNanRow,
                   .strict = false,
                   .signature = "double -> boolean!"},
    ScalarFunction{.name = "nanvl", .resolve = resolveNanvl, .evaluate = nanvl, .strict = false},
};

}  // namespace

std::span<const ScalarFunction> logicFunctions() { return kLogicFunctions; }

}  // namespace ferro
