#include "ferro/engine/frame/column.h"

#include <ostream>

#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/expr.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace {

Column call(const char* function, std::vector<ExprPtr> arguments) {
  return Column(expr::call(function, std::move(arguments)));
}

Column binary(const char* function, const Operand& a, const Operand& b) {
  return call(function, {a.expression(), b.expression()});
}

ExprPtr textLiteral(std::string_view text) {
  return expr::literal(std::make_shared<arrow::StringScalar>(std::string(text)));
}

// `t.*` stands for the columns of t.
ExprPtr named(std::string_view name) {
  if (name == "*") return expr::star();
  if (name.ends_with(".*")) return expr::star(std::string(name.substr(0, name.size() - 2)));
  return expr::name(std::string(name));
}

bool isOpenCase(const Expr& node) {
  return node.kind == ExprKind::kCall && node.name == "case" && node.children.size() % 2 == 0;
}

}  // namespace

Column::Column(std::string_view name) : expression_(named(name)) {}

Column Column::as(std::string name) const { return Column(expr::alias(expression_, std::move(name))); }
Column Column::as(std::string name, std::string metadata) const {
  auto named = std::make_shared<Expr>(*expr::alias(expression_, std::move(name)));
  named->metadata = std::make_shared<const std::string>(std::move(metadata));
  return Column(ExprPtr(std::move(named)));
}

Column Column::cast(std::string_view type) const { return cast(parseType(type)); }
Column Column::cast(const TypePtr& type) const { return Column(expr::cast(expression_, type)); }
Column Column::try_cast(std::string_view type) const {
  return call("try_cast", {expression_, expr::null(parseType(type))});
}

Column Column::asc() const { return Column(expr::sortKey(expression_, false, true)); }
Column Column::asc_nulls_last() const { return Column(expr::sortKey(expression_, false, false)); }
Column Column::desc() const { return Column(expr::sortKey(expression_, true, false)); }
Column Column::desc_nulls_first() const { return Column(expr::sortKey(expression_, true, true)); }

Column Column::isNull() const { return call("isnull", {expression_}); }
Column Column::isNotNull() const { return call("isnotnull", {expression_}); }
Column Column::isNaN() const { return call("isnan", {expression_}); }
Column Column::eqNullSafe(const Operand& other) const { return binary("<=>", *this, other); }

Column Column::between(const Operand& low, const Operand& high) const { return *this >= low && *this <= high; }

Column Column::isInList(std::vector<ExprPtr> values) const {
  values.insert(values.begin(), expression_);
  return call("in", std::move(values));
}

Column Column::isin(std::initializer_list<Operand> values) const {
  std::vector<ExprPtr> list;
  for (const Operand& value : values) list.push_back(value.expression());
  return isInList(std::move(list));
}

Column Column::like(std::string_view pattern) const { return call("like", {expression_, textLiteral(pattern)}); }
Column Column::ilike(std::string_view pattern) const { return call("ilike", {expression_, textLiteral(pattern)}); }
Column Column::rlike(std::string_view pattern) const { return call("rlike", {expression_, textLiteral(pattern)}); }
Column Column::startsWith(const Operand& prefix) const { return binary("startswith", *this, prefix); }
Column Column::endsWith(const Operand& suffix) const { return binary("endswith", *this, suffix); }
Column Column::contains(const Operand& part) const { return binary("contains", *this, part); }
Column Column::substr(const Operand& start, const Operand& length) const {
  return call("substr", {expression_, start.expression(), length.expression()});
}

Column Column::getItem(const Operand& key) const { return binary("getItem", *this, key); }
Column Column::getField(std::string_view field) const { return call("getField", {expression_, textLiteral(field)}); }

Column Column::when(const Column& condition, const Operand& value) const {
  if (!isOpenCase(*expression_)) {
    throw Error(ErrorCode::kInvalidArgument, "when() goes on from a column that when() began, before otherwise()");
  }
  auto parts = expression_->children;
  parts.push_back(condition.expression());
  parts.push_back(value.expression());
  return call("case", std::move(parts));
}

Column Column::otherwise(const Operand& value) const {
  if (!isOpenCase(*expression_)) {
    throw Error(ErrorCode::kInvalidArgument, "otherwise() ends a column that when() began, and only once");
  }
  auto parts = expression_->children;
  parts.push_back(value.expression());
  return call("case", std::move(parts));
}

Column operator+(const Operand& a, const Operand& b) { return binary("+", a, b); }
Column operator-(const Operand& a, const Operand& b) { return binary("-", a, b); }
Column operator*(const Operand& a, const Operand& b) { return binary("*", a, b); }
Column operator/(const Operand& a, const Operand& b) { return binary("/", a, b); }
Column operator%(const Operand& a, const Operand& b) { return binary("%", a, b); }
Column operator==(const Operand& a, const Operand& b) { return binary("=", a, b); }
Column operator!=(const Operand& a, const Operand& b) { return call("not", {binary("=", a, b).expression()}); }
Column operator<(const Operand& a, const Operand& b) { return binary("<", a, b); }
Column operator<=(const Operand& a, const Operand& b) { return binary("<=", a, b); }
Column operator>(const Operand& a, const Operand& b) { return binary(">", a, b); }
Column operator>=(const Operand& a, const Operand& b) { return binary(">=", a, b); }
Column operator&&(const Operand& a, const Operand& b) { return binary("and", a, b); }
Column operator||(const Operand& a, const Operand& b) { return binary("or", a, b); }
Column Column::operator!() const { return call("not", {expression_}); }
Column Column::operator-() const { return call("negative", {expression_}); }

Operand::Operand(bool value) : expression_(expr::boolean(value)) {}
Operand::Operand(double value) : expression_(expr::literal(std::make_shared<arrow::DoubleScalar>(value))) {}
Operand::Operand(float value) : expression_(expr::literal(std::make_shared<arrow::FloatScalar>(value))) {}
Operand::Operand(std::string_view value) : expression_(textLiteral(value)) {}
Operand::Operand(std::nullptr_t) : expression_(expr::null(arrow::null())) {}
Operand::Operand(std::shared_ptr<arrow::Scalar> value) : expression_(expr::literal(std::move(value))) {}
Operand::Operand(int64_t value, bool isLong)
    : expression_(isLong ? expr::literal(std::make_shared<arrow::Int64Scalar>(value))
                         : expr::literal(std::make_shared<arrow::Int32Scalar>(static_cast<int32_t>(value)))) {}

std::ostream& operator<<(std::ostream& out, const Column& column) {
  return out << expr::columnName(*column.expression());
}

}  // namespace ferro
