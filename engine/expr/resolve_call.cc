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

}  // namespace

ExprPtr resolveCall(const ExprPtr& given) {
  for (const ExprPtr& argument : given->children) {
    if (!argument->resolved()) throwInternal("resolving " + expr::text(*given) + " before its arguments");
  }
  if (given->name == "try_cast" && given->resolved()) return given;
  const ExprPtr dates = given->function == nullptr ? dateArithmetic(given) : nullptr;
  const ExprPtr& call = dates != nullptr ? dates : given;
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
