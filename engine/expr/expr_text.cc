#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/letter_case.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::expr {
namespace {

// How the two forms differ: explain() has ids and few parentheses, names of columns have Spark's SQL.
enum class Form : uint8_t { kPlan, kSql };

std::string write(const Expr& node, Form form, bool withIds);

std::string list(std::span<const ExprPtr> nodes, Form form, bool withIds) {
  std::string text;
  for (const ExprPtr& node : nodes) text += (text.empty() ? "" : ", ") + write(*node, form, withIds);
  return text;
}

bool isInfix(std::string_view function) {
  constexpr std::array<std::string_view, 17> kInfix{"+",  "-",   "*",   "/",  "%", "=", "<", "<=", ">",
                                                    ">=", "<=>", "and", "or", "&", "|", "^", "div"};
  for (const std::string_view name : kInfix) {
    if (function == name) return true;
  }
  return false;
}

// Names with dots or spaces are written in backquotes, and shown without.
std::string withoutBackquotes(std::string_view name) {
  std::string text;
  for (const char letter : name) {
    if (letter != '`') text += letter;
  }
  return text;
}

// Spark shows most functions of mathematics in capitals.
std::string shownName(std::string_view function) {
  constexpr std::array<std::string_view, 31> kCapital{
      "acos",  "acosh", "asin",    "asinh", "atan",  "atan2", "atanh", "cbrt",  "ceil",  "cos",  "cosh",
      "cot",   "csc",   "degrees", "exp",   "expm1", "floor", "hypot", "log10", "log1p", "log2", "radians",
      "rlike", "sec",   "signum",  "sin",   "sinh",  "sqrt",  "tan",   "tanh",  "power"};
  if (function == "log") return "ln";
  if (function == "pow") return "POWER";
  const bool capital = std::find(kCapital.begin(), kCapital.end(), function) != kCapital.end();
  return capital ? upperCase(function) : std::string(function);
}

std::string writeCase(const Expr& node, Form form, bool withIds) {
  std::string text = "CASE";
  size_t i = 0;
  for (; i + 1 < node.children.size(); i += 2) {
    text += " WHEN " + write(node.child(i), form, withIds) + " THEN " + write(node.child(i + 1), form, withIds);
  }
  if (i < node.children.size()) text += " ELSE " + write(node.child(i), form, withIds);
  return text + " END";
}

std::string writeIn(const Expr& node, Form form, bool withIds) {
  const std::span<const ExprPtr> values(node.children.begin() + 1, node.children.end());
  if (form == Form::kSql)
    return "(" + write(node.child(), form, withIds) + " IN (" + list(values, form, withIds) + "))";
  std::string inside;
  for (const ExprPtr& value : values) inside += (inside.empty() ? "" : ",") + write(*value, form, withIds);
  return write(node.child(), form, withIds) + " IN (" + inside + ")";
}

std::string writeCall(const Expr& node, Form form, bool withIds) {
  const auto argument = [&](size_t i) { return write(node.child(i), form, withIds); };
  const bool sql = form == Form::kSql;
  if (isInfix(node.name) && node.children.size() == 2) {
    return "(" + argument(0) + " " + upperCase(node.name) + " " + argument(1) + ")";
  }
  if (node.name == "!=") return "(NOT (" + argument(0) + " = " + argument(1) + "))";
  if (node.name == "negative" && !sql) return "-" + argument(0);
  if (node.name == "not") return sql ? "(NOT " + argument(0) + ")" : "NOT " + argument(0);
  if (node.name == "isnull" && sql) return "(" + argument(0) + " IS NULL)";
  if (node.name == "isnotnull" && sql) return "(" + argument(0) + " IS NOT NULL)";
  if (node.name == "case") return writeCase(node, form, withIds);
  if (node.name == "in") return writeIn(node, form, withIds);
  if (node.name == "like") return argument(0) + " LIKE " + argument(1);
  if (node.name == "getItem") return argument(0) + "[" + argument(1) + "]";
  if (node.name == "getField") return argument(0) + "." + argument(1);
  return shownName(node.name) + "(" + (node.distinct ? (sql ? "DISTINCT " : "distinct ") : "") +
         list(node.children, form, withIds) + ")";
}

std::string writeLiteral(const arrow::Scalar& value) {
  if (!value.is_valid) return "NULL";
  if (value.type->id() == arrow::Type::STRING)
    return std::string(static_cast<const arrow::StringScalar&>(value).view());
  return value.ToString();
}

std::string write(const Expr& node, Form form, bool withIds) {
  switch (node.kind) {
    case ExprKind::kName: return withoutBackquotes(node.name);
    case ExprKind::kStar: return node.name.empty() ? "*" : node.name + ".*";
    case ExprKind::kAttribute: {
      if (!withIds) return node.name;
      const bool isLong = node.type != nullptr && node.type->id() == arrow::Type::INT64;
      return node.name + "#" + std::to_string(node.attribute) + (isLong ? "L" : "");
    }
    case ExprKind::kInput: return node.name.empty() ? "input[" + std::to_string(node.position) + "]" : node.name;
    case ExprKind::kLiteral: return writeLiteral(*node.literal);
    case ExprKind::kCall: return writeCall(node, form, withIds);
    case ExprKind::kCast: {
      const std::string child = write(node.child(), form, withIds);
      if (form == Form::kSql) return "CAST(" + child + " AS " + upperCase(sqlName(*node.type)) + ")";
      return "cast(" + child + " as " + sqlName(*node.type) + ")";
    }
    case ExprKind::kAlias: {
      const std::string child = write(node.child(), form, withIds);
      if (form == Form::kSql && !withIds) return child + " AS " + node.name;
      return child + " AS " + node.name + (withIds ? "#" + std::to_string(node.attribute) : "") +
             (withIds && node.type != nullptr && node.type->id() == arrow::Type::INT64 ? "L" : "");
    }
    case ExprKind::kSortKey:
      return write(node.child(), form, withIds) + (node.descending ? " DESC" : " ASC") +
             (node.nullsFirst ? " NULLS FIRST" : " NULLS LAST");
  }
  return {};
}

}  // namespace

std::string text(const Expr& expression, bool withIds) { return write(expression, Form::kPlan, withIds); }

std::string columnName(const Expr& expression) {
  if (expression.kind == ExprKind::kAlias) return expression.name;
  if (expression.kind == ExprKind::kName) {
    const size_t dot = expression.name.rfind('.');
    return dot == std::string::npos ? expression.name : expression.name.substr(dot + 1);
  }
  return write(expression, Form::kSql, false);
}

}  // namespace ferro::expr
