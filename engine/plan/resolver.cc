#include "ferro/engine/plan/resolver.h"

#include <array>
#include <cstdlib>
#include <utility>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/functions.h"
#include "ferro/engine/expr/user_function.h"
#include "ferro/engine/plan/names.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

constexpr double kDefaultAccuracy = 10'000;  // of percentile_approx

ExprPtr copyOf(const Expr& node, std::vector<ExprPtr> children, TypePtr type, bool nullable) {
  Expr copy = node;
  copy.children = std::move(children);
  copy.type = std::move(type);
  copy.nullable = nullable;
  return std::make_shared<const Expr>(std::move(copy));
}

ExprPtr castTo(const ExprPtr& argument, const TypePtr& type, const Expr& call) {
  if (argument->type->Equals(*type)) return argument;
  if (!canCast(*argument->type, *type)) {
    throw Error(ErrorCode::kInvalidArgument,
                "[DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE] Cannot resolve \"" + expr::columnName(call) +
                    "\" due to data type mismatch: an argument should be " + quotedSqlName(*type) + ", \"" +
                    expr::columnName(*argument) + "\" is " + quotedSqlName(*argument->type));
  }
  return expr::cast(argument, type);
}

double numberOf(const Expr& literal, const Expr& call) {
  if (literal.kind != ExprKind::kLiteral || !literal.literal->is_valid) {
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.NON_FOLDABLE_INPUT] Cannot resolve \"" +
                                                 expr::columnName(call) + "\": \"" + expr::columnName(literal) +
                                                 "\" must be a literal number");
  }
  if (literal.type->id() == arrow::Type::DECIMAL128) {
    const int32_t scale = static_cast<const arrow::Decimal128Type&>(*literal.type).scale();
    return std::strtod(static_cast<const arrow::Decimal128Scalar&>(*literal.literal).value.ToString(scale).c_str(),
                       nullptr);
  }
  const auto number = literal.literal->CastTo(arrow::float64());
  if (!number.ok()) {
    throw Error(ErrorCode::kInvalidArgument,
                "\"" + expr::columnName(literal) + "\" must be a number in \"" + expr::columnName(call) + "\"");
  }
  return static_cast<const arrow::DoubleScalar&>(**number).value;
}

ExprPtr resolveAggregateCall(const Expr& call, std::vector<ExprPtr> arguments);

// percentile(x, array(0.1, 0.9)) is an array of percentiles, and null where there is no value.
ExprPtr resolvePercentiles(const Expr& call, const std::vector<ExprPtr>& arguments) {
  std::vector<ExprPtr> percentiles;
  for (const ExprPtr& percentage : arguments[1]->children) {
    std::vector<ExprPtr> own = arguments;
    own[1] = percentage->kind == ExprKind::kCast ? percentage->children.front() : percentage;
    percentiles.push_back(resolveAggregateCall(*copyOf(call, own, nullptr, true), own));
  }
  const ExprPtr any = resolveCall(expr::call("isnotnull", {percentiles.front()}));
  return resolveCall(expr::call("case", {any, resolveCall(expr::call("array", std::move(percentiles)))}));
}

bool takesSeveralPercentages(const Expr& call, const std::vector<ExprPtr>& arguments) {
  const bool isPercentile =
      call.name == "percentile" || call.name == "percentile_approx" || call.name == "approx_percentile";
  if (!isPercentile || arguments.size() < 2) return false;
  const Expr& percentages = *arguments[1];
  return percentages.kind == ExprKind::kCall && percentages.name == "array" && !percentages.children.empty();
}

// The least and the greatest of values that have parts are found by comparing all of them.
bool isExtremeOfParts(const Expr& call, const std::vector<ExprPtr>& arguments) {
  if ((call.name != "min" && call.name != "max") || arguments.size() != 1) return false;
  const auto id = arguments.front()->type->id();
  return id == arrow::Type::LIST || id == arrow::Type::STRUCT;
}

