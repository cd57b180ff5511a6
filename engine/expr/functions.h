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
  // The arguments have the resolved types; scalars stay scalars, dictionaries of text are resolved. `length` is the
  // number of rows. Null for a function that decides itself which of its arguments it evaluates for which rows.
  arrow::Datum (*evaluate)(const Expr& call, const std::vector<arrow::Datum>& arguments, int64_t length,
                           EvalContext& context);
  bool deterministic = true;
  // Null as soon as one argument is null. evaluate() is then never given a scalar that is null.
  // An argument is not evaluated for rows in which one before it is null, so what would be an error there is none.
  bool strict = true;
  // The same of the first argument alone, for functions that are not strict.
  bool strictInFirst = false;
  // The last argument is evaluated first: Spark looks at a divisor before it looks at what is divided.
  bool lastFirst = false;
  // Some values are errors, so rows that a condition keeps away from the function must not reach it.
  bool canThrow = false;
  // What the resolver of signature.h reads: "string, int, int? -> string".
  std::string_view signature{};
};

// Null when there is none of that name (case does not matter).
const ScalarFunction* findScalarFunction(std::string_view name);
// For "did you mean".
std::span<const std::string_view> scalarFunctionNames();

// The call with its arguments cast and its type known; Error kNotFound with the nearest name for an unknown function.
ExprPtr resolveCall(const ExprPtr& call);

// False when the value depends on more than the arguments: rand, monotonically_increasing_id, spark_partition_id.
bool isDeterministic(const Expr& expression);
// Whether evaluating it may be an error for some rows, as a division or a cast of text may.
bool canThrow(const Expr& expression);

// The type both can be cast to without loss, as Spark's ANSI mode has it; null when there is none.
TypePtr commonType(const TypePtr& a, const TypePtr& b);
// Whether a value of one type may be cast to the other at all by cast().
bool canCast(const arrow::DataType& from, const arrow::DataType& to);

}  // namespace ferro
