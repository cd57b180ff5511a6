// The functions of one row that expressions can call, by Spark's names (operators too: "+", "=", "and"). An entry says
// which arguments it takes, what comes out, and how it is computed. One table, built once and immutable; any thread.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/expr/expr.h"

namespace ferro {

// What a call looks like before its types are settled: every argument is resolved.
struct CallSite {
  std::string_view function;
  std::span<const ExprPtr> arguments;
};

struct ResolvedCall {
  std::vector<TypePtr> argumentTypes;  // what the arguments are cast to
  TypePtr type;
  bool nullable = true;
};

struct ScalarFunction {
  std::string_view name;
  // Throws Error kInvalidArgument that names the function, the types it was given, and those it takes.
  ResolvedCall (*resolve)(const CallSite& call);
  // The arguments have the resolved types; scalars stay scalars. `length` is the number of rows.
  arrow::Datum (*evaluate)(const Expr& call, const std::vector<arrow::Datum>& arguments, int64_t length,
                           EvalContext& context);
  bool deterministic = true;
};

// Null when there is none of that name (case does not matter).
const ScalarFunction* findScalarFunction(std::string_view name);
// For "did you mean".
std::span<const std::string_view> scalarFunctionNames();

// The call with its arguments cast and its type known; Error kNotFound with the nearest name for an unknown function.
ExprPtr resolveCall(const ExprPtr& call);

// The type both can be cast to without loss, as Spark's ANSI mode has it; null when there is none.
TypePtr commonType(const TypePtr& a, const TypePtr& b);
// Whether a value of one type may be cast to the other at all by cast().
bool canCast(const arrow::DataType& from, const arrow::DataType& to);

}  // namespace ferro