ExprPtr resolveAggregateCall(const Expr& call, std::vector<ExprPtr> arguments) {
  if (takesSeveralPercentages(call, arguments)) return resolvePercentiles(call, arguments);
  if (isExtremeOfParts(call, arguments)) {
    const ExprPtr by = expr::call(call.name + "_by", {arguments[0], arguments[0]});
    return resolveAggregateCall(*by, by->children);
  }
  for (const ExprPtr& argument : arguments) {
    if (!containsAggregate(*argument)) continue;
    throw Error(ErrorCode::kInvalidArgument,
                "[NESTED_AGGREGATE_FUNCTION] It is not allowed to use an aggregate function "
                "in the argument of another aggregate function: \"" +
                    expr::columnName(call) + "\"");
  }
  const auto written = copyOf(call, arguments, nullptr, true);
  const AggregateSpec spec = aggregateSpecOf(*written);
  const size_t numColumns = numColumnArguments(spec.function, arguments.size());
  std::vector<TypePtr> types;
  for (size_t i = 0; i < numColumns; ++i) types.push_back(arguments[i]->type);
  const AggregateSignature signature = resolveAggregate(spec, types);
  for (size_t i = 0; i < numColumns; ++i) arguments[i] = castTo(arguments[i], signature.argumentTypes[i], *written);
  return copyOf(call, std::move(arguments), signature.type, signature.nullable);
}

ExprPtr resolveUserFunction(const Expr& call, std::vector<ExprPtr> arguments) {
  const std::vector<TypePtr> types = call.function->argumentTypes();
  if (types.size() != arguments.size()) {
    throw Error(ErrorCode::kInvalidArgument, "[WRONG_NUM_ARGS] The function of \"" + expr::columnName(call) +
                                                 "\" takes " + std::to_string(types.size()) +
                                                 " columns, and was given " + std::to_string(arguments.size()));
  }
  for (size_t i = 0; i < types.size(); ++i) arguments[i] = castTo(arguments[i], types[i], call);
  return copyOf(call, std::move(arguments), call.function->resultType(), true);
}

// struct(a, b) takes its names from its columns.
ExprPtr namedStruct(const Expr& call, const std::vector<ExprPtr>& arguments) {
  std::vector<ExprPtr> parts;
  for (size_t i = 0; i < arguments.size(); ++i) {
    parts.push_back(expr::literal(std::make_shared<arrow::StringScalar>(expr::columnName(call.child(i)))));
    parts.push_back(arguments[i]->kind == ExprKind::kAlias ? arguments[i]->children.front() : arguments[i]);
  }
  return resolveCall(expr::call("named_struct", std::move(parts)));
}

[[noreturn]] void throwUnknownFunction(const std::string& name) {
  std::vector<std::string_view> known(scalarFunctionNames().begin(), scalarFunctionNames().end());
  known.insert(known.end(), aggregateNames().begin(), aggregateNames().end());
  const auto similar = similarName(name, known);
  throw Error(ErrorCode::kNotFound,
              "[UNRESOLVED_ROUTINE] Cannot resolve routine `" + name + "`" +
                  (similar ? "; did you mean `" + std::string(*similar) + "`?"
                           : ": there is no function of that name; a udf() can do what no function does"));
}

[[noreturn]] void throwNoDistinct(const std::string& function) {
  throw Error(ErrorCode::kInvalidArgument,
              "[INVALID_SQL_SYNTAX.FUNCTION_WITH_UNSUPPORTED_SYNTAX] Invalid SQL syntax: The function `" + function +
                  "` does not support DISTINCT.");
}

// The second argument is a null of the type wanted.
ExprPtr tryCast(const Expr& call, const std::vector<ExprPtr>& arguments) {
  const TypePtr& type = arguments[1]->type;
  if (!canCast(*arguments[0]->type, *type)) {
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION] Cannot resolve \"" +
                                                 expr::columnName(call) + "\": cannot cast " +
                                                 quotedSqlName(*arguments[0]->type) + " to " + quotedSqlName(*type));
  }
  return copyOf(call, {arguments[0]}, type, true);
}

// A sign in front of a value. In SQL text it is shown as one, and not as the function that it is.
ExprPtr resolveSign(const Expr& call, std::vector<ExprPtr> arguments) {
  return resolveCall(expr::call(call.name == "-" ? "negative" : "positive", std::move(arguments)));
}

