#include "ferro/engine/frame/functions.h"

#include <utility>

#include "ferro/engine/sql/expression_parser.h"

namespace ferro {

namespace detail {

Column call(std::string_view function, std::vector<ExprPtr> arguments) {
  return Column(expr::call(std::string(function), std::move(arguments)));
}

Column aggregate(std::string_view function, std::vector<ExprPtr> arguments, bool distinct) {
  auto node = std::make_shared<Expr>(*expr::call(std::string(function), std::move(arguments)));
  node->distinct = distinct;
  return Column(ExprPtr(std::move(node)));
}

}  // namespace detail

namespace {

Column byOrder(std::string_view function, const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k) {
  std::vector<ExprPtr> arguments{c.expression(), order.expression()};
  if (k) arguments.push_back(Operand(*k).expression());
  return detail::aggregate(function, std::move(arguments));
}

}  // namespace

using detail::callOf;

Column col(std::string_view name) { return Column(name); }
Column lit(const Operand& value) { return Column(value.expression()); }
Column expr(std::string_view sql) { return Column(sql::parseExpression(sql)); }
Column asc(std::string_view column) { return col(column).asc(); }
Column desc(std::string_view column) { return col(column).desc(); }
Column when(const Column& condition, const Operand& value) { return callOf("case", condition, value); }

Column round(const Column& c, int scale) { return callOf("round", c, Operand(scale)); }
Column bround(const Column& c, int scale) { return callOf("bround", c, Operand(scale)); }
Column rand(int64_t seed) { return callOf("rand", Operand(seed)); }
Column monotonically_increasing_id() { return detail::call("monotonically_increasing_id", {}); }
Column spark_partition_id() { return detail::call("spark_partition_id", {}); }

Column substring(const Column& c, int position, int length) {
  return callOf("substring", c, Operand(position), Operand(length));
}
Column substring_index(const Column& c, std::string_view delimiter, int count) {
  return callOf("substring_index", c, Operand(delimiter), Operand(count));
}
Column lpad(const Column& c, int length, std::string_view pad) {
  return callOf("lpad", c, Operand(length), Operand(pad));
}
Column rpad(const Column& c, int length, std::string_view pad) {
  return callOf("rpad", c, Operand(length), Operand(pad));
}
Column repeat(const Column& c, int times) { return callOf("repeat", c, Operand(times)); }
Column instr(const Column& c, std::string_view part) { return callOf("instr", c, Operand(part)); }
Column locate(std::string_view part, const Column& c, int position) {
  return callOf("locate", Operand(part), c, Operand(position));
}
Column translate(const Column& c, std::string_view from, std::string_view to) {
  return callOf("translate", c, Operand(from), Operand(to));
}
Column split(const Column& c, std::string_view pattern, int limit) {
  return callOf("split", c, Operand(pattern), Operand(limit));
}
Column regexp_extract(const Column& c, std::string_view pattern, int group) {
  return callOf("regexp_extract", c, Operand(pattern), Operand(group));
}
Column regexp_replace(const Column& c, std::string_view pattern, std::string_view replacement) {
  return callOf("regexp_replace", c, Operand(pattern), Operand(replacement));
}
Column format_number(const Column& c, int decimals) { return callOf("format_number", c, Operand(decimals)); }

Column to_date(const Column& c) { return callOf("to_date", c); }
Column to_date(const Column& c, std::string_view format) { return callOf("to_date", c, Operand(format)); }
Column to_timestamp(const Column& c) { return callOf("to_timestamp", c); }
Column to_timestamp(const Column& c, std::string_view format) { return callOf("to_timestamp", c, Operand(format)); }
Column date_format(const Column& c, std::string_view format) { return callOf("date_format", c, Operand(format)); }
Column current_date() { return detail::call("current_date", {}); }
Column current_timestamp() { return detail::call("current_timestamp", {}); }
Column trunc(const Column& c, std::string_view unit) { return callOf("trunc", c, Operand(unit)); }
Column date_trunc(std::string_view unit, const Column& c) { return callOf("date_trunc", Operand(unit), c); }
Column unix_timestamp(const Column& c) { return callOf("unix_timestamp", c); }
Column from_unixtime(const Column& c) { return callOf("from_unixtime", c); }

Column array_join(const Column& c, std::string_view delimiter) { return callOf("array_join", c, Operand(delimiter)); }
Column sort_array(const Column& c, bool ascending) { return callOf("sort_array", c, Operand(ascending)); }

// Spark counts rows as count(1).
Column count(const ColumnOrName& c) {
  const bool rows = c.expression()->kind == ExprKind::kStar;
  return detail::aggregate("count", {rows ? Operand(1).expression() : c.expression()});
}
Column first(const ColumnOrName& c, bool ignoreNulls) {
  if (!ignoreNulls) return detail::aggregate("first", {c.expression()});
  return detail::aggregate("first", {c.expression(), expr::boolean(true)});
}
Column last(const ColumnOrName& c, bool ignoreNulls) {
  if (!ignoreNulls) return detail::aggregate("last", {c.expression()});
  return detail::aggregate("last", {c.expression(), expr::boolean(true)});
}
Column approx_count_distinct(const ColumnOrName& c, double relativeError) {
  if (relativeError == 0.05) return detail::aggregate("approx_count_distinct", {c.expression()});
  return detail::aggregate("approx_count_distinct", {c.expression(), Operand(relativeError).expression()});
}
Column max_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k) {
  return byOrder("max_by", c, order, k);
}

Column min_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k) {
  return byOrder("min_by", c, order, k);
}

Column percentile_approx(const ColumnOrName& c, double percentage, int accuracy) {
  return detail::aggregate("percentile_approx",
                           {c.expression(), Operand(percentage).expression(), Operand(accuracy).expression()});
}

}  // namespace ferro
