// = != < <= > >= <=>, between, in, greatest and least.
#include <algorithm>
#include <array>

#include <arrow/array/concatenate.h>
#include <arrow/compute/api.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/compare.h"
#include "ferro/engine/expr/function_families.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/value_order.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

void requireOrder(const CallSite& call, const TypePtr& type) {
  if (type->id() == arrow::Type::MAP) {
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.INVALID_ORDERING_TYPE] Cannot resolve \"" +
                                                 callText(call) + "\" due to data type mismatch: `" +
                                                 std::string(call.function) + "` does not support ordering on type " +
                                                 quotedSqlName(*type));
  }
}

ResolvedCall resolveSameTypes(const CallSite& call, bool nullable, TypePtr result) {
  const TypePtr common = commonArgumentType(call);
  requireOrder(call, common);
  ResolvedCall resolved;
  resolved.argumentTypes.assign(call.arguments.size(), common);
  resolved.type = result == nullptr ? common : std::move(result);
  resolved.nullable = nullable;
  return resolved;
}

ResolvedCall resolveComparison(const CallSite& call) {
  if (call.arguments.size() != 2) throwWrongCount(call, "2");
  if (commonType(call.arguments[0]->type, call.arguments[1]->type) == nullptr) throwDifferentOperands(call);
  return resolveSameTypes(call, call.function != "<=>" && anyNullable(call), arrow::boolean());
}

ResolvedCall resolveBetween(const CallSite& call) {
  if (call.arguments.size() != 3) throwWrongCount(call, "3");
  return resolveSameTypes(call, anyNullable(call), arrow::boolean());
}

ResolvedCall resolveIn(const CallSite& call) {
  if (call.arguments.size() < 2) throwWrongCount(call, "2 or more");
  return resolveSameTypes(call, anyNullable(call), arrow::boolean());
}

ResolvedCall resolveExtreme(const CallSite& call) {
  if (call.arguments.size() < 2) throwWrongCount(call, "2 or more");
  bool nullable = true;
  for (const ExprPtr& argument : call.arguments) {
    nullable = nullable && argument->nullable;
    // Text is not turned into something else here, as it is elsewhere.
    const TypePtr& first = call.arguments[0]->type;
    const bool eitherNull = isNull(*first) || isNull(*argument->type);
    if (!eitherNull && isText(*first) != isText(*argument->type)) throwDifferentTypes(call);
  }
  return resolveSameTypes(call, nullable, nullptr);
}

template <Comparison kComparison>
arrow::Datum compared(const Expr&, const Arguments& arguments, int64_t length, EvalContext& context) {
  return compareColumns(kComparison, arguments[0], arguments[1], length, context);
}

arrow::Datum equalNullSafe(const Expr&, const Arguments& arguments, int64_t length, EvalContext& context) {
  return equalOrBothNull(arguments[0], arguments[1], length, context);
}

// A comparison for which a null scalar makes every row null, and two scalars one value for all rows.
arrow::Datum comparedOrNull(Comparison comparison, const arrow::Datum& left, const arrow::Datum& right, int64_t length,
                            EvalContext& context) {
  const auto isUnknown = [](const arrow::Datum& value) { return value.is_scalar() && !value.scalar()->is_valid; };
  if (isUnknown(left) || isUnknown(right)) return arrow::MakeNullScalar(arrow::boolean());
  if (left.is_scalar() && right.is_scalar()) {
    const arrow::Datum one = compareColumns(comparison, arrayOf(left, context), right, 1, context);
    return valueOf(one.make_array()->GetScalar(0), "a comparison of constants");
  }
  return compareColumns(comparison, left, right, length, context);
}

arrow::Datum between(const Expr&, const Arguments& arguments, int64_t length, EvalContext& context) {
  const arrow::Datum low = comparedOrNull(Comparison::kGreaterOrEqual, arguments[0], arguments[1], length, context);
  const arrow::Datum high = comparedOrNull(Comparison::kLessOrEqual, arguments[0], arguments[2], length, context);
  return callArrow("and_kleene", {low, high}, context);
}