bool containsGenerator(const Expr& expression) {
  bool found = false;
  expr::forEach(expression, [&](const Expr& node) { found |= isGeneratorCall(node); });
  return found;
}

void refuseGenerators(const Expr& around, const std::vector<ExprPtr>& arguments) {
  for (const ExprPtr& argument : arguments) {
    if (!containsGenerator(*argument)) continue;
    throw Error(
        ErrorCode::kInvalidArgument,
        "[UNSUPPORTED_GENERATOR.NESTED_IN_EXPRESSIONS] The generator is not supported: nested in expressions \"" +
            expr::columnName(around) + "\"; select it under a name first, and compute with that name next");
  }
}

void refuseGenerator(const Expr& resolved, std::string_view where) {
  if (!containsGenerator(resolved)) return;
  throw Error(
      ErrorCode::kInvalidArgument,
      "[UNSUPPORTED_GENERATOR.OUTSIDE_SELECT] The generator is not supported: outside the SELECT clause, found: \"" +
          expr::columnName(resolved) + "\" in " + std::string(where) + "; select it first");
}

ExprPtr resolveFunction(const Expr& call, std::vector<ExprPtr> arguments) {
  if (call.name != kGeneratorNames) refuseGenerators(call, arguments);
  if (call.function != nullptr) return resolveUserFunction(call, std::move(arguments));
  if (isAggregateCall(call)) return resolveAggregateCall(call, std::move(arguments));
  if (call.distinct) throwNoDistinct(call.name);
  if (call.name == kGeneratorNames) return copyOf(call, std::move(arguments), arrow::null(), true);
  if (isGeneratorCall(call)) return copyOf(call, std::move(arguments), arrow::null(), true);
  if (call.name == "struct") return namedStruct(call, arguments);
  if (call.name == "try_cast") return tryCast(call, arguments);
  const bool isSign = (call.name == "-" || call.name == "+") && arguments.size() == 1;
  if (isSign) return resolveSign(call, std::move(arguments));
  if (findScalarFunction(call.name) == nullptr) throwUnknownFunction(call.name);
  return resolveCall(copyOf(call, std::move(arguments), nullptr, true));
}

ExprPtr checkedAttribute(const ExprPtr& reference, const Attributes& input) {
  const Attribute* found = findAttribute(input, reference->attribute);
  if (found != nullptr) return found->reference();
  std::string names;
  for (const Attribute& column : input) names += (names.empty() ? "`" : ", `") + column.name + "`";
  throw Error(ErrorCode::kNotFound, "[MISSING_ATTRIBUTES.RESOLVED_ATTRIBUTE_MISSING_FROM_INPUT] The column `" +
                                        reference->name + "` belongs to another DataFrame; the columns here are " +
                                        names);
}

ExprPtr resolveCast(const Expr& cast, ExprPtr child) {
  if (!canCast(*child->type, *cast.type)) {
    throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.CAST_WITHOUT_SUGGESTION] Cannot resolve \"" +
                                                 expr::columnName(cast) + "\" due to data type mismatch: cannot cast " +
                                                 quotedSqlName(*child->type) + " to " + quotedSqlName(*cast.type));
  }
  return expr::cast(std::move(child), cast.type);
}

}  // namespace

