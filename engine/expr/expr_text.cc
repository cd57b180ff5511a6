#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include <arrow/array/util.h>
#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/letter_case.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

// How the two forms differ: explain() has ids and few parentheses, names of columns have Spark's SQL.
enum class TextForm : uint8_t { kPlan, kSql };

std::string write(const Expr& node, TextForm form, bool withIds);

std::string list(std::span<const ExprPtr> nodes, TextForm form, bool withIds) {
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
  bool quoted = false;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool doubled = quoted && name.substr(i, 2) == "``";
    if (name[i] == '`' && !doubled) {
      quoted = !quoted;
      continue;
    }
    text += name[i];
    i += doubled ? 1 : 0;
  }
  return text;
}

// Spark shows most functions of mathematics in capitals.
std::string shownName(std::string_view function) {
  constexpr std::array<std::string_view, 34> kCapital{
      "acos",   "acosh",   "asin", "asinh", "atan",  "atan2", "atanh", "cbrt",  "ceil",   "cos",        "cosh",  "cot",
      "csc",    "degrees", "exp",  "expm1", "floor", "hypot", "log10", "log1p", "log2",   "radians",    "rlike", "sec",
      "signum", "sin",     "sinh", "sqrt",  "tan",   "tanh",  "power", "log",   "regexp", "regexp_like"};
  if (function == "array_agg") return "collect_list";
  const bool capital = std::find(kCapital.begin(), kCapital.end(), function) != kCapital.end();
  return capital ? upperCase(function) : std::string(function);
}

// Arguments that Spark shows although nobody wrote them.
std::string_view shownDefault(const Expr& call) {
  struct Default {
    std::string_view function;
    size_t written;
    std::string_view shown;
  };
  constexpr std::string_view kTimePattern = ", yyyy-MM-dd HH:mm:ss";
  constexpr std::array<Default, 19> kDefaults{{{"approx_percentile", 2, ", 10000"},
                                               {"bround", 1, ", 0"},
                                               {"from_unixtime", 1, kTimePattern},
                                               {"locate", 2, ", 1"},
                                               {"lpad", 2, ",  "},
                                               {"months_between", 2, ", true"},
                                               {"percentile", 2, ", 1"},
                                               {"percentile_approx", 2, ", 10000"},
                                               {"position", 2, ", 1"},
                                               {"regexp_replace", 3, ", 1"},
                                               {"replace", 2, ", "},
                                               {"round", 1, ", 0"},
                                               {"rpad", 2, ",  "},
                                               {"sort_array", 1, ", true"},
                                               {"split", 2, ", -1"},
                                               {"substr", 2, ", 2147483647"},
                                               {"substring", 2, ", 2147483647"},
                                               {"to_unix_timestamp", 1, kTimePattern},
                                               {"unix_timestamp", 1, kTimePattern}}};
  for (const Default& known : kDefaults) {
    if (known.function == call.name && known.written == call.children.size()) return known.shown;
  }
  return "";
}

std::string writeCase(const Expr& node, TextForm form, bool withIds) {
  std::string text = "CASE";
  size_t i = 0;
  for (; i + 1 < node.children.size(); i += 2) {
    text += " WHEN " + write(node.child(i), form, withIds) + " THEN " + write(node.child(i + 1), form, withIds);
  }
  if (i < node.children.size()) text += " ELSE " + write(node.child(i), form, withIds);
  return text + " END";
}

std::string writeIn(const Expr& node, TextForm form, bool withIds) {
  const std::span<const ExprPtr> values(node.children.begin() + 1, node.children.end());
  if (form == TextForm::kSql)
    return "(" + write(node.child(), form, withIds) + " IN (" + list(values, form, withIds) + "))";
  std::string inside;
  for (const ExprPtr& value : values) inside += (inside.empty() ? "" : ",") + write(*value, form, withIds);
  return write(node.child(), form, withIds) + " IN (" + inside + ")";
}

// Spark's words for what is a call here and has a syntax of its own in SQL.
std::optional<std::string> writeSqlForm(const Expr& node) {
  const auto argument = [&](size_t i) { return write(node.child(i), TextForm::kSql, false); };
  if (node.name == "not") return "(NOT " + argument(0) + ")";
  if (node.name == "isnull") return "(" + argument(0) + " IS NULL)";
  if (node.name == "isnotnull") return "(" + argument(0) + " IS NOT NULL)";
  if (node.name == "positive") return "(+ " + argument(0) + ")";
  if (node.name == "if" && node.children.size() == 3) {
    return "(IF(" + argument(0) + ", " + argument(1) + ", " + argument(2) + "))";
  }
  if (node.name == "log" && node.children.size() == 1) return "LOG(E(), " + argument(0) + ")";
  const bool isTrim = node.name == "trim" || node.name == "ltrim" || node.name == "rtrim";
  if (isTrim && node.children.size() == 2) {
    const std::string side = node.name == "trim" ? "BOTH" : node.name == "ltrim" ? "LEADING" : "TRAILING";
    return "TRIM(" + side + " " + argument(1) + " FROM " + argument(0) + ")";
  }
  if (node.name == "try_cast") {
    const TypePtr& type = node.children.size() == 2 ? node.child(1).type : node.type;
    return "TRY_CAST(" + argument(0) + " AS " + upperCase(sqlName(*type)) + ")";
  }
  return std::nullopt;
}

