#include <algorithm>
#include <array>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/expr/signature.h"
#include "ferro/engine/expr/type_coercion.h"
#include "ferro/engine/expr/user_function.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {

namespace {

[[noreturn]] void throwUnknown(const std::string& name) {
  std::string message =
      "[UNRESOLVED_ROUTINE] Cannot resolve routine `" + name + "`: there is no function of that name.";
  if (const auto nearest = similarName(name, scalarFunctionNames())) {
    message += " Did you mean `" + std::string(*nearest) + "`?";
  }
  throw Error(ErrorCode::kNotFound, message);
}

ResolvedCall resolveUserCall(const Expr& call, const CallSite& site) {
  ResolvedCall resolved{call.function->argumentTypes(), call.function->resultType(), true};
  if (resolved.argumentTypes.size() != call.children.size()) {
    throwWrongCount(site, std::to_string(resolved.argumentTypes.size()));
  }
  for (size_t i = 0; i < call.children.size(); ++i) {
    if (!implicitCast(call.child(i).type, resolved.argumentTypes[i])) {
      throwWrongType(site, i, quotedSqlName(*resolved.argumentTypes[i]));
    }
  }
  return resolved;
}

ExprPtr castTo(const ExprPtr& argument, const TypePtr& type) {
  if (argument->type->Equals(*type)) return argument;
  if (argument->kind == ExprKind::kLiteral && isNull(*argument->type)) return expr::null(type);
  return expr::cast(argument, type);
}

// Adding days to a date is written as arithmetic.
ExprPtr dateArithmetic(const ExprPtr& call) {
  if (call->children.size() != 2 || (call->name != "+" && call->name != "-")) return nullptr;
  ExprPtr date = call->children[0];
  ExprPtr days = call->children[1];
  if (call->name == "+" && isDate(*days->type)) std::swap(date, days);
  if (!isDate(*date->type) || !isIntegral(*days->type)) return nullptr;
  return expr::call(call->name == "+" ? "date_add" : "date_sub", {date, days});
}

// Beside a whole number text is read as one, also where the result is none: '1.5' / 2 is an error, as in Spark. The
// functions that never fail do not fail for text either.
ExprPtr arithmeticOfText(const ExprPtr& call) {
  constexpr std::array<std::string_view, 5> kTry{"try_add", "try_subtract", "try_multiply", "try_divide", "try_mod"};
  const bool never = std::ranges::find(kTry, call->name) != kTry.end();
  if (call->children.size() != 2 || (call->name != "/" && !never)) return nullptr;
  const bool left = isText(*call->child(0).type);
  const Expr& other = call->child(left ? 1 : 0);
  if (left == isText(*call->child(1).type) || !isNumeric(*other.type)) return nullptr;
  if (!never && !isIntegral(*other.type)) return nullptr;
  Expr node = *call;
  ExprPtr& text = node.children[left ? 0 : 1];
  const TypePtr type = isIntegral(*other.type) ? arrow::int64() : arrow::float64();
  text = never ? expr::call("try_cast", {text}, type, true) : expr::cast(text, type);
  return std::make_shared<const Expr>(std::move(node));
}

}  // namespace

ExprPtr resolveCall(const ExprPtr& given) {
  for (const ExprPtr& argument : given->children) {
    if (!argument->resolved()) throwInternal("resolving " + expr::text(*given) + " before its arguments");
  }
  if (given->name == "try_cast" && given->resolved()) return given;
  ExprPtr call = given;
  if (given->function == nullptr) {
    for (const auto rewrite : {dateArithmetic, arithmeticOfText}) {
      if (ExprPtr changed = rewrite(call)) call = std::move(changed);
    }
  }
  const CallSite site{call->name, call->children};
  ResolvedCall resolved;
  if (call->function != nullptr) {
    resolved = resolveUserCall(*call, site);
  } else {
    const ScalarFunction* function = findScalarFunction(call->name);
    if (function == nullptr) throwUnknown(call->name);
    resolved = function->resolve(site);
  }
  Expr node = *call;
  for (size_t i = 0; i < node.children.size(); ++i) {
    node.children[i] = castTo(node.children[i], resolved.argumentTypes[i]);
  }
  node.type = resolved.type;
  node.nullable = resolved.nullable;
  return std::make_shared<const Expr>(std::move(node));
}

}  // namespace ferro