namespace {

// Where names are looked up: in the columns below, and then among the entries of the select list so far.
struct Scope {
  const Attributes& input;
  const std::vector<ExprPtr>* earlier = nullptr;
};

// The value of an entry that was named before, for a name that is no column.
ExprPtr earlierValue(const Scope& scope, std::string_view name) {
  if (scope.earlier == nullptr) return nullptr;
  const std::vector<std::string> parts = nameParts(name);
  ExprPtr found;
  for (const ExprPtr& entry : *scope.earlier) {
    if (entry->kind != ExprKind::kAlias || parts.size() != 1 || !sameName(entry->name, parts.front())) continue;
    if (found != nullptr) {
      throw Error(ErrorCode::kInvalidArgument, "[AMBIGUOUS_LATERAL_COLUMN_ALIAS] Lateral column alias `" +
                                                   std::string(name) + "` is ambiguous and has several matches.");
    }
    found = entry->children.front();
  }
  if (found != nullptr && !isDeterministic(*found)) {
    throw Error(ErrorCode::kInvalidArgument,
                "`" + std::string(name) +
                    "` is another value each time it is computed, and cannot be used again "
                    "in the same select list; use it in a second select()");
  }
  return found;
}

ExprPtr findIn(const Scope& scope, const std::string& name) {
  try {
    return findColumn(scope.input, name);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) throw;
    if (const ExprPtr value = earlierValue(scope, name)) return value;
    throw;
  }
}

ExprPtr resolveIn(const ExprPtr& expression, const Scope& scope) {
  const Expr& node = *expression;
  switch (node.kind) {
    case ExprKind::kName: return findIn(scope, node.name);
    case ExprKind::kAttribute: return checkedAttribute(expression, scope.input);
    case ExprKind::kLiteral:
    case ExprKind::kInput: return expression;
    case ExprKind::kStar:
      throw Error(ErrorCode::kInvalidArgument,
                  "[INVALID_USAGE_OF_STAR_OR_REGEX] '*' stands for all columns of a select "
                  "list, and for nothing inside an expression");
    default: break;
  }
  std::vector<ExprPtr> children;
  children.reserve(node.children.size());
  for (const ExprPtr& child : node.children) children.push_back(resolveIn(child, scope));
  if (node.kind == ExprKind::kCall) return resolveFunction(node, std::move(children));
  if (node.kind == ExprKind::kCast) {
    refuseGenerators(node, children);
    return resolveCast(node, std::move(children.front()));
  }
  return expr::withChildren(expression, std::move(children));
}

}  // namespace

ExprPtr resolve(const ExprPtr& expression, const Attributes& input) { return resolveIn(expression, {input}); }

namespace {

// A cast of something that has a name keeps it, as in Spark.
const Expr& namedPart(const Expr& written) {
  const bool isCast =
      written.kind == ExprKind::kCast || (written.kind == ExprKind::kCall && written.name == "try_cast");
  if (!isCast) return written;
  const Expr& child = written.child();
  const bool hasName =
      child.kind == ExprKind::kName || child.kind == ExprKind::kAttribute || child.kind == ExprKind::kAlias;
  return hasName ? child : written;
}

// The column under the name that the user wrote, which may differ in letter case.
ExprPtr spelledAs(const ExprPtr& column, const Expr& written) {
  const std::string name = expr::columnName(written);
  if (written.kind != ExprKind::kName || name == column->name || !sameName(name, column->name)) return column;
  auto spelled = std::make_shared<Expr>(*column);
  spelled->name = name;
  return spelled;
}

}  // namespace

ExprPtr named(const ExprPtr& resolved, const Expr& written) {
  if (resolved->kind == ExprKind::kAttribute && written.kind != ExprKind::kAlias) return spelledAs(resolved, written);
  const ExprPtr& value = resolved->kind == ExprKind::kAlias ? resolved->children.front() : resolved;
  ExprPtr alias = expr::alias(value, expr::columnName(namedPart(written)), newAttributeId());
  if (resolved->metadata == alias->metadata) return alias;
  auto described = std::make_shared<Expr>(*alias);
  described->metadata = resolved->metadata;
  return described;
}

namespace {

// t.* is all columns of t; s.* is all fields of the struct s.
std::vector<ExprPtr> expandStar(const Expr& star, const Attributes& input) {
  std::vector<ExprPtr> columns;
  for (const Attribute& column : input) {
    if (star.name.empty() || sameName(column.qualifier, star.name)) columns.push_back(column.reference());
  }
  if (!columns.empty() || star.name.empty()) return columns;
  ExprPtr fields;
  try {
    fields = findColumn(input, star.name);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kNotFound) throw;
  }
  if (fields == nullptr || fields->type->id() != arrow::Type::STRUCT) {
    throw Error(ErrorCode::kNotFound,
                "[CANNOT_RESOLVE_STAR_EXPAND] Cannot resolve `" + star.name +
                    "`.*; no DataFrame here has that alias, and no column of that name is a struct");
  }
  for (const auto& field : fields->type->fields()) {
    const auto name = expr::literal(std::make_shared<arrow::StringScalar>(field->name()));
    columns.push_back(
        expr::alias(resolveCall(expr::call("getField", {fields, name})), field->name(), newAttributeId()));
  }
  return columns;
}

}  // namespace