// A long list of constants is looked up in a hash table. Floating-point numbers are not: their equality is not that of
// their bits.
bool isLookup(const Arguments& arguments) {
  constexpr size_t kFewValues = 8;
  const arrow::DataType& type = *arguments[0].type();
  if (arguments.size() <= kFewValues || isFloating(type) || isNested(type)) return false;
  return std::all_of(arguments.begin() + 1, arguments.end(),
                     [](const arrow::Datum& value) { return value.is_scalar(); });
}

arrow::Datum lookUp(const Arguments& arguments, EvalContext& context) {
  arrow::ArrayVector values;
  for (size_t i = 1; i < arguments.size(); ++i) values.push_back(arrayOf(arguments[i], context));
  const auto list = valueOf(arrow::Concatenate(values, poolOf(context)), "the list of in");
  const arrow::compute::SetLookupOptions options(list, arrow::compute::SetLookupOptions::SKIP);
  const arrow::Datum found = callArrow("is_in", {arguments[0]}, context, &options);
  const arrow::Datum null = arrow::MakeNullScalar(arrow::boolean());
  // Not found among nulls is not known, and neither is anything about a null.
  const arrow::Datum known = list->null_count() > 0 ? callArrow("if_else", {found, found, null}, context) : found;
  if (arguments[0].null_count() == 0) return known;
  return callArrow("if_else", {callArrow("is_valid", {arguments[0]}, context), known, null}, context);
}

arrow::Datum isIn(const Expr&, const Arguments& arguments, int64_t length, EvalContext& context) {
  if (isLookup(arguments)) return lookUp(arguments, context);
  arrow::Datum found = comparedOrNull(Comparison::kEqual, arguments[0], arguments[1], length, context);
  for (size_t i = 2; i < arguments.size(); ++i) {
    const arrow::Datum next = comparedOrNull(Comparison::kEqual, arguments[0], arguments[i], length, context);
    found = callArrow("or_kleene", {found, next}, context);
  }
  return found;
}

// Nulls are passed over; the result is null when all are.
template <bool kLargest>
arrow::Datum extreme(const Expr&, const Arguments& arguments, int64_t length, EvalContext& context) {
  arrow::Datum best = spread(arguments[0], length, context);
  for (size_t i = 1; i < arguments.size(); ++i) {
    const arrow::Datum other = spread(arguments[i], length, context);
    const arrow::Datum better =
        compareColumns(kLargest ? Comparison::kGreater : Comparison::kLess, other, best, length, context);
    const arrow::Datum chosen = callArrow("if_else", {better, other, best}, context);
    best = callArrow("coalesce", {chosen, best, other}, context);
  }
  return best;
}

constexpr std::array kComparisonFunctions{
    ScalarFunction{.name = "=", .resolve = resolveComparison, .evaluate = compared<Comparison::kEqual>},
    ScalarFunction{.name = "==", .resolve = resolveComparison, .evaluate = compared<Comparison::kEqual>},
    ScalarFunction{.name = "!=", .resolve = resolveComparison, .evaluate = compared<Comparison::kNotEqual>},
    ScalarFunction{.name = "<>", .resolve = resolveComparison, .evaluate = compared<Comparison::kNotEqual>},
    ScalarFunction{.name = "<", .resolve = resolveComparison, .evaluate = compared<Comparison::kLess>},
    ScalarFunction{.name = "<=", .resolve = resolveComparison, .evaluate = compared<Comparison::kLessOrEqual>},
    ScalarFunction{.name = ">", .resolve = resolveComparison, .evaluate = compared<Comparison::kGreater>},
    ScalarFunction{.name = ">=", .resolve = resolveComparison, .evaluate = compared<Comparison::kGreaterOrEqual>},
    ScalarFunction{.name = "<=>", .resolve = resolveComparison, .evaluate = equalNullSafe, .strict = false},
    ScalarFunction{
        .name = "between", .resolve = resolveBetween, .evaluate = between, .strict = false, .strictInFirst = true},
    ScalarFunction{.name = "in", .resolve = resolveIn, .evaluate = isIn, .strict = false, .strictInFirst = true},
    ScalarFunction{.name = "greatest", .resolve = resolveExtreme, .evaluate = extreme<true>, .strict = false},
    ScalarFunction{.name = "least", .resolve = resolveExtreme, .evaluate = extreme<false>, .strict = false},
};

}  // namespace

std::span<const ScalarFunction> comparisonFunctions() { return kComparisonFunctions; }

}  // namespace ferro