std::string writeCall(const Expr& node, TextForm form, bool withIds) {
  const auto argument = [&](size_t i) { return write(node.child(i), form, withIds); };
  const bool sql = form == TextForm::kSql;
  if (isInfix(node.name) && node.children.size() == 2) {
    const std::string symbol = node.name == "div" ? node.name : upperCase(node.name);
    return "(" + argument(0) + " " + symbol + " " + argument(1) + ")";
  }
  if (isInfix(node.name) && node.children.size() == 1) return "(" + node.name + " " + argument(0) + ")";
  if (node.name == "!=") return "(NOT (" + argument(0) + " = " + argument(1) + "))";
  if (node.name == "negative" && !sql) return "-" + argument(0);
  if (node.name == "not" && !sql) return "NOT " + argument(0);
  if (node.name == "case") return writeCase(node, form, withIds);
  if (node.name == "in") return writeIn(node, form, withIds);
  if (node.name == "like") return argument(0) + " LIKE " + argument(1);
  if (node.name == "getItem") return argument(0) + "[" + argument(1) + "]";
  if (node.name == "timestamp_literal") return sql ? "TIMESTAMP '" + argument(0) + "'" : argument(0);
  if (node.name == "getField") return argument(0) + "." + argument(1);
  if (sql) {
    if (auto written = writeSqlForm(node)) return *std::move(written);
  }
  return shownName(node.name) + "(" + (node.distinct ? (sql ? "DISTINCT " : "distinct ") : "") +
         list(node.children, form, withIds) + std::string(sql ? shownDefault(node) : "") + ")";
}

std::string writeLiteral(const arrow::Scalar& value, TextForm form) {
  if (!value.is_valid) return "NULL";
  if (value.type->id() == arrow::Type::STRING)
    return std::string(static_cast<const arrow::StringScalar&>(value).view());
  const std::string text = valueText(*valueOf(arrow::MakeArrayFromScalar(value, 1), "writing a literal"), 0);
  const auto id = value.type->id();
  if (form == TextForm::kPlan || (id != arrow::Type::DATE32 && id != arrow::Type::TIMESTAMP)) return text;
  return upperCase(sqlName(*value.type)) + " '" + text + "'";
}

// The last part of a name such as t.age; dots in backquotes are part of it.
std::string lastPart(std::string_view name) {
  size_t begin = 0;
  bool quoted = false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '`') quoted = !quoted;
    if (name[i] == '.' && !quoted) begin = i + 1;
  }
  return withoutBackquotes(name.substr(begin));
}

std::string write(const Expr& node, TextForm form, bool withIds) {
  switch (node.kind) {
    case ExprKind::kName: return withoutBackquotes(node.name);
    case ExprKind::kStar: return node.name.empty() ? "*" : node.name + ".*";
    case ExprKind::kAttribute: {
      if (!withIds) return node.name;
      const bool isLong = node.type != nullptr && node.type->id() == arrow::Type::INT64;
      return node.name + "#" + std::to_string(node.attribute) + (isLong ? "L" : "");
    }
    case ExprKind::kInput: return node.name.empty() ? "input[" + std::to_string(node.position) + "]" : node.name;
    case ExprKind::kLiteral: return writeLiteral(*node.literal, form);
    case ExprKind::kCall: return writeCall(node, form, withIds);
    case ExprKind::kCast: {
      const std::string child = write(node.child(), form, withIds);
      if (form == TextForm::kSql) return "CAST(" + child + " AS " + upperCase(sqlName(*node.type)) + ")";
      return "cast(" + child + " as " + sqlName(*node.type) + ")";
    }
    case ExprKind::kAlias: {
      const std::string child = write(node.child(), form, withIds);
      if (form == TextForm::kSql && !withIds) return child + " AS " + node.name;
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

std::string expr::text(const Expr& expression, bool withIds) { return write(expression, TextForm::kPlan, withIds); }

std::string expr::columnName(const Expr& expression) {
  if (expression.kind == ExprKind::kAlias) return expression.name;
  if (expression.kind == ExprKind::kName) return lastPart(expression.name);
  return write(expression, TextForm::kSql, false);
}

}  // namespace ferro