std::vector<ExprPtr> resolveList(const std::vector<ExprPtr>& list, const Attributes& input) {
  std::vector<ExprPtr> resolved;
  for (const ExprPtr& written : list) {
    if (written->kind != ExprKind::kStar) {
      resolved.push_back(named(resolveIn(written, {input, &resolved}), *written));
      continue;
    }
    const std::vector<ExprPtr> columns = expandStar(*written, input);
    resolved.insert(resolved.end(), columns.begin(), columns.end());
  }
  return resolved;
}

ExprPtr resolveCondition(const ExprPtr& condition, const Attributes& input, std::string_view operation) {
  ExprPtr resolved = resolve(condition, input);
  refuseGenerator(*resolved, operation);
  if (resolved->type->id() == arrow::Type::NA) return expr::cast(resolved, arrow::boolean());
  if (resolved->type->id() == arrow::Type::BOOL) return resolved;
  throw Error(ErrorCode::kInvalidArgument, "[DATATYPE_MISMATCH.FILTER_NOT_BOOLEAN] The condition \"" +
                                               expr::columnName(*condition) + "\" of " + std::string(operation) +
                                               " is of type " + quotedSqlName(*resolved->type) +
                                               ", and should be \"BOOLEAN\"");
}

std::vector<ExprPtr> resolveSortKeys(const std::vector<ExprPtr>& keys, const Attributes& input) {
  std::vector<ExprPtr> resolved;
  for (const ExprPtr& key : keys) {
    const ExprPtr wanted = key->kind == ExprKind::kSortKey ? key : expr::sortKey(key, false, true);
    resolved.push_back(resolve(wanted, input));
    refuseGenerator(*resolved.back(), "an order");
    if (resolved.back()->type->id() == arrow::Type::MAP) {
      throw Error(ErrorCode::kInvalidArgument,
                  "[DATATYPE_MISMATCH.INVALID_ORDERING_TYPE] Rows cannot be ordered by \"" +
                      expr::columnName(wanted->child()) + "\", which is a map");
    }
  }
  return resolved;
}

bool isAggregateCall(const Expr& node) {
  return node.kind == ExprKind::kCall && node.function == nullptr && isAggregate(node.name);
}

bool containsAggregate(const Expr& expression) {
  bool found = false;
  expr::forEach(expression, [&](const Expr& node) { found |= isAggregateCall(node); });
  return found;
}

bool isGeneratorCall(const Expr& node) {
  constexpr std::array<std::string_view, 4> kGenerators{"explode", "explode_outer", "posexplode", "posexplode_outer"};
  if (node.kind != ExprKind::kCall) return false;
  for (const std::string_view name : kGenerators) {
    if (node.name == name) return true;
  }
  return false;
}

AggregateSpec aggregateSpecOf(const Expr& call) {
  AggregateSpec spec;
  spec.function = call.name;
  const size_t numColumns = numColumnArguments(call.name, call.children.size());
  const bool isFirstOrLast = call.name == "first" || call.name == "last";
  for (size_t i = numColumns; i < call.children.size(); ++i) {
    const Expr& parameter = call.child(i);
    if (isFirstOrLast) spec.ignoreNulls = expr::equal(parameter, *expr::boolean(true));
    else spec.parameters.push_back(numberOf(parameter, call));
  }
  // SQL text may leave the accuracy out.
  const bool isApproximate = call.name == "percentile_approx" || call.name == "approx_percentile";
  if (isApproximate && spec.parameters.size() == 1) spec.parameters.push_back(kDefaultAccuracy);
  return spec;
}

}  // namespace ferro
