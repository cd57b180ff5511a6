#include "ferro/engine/frame/functions.h"

#include <utility>

#include "ferro/engine/expr/expr.h"
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

Column oneValue(std::string_view function, const ColumnOrName& c, bool ignoreNulls) {
  if (!ignoreNulls) return detail::aggregate(function, {c.expression()});
  return detail::aggregate(function, {c.expression(), expr::boolean(true)});
}

}  // namespace

using detail::callOf;

Column col(std::string_view name) { return Column(name); }
Column column(std::string_view name) { return Column(name); }
Column lit(const Operand& value) { return Column(value.expression()); }
Column expr(std::string_view sql) { return Column(sql::parseExpression(sql)); }
Column asc(std::string_view column) { return col(column).asc(); }
Column desc(std::string_view column) { return col(column).desc(); }

Column when(const Column& condition, const Operand& value) { return callOf("case", condition, value); }
Column if_(const Column& condition, const Operand& yes, const Operand& no) { return callOf("if", condition, yes, no); }
Column isnull(const ColumnOrName& c) { return callOf("isnull", c); }
Column isnotnull(const ColumnOrName& c) { return callOf("isnotnull", c); }
Column isnan(const ColumnOrName& c) { return callOf("isnan", c); }
Column nanvl(const ColumnOrName& c, const ColumnOrName& other) { return callOf("nanvl", c, other); }
Column nvl(const Column& c, const Operand& other) { return callOf("nvl", c, other); }
Column ifnull(const Column& c, const Operand& other) { return callOf("ifnull", c, other); }
Column nullif(const Column& c, const Operand& other) { return callOf("nullif", c, other); }
Column nvl2(const Column& c, const Operand& present, const Operand& missing) {
  return callOf("nvl2", c, present, missing);
}
Column between(const ColumnOrName& c, const Operand& low, const Operand& high) {
  return callOf("between", c, low, high);
}
Column not_(const ColumnOrName& c) { return callOf("not", c); }

Column abs(const ColumnOrName& c) { return callOf("abs", c); }
Column sqrt(const ColumnOrName& c) { return callOf("sqrt", c); }
Column cbrt(const ColumnOrName& c) { return callOf("cbrt", c); }
Column exp(const ColumnOrName& c) { return callOf("exp", c); }
Column expm1(const ColumnOrName& c) { return callOf("expm1", c); }
Column ln(const ColumnOrName& c) { return callOf("ln", c); }
Column log2(const ColumnOrName& c) { return callOf("log2", c); }
Column log10(const ColumnOrName& c) { return callOf("log10", c); }
Column log1p(const ColumnOrName& c) { return callOf("log1p", c); }
Column sin(const ColumnOrName& c) { return callOf("sin", c); }
Column cos(const ColumnOrName& c) { return callOf("cos", c); }
Column tan(const ColumnOrName& c) { return callOf("tan", c); }
Column cot(const ColumnOrName& c) { return callOf("cot", c); }
Column sec(const ColumnOrName& c) { return callOf("sec", c); }
Column csc(const ColumnOrName& c) { return callOf("csc", c); }
Column asin(const ColumnOrName& c) { return callOf("asin", c); }
Column acos(const ColumnOrName& c) { return callOf("acos", c); }
Column atan(const ColumnOrName& c) { return callOf("atan", c); }
Column sinh(const ColumnOrName& c) { return callOf("sinh", c); }
Column cosh(const ColumnOrName& c) { return callOf("cosh", c); }
Column tanh(const ColumnOrName& c) { return callOf("tanh", c); }
Column asinh(const ColumnOrName& c) { return callOf("asinh", c); }
Column acosh(const ColumnOrName& c) { return callOf("acosh", c); }
Column atanh(const ColumnOrName& c) { return callOf("atanh", c); }
Column degrees(const ColumnOrName& c) { return callOf("degrees", c); }
Column radians(const ColumnOrName& c) { return callOf("radians", c); }
Column signum(const ColumnOrName& c) { return callOf("signum", c); }
Column sign(const ColumnOrName& c) { return callOf("sign", c); }
Column rint(const ColumnOrName& c) { return callOf("rint", c); }
Column floor(const ColumnOrName& c) { return callOf("floor", c); }
Column ceil(const ColumnOrName& c) { return callOf("ceil", c); }
Column ceiling(const ColumnOrName& c) { return callOf("ceiling", c); }
Column factorial(const ColumnOrName& c) { return callOf("factorial", c); }
Column negative(const ColumnOrName& c) { return callOf("negative", c); }
Column positive(const ColumnOrName& c) { return callOf("positive", c); }
Column log(const ColumnOrName& c) { return callOf("ln", c); }
Column log(double base, const ColumnOrName& c) { return callOf("log", Operand(base), c); }
Column pow(const ColumnOrName& c, const ColumnOrNumber& exponent) { return callOf("power", c, exponent); }
Column power(const ColumnOrName& c, const ColumnOrNumber& exponent) { return callOf("power", c, exponent); }
Column atan2(const ColumnOrName& y, const ColumnOrNumber& x) { return callOf("atan2", y, x); }
Column hypot(const ColumnOrName& a, const ColumnOrNumber& b) { return callOf("hypot", a, b); }
Column pmod(const ColumnOrName& c, const ColumnOrNumber& divisor) { return callOf("pmod", c, divisor); }
Column mod(const ColumnOrName& c, const ColumnOrNumber& divisor) { return callOf("mod", c, divisor); }
Column div(const ColumnOrName& c, const ColumnOrNumber& divisor) { return callOf("div", c, divisor); }
Column try_add(const ColumnOrName& a, const ColumnOrNumber& b) { return callOf("try_add", a, b); }
Column try_subtract(const ColumnOrName& a, const ColumnOrNumber& b) { return callOf("try_subtract", a, b); }
Column try_multiply(const ColumnOrName& a, const ColumnOrNumber& b) { return callOf("try_multiply", a, b); }
Column try_divide(const ColumnOrName& a, const ColumnOrNumber& b) { return callOf("try_divide", a, b); }
Column try_mod(const ColumnOrName& a, const ColumnOrNumber& b) { return callOf("try_mod", a, b); }
Column round(const ColumnOrName& c, int scale) { return callOf("round", c, Operand(scale)); }
Column bround(const ColumnOrName& c, int scale) { return callOf("bround", c, Operand(scale)); }
Column rand(int64_t seed) { return callOf("rand", Operand(seed)); }
Column random(int64_t seed) { return callOf("rand", Operand(seed)); }
Column monotonically_increasing_id() { return detail::call("monotonically_increasing_id", {}); }
Column spark_partition_id() { return detail::call("spark_partition_id", {}); }

Column length(const ColumnOrName& c) { return callOf("length", c); }
Column char_length(const ColumnOrName& c) { return callOf("char_length", c); }
Column octet_length(const ColumnOrName& c) { return callOf("octet_length", c); }
Column lower(const ColumnOrName& c) { return callOf("lower", c); }
Column lcase(const ColumnOrName& c) { return callOf("lcase", c); }
Column upper(const ColumnOrName& c) { return callOf("upper", c); }
Column ucase(const ColumnOrName& c) { return callOf("ucase", c); }
Column reverse(const ColumnOrName& c) { return callOf("reverse", c); }
Column initcap(const ColumnOrName& c) { return callOf("initcap", c); }
Column ascii(const ColumnOrName& c) { return callOf("ascii", c); }
Column base64(const ColumnOrName& c) { return callOf("base64", c); }
Column unbase64(const ColumnOrName& c) { return callOf("unbase64", c); }
Column chr(const ColumnOrName& c) { return callOf("chr", c); }
Column space(const ColumnOrName& c) { return callOf("space", c); }
Column char_(const ColumnOrName& c) { return callOf("char", c); }
Column trim(const ColumnOrName& c) { return callOf("trim", c); }
Column ltrim(const ColumnOrName& c) { return callOf("ltrim", c); }
Column rtrim(const ColumnOrName& c) { return callOf("rtrim", c); }
Column btrim(const ColumnOrName& c) { return callOf("btrim", c); }
Column trim(const ColumnOrName& c, std::string_view letters) { return callOf("trim", c, Operand(letters)); }
Column ltrim(const ColumnOrName& c, std::string_view letters) { return callOf("ltrim", c, Operand(letters)); }
Column rtrim(const ColumnOrName& c, std::string_view letters) { return callOf("rtrim", c, Operand(letters)); }
Column btrim(const ColumnOrName& c, std::string_view letters) { return callOf("btrim", c, Operand(letters)); }
Column substring(const ColumnOrName& c, const ColumnOrNumber& position, const ColumnOrNumber& length) {
  return callOf("substring", c, position, length);
}
Column substr(const ColumnOrName& c, const ColumnOrNumber& position, const ColumnOrNumber& length) {
  return callOf("substr", c, position, length);
}
Column substr(const ColumnOrName& c, const ColumnOrNumber& position) { return callOf("substr", c, position); }
Column left(const ColumnOrName& c, const ColumnOrNumber& length) { return callOf("left", c, length); }
Column right(const ColumnOrName& c, const ColumnOrNumber& length) { return callOf("right", c, length); }
Column substring_index(const ColumnOrName& c, std::string_view delimiter, int count) {
  return callOf("substring_index", c, Operand(delimiter), Operand(count));
}
Column lpad(const ColumnOrName& c, const ColumnOrNumber& length, std::string_view pad) {
  return callOf("lpad", c, length, Operand(pad));
}
Column rpad(const ColumnOrName& c, const ColumnOrNumber& length, std::string_view pad) {
  return callOf("rpad", c, length, Operand(pad));
}
Column repeat(const ColumnOrName& c, const ColumnOrNumber& times) { return callOf("repeat", c, times); }
Column instr(const ColumnOrName& c, const Operand& part) { return callOf("instr", c, part); }
Column locate(std::string_view part, const ColumnOrName& c, int position) {
  return callOf("locate", Operand(part), c, Operand(position));
}
Column position(std::string_view part, const ColumnOrName& c) { return callOf("position", Operand(part), c); }
Column translate(const ColumnOrName& c, std::string_view from, std::string_view to) {
  return callOf("translate", c, Operand(from), Operand(to));
}
Column replace(const ColumnOrName& c, const Operand& part, const Operand& by) { return callOf("replace", c, part, by); }
Column replace(const ColumnOrName& c, const Operand& part) { return callOf("replace", c, part); }
Column contains(const ColumnOrName& c, const Operand& part) { return callOf("contains", c, part); }
Column startswith(const ColumnOrName& c, const Operand& part) { return callOf("startswith", c, part); }
Column endswith(const ColumnOrName& c, const Operand& part) { return callOf("endswith", c, part); }
Column like(const ColumnOrName& c, std::string_view pattern) { return callOf("like", c, Operand(pattern)); }
Column ilike(const ColumnOrName& c, std::string_view pattern) { return callOf("ilike", c, Operand(pattern)); }
Column rlike(const ColumnOrName& c, std::string_view pattern) { return callOf("rlike", c, Operand(pattern)); }
Column regexp(const ColumnOrName& c, std::string_view pattern) { return callOf("regexp", c, Operand(pattern)); }
Column regexp_like(const ColumnOrName& c, std::string_view pattern) {
  return callOf("regexp_like", c, Operand(pattern));
}
Column split(const ColumnOrName& c, std::string_view pattern, int limit) {
  return callOf("split", c, Operand(pattern), Operand(limit));
}
Column regexp_extract(const ColumnOrName& c, std::string_view pattern, int group) {
  return callOf("regexp_extract", c, Operand(pattern), Operand(group));
}
Column regexp_replace(const ColumnOrName& c, std::string_view pattern, std::string_view replacement) {
  return callOf("regexp_replace", c, Operand(pattern), Operand(replacement));
}
Column format_number(const ColumnOrName& c, int decimals) { return callOf("format_number", c, Operand(decimals)); }
Column format_number(const ColumnOrName& c, std::string_view pattern) {
  return callOf("format_number", c, Operand(pattern));
}

Column to_date(const ColumnOrName& c) { return callOf("to_date", c); }
Column to_date(const ColumnOrName& c, std::string_view format) { return callOf("to_date", c, Operand(format)); }
Column to_timestamp(const ColumnOrName& c) { return callOf("to_timestamp", c); }
Column to_timestamp(const ColumnOrName& c, std::string_view format) {
  return callOf("to_timestamp", c, Operand(format));
}
Column try_to_date(const ColumnOrName& c) { return callOf("try_to_date", c); }
Column try_to_date(const ColumnOrName& c, std::string_view format) { return callOf("try_to_date", c, Operand(format)); }
Column try_to_timestamp(const ColumnOrName& c) { return callOf("try_to_timestamp", c); }
Column try_to_timestamp(const ColumnOrName& c, std::string_view format) {
  return callOf("try_to_timestamp", c, Operand(format));
}
Column date_format(const ColumnOrName& c, std::string_view format) { return callOf("date_format", c, Operand(format)); }
Column current_date() { return detail::call("current_date", {}); }
Column current_timestamp() { return detail::call("current_timestamp", {}); }
Column now() { return detail::call("now", {}); }
Column year(const ColumnOrName& c) { return callOf("year", c); }
Column quarter(const ColumnOrName& c) { return callOf("quarter", c); }
Column month(const ColumnOrName& c) { return callOf("month", c); }
Column day(const ColumnOrName& c) { return callOf("day", c); }
Column dayofmonth(const ColumnOrName& c) { return callOf("dayofmonth", c); }
Column dayofweek(const ColumnOrName& c) { return callOf("dayofweek", c); }
Column dayofyear(const ColumnOrName& c) { return callOf("dayofyear", c); }
Column weekday(const ColumnOrName& c) { return callOf("weekday", c); }
Column weekofyear(const ColumnOrName& c) { return callOf("weekofyear", c); }
Column dayname(const ColumnOrName& c) { return callOf("dayname", c); }
Column monthname(const ColumnOrName& c) { return callOf("monthname", c); }
Column hour(const ColumnOrName& c) { return callOf("hour", c); }
Column minute(const ColumnOrName& c) { return callOf("minute", c); }
Column second(const ColumnOrName& c) { return callOf("second", c); }
Column last_day(const ColumnOrName& c) { return callOf("last_day", c); }
Column datediff(const ColumnOrName& end, const ColumnOrName& start) { return callOf("datediff", end, start); }
Column date_diff(const ColumnOrName& end, const ColumnOrName& start) { return callOf("date_diff", end, start); }
Column date_add(const ColumnOrName& c, const ColumnOrNumber& days) { return callOf("date_add", c, days); }
Column from_utc_timestamp(const ColumnOrName& c, std::string_view zone) {
  return callOf("from_utc_timestamp", c, Operand(zone));
}
Column to_utc_timestamp(const ColumnOrName& c, std::string_view zone) {
  return callOf("to_utc_timestamp", c, Operand(zone));
}
Column current_timezone() { return detail::call("current_timezone", {}); }
Column date_sub(const ColumnOrName& c, const ColumnOrNumber& days) { return callOf("date_sub", c, days); }
Column add_months(const ColumnOrName& c, const ColumnOrNumber& months) { return callOf("add_months", c, months); }
Column months_between(const ColumnOrName& a, const ColumnOrName& b) { return callOf("months_between", a, b); }
Column months_between(const ColumnOrName& a, const ColumnOrName& b, bool roundOff) {
  return callOf("months_between", a, b, Operand(roundOff));
}
Column next_day(const ColumnOrName& c, std::string_view dayOfWeek) { return callOf("next_day", c, Operand(dayOfWeek)); }
Column make_date(const ColumnOrName& year, const ColumnOrNumber& month, const ColumnOrNumber& day) {
  return callOf("make_date", year, month, day);
}
Column trunc(const ColumnOrName& c, std::string_view unit) { return callOf("trunc", c, Operand(unit)); }
Column date_trunc(std::string_view unit, const ColumnOrName& c) { return callOf("date_trunc", Operand(unit), c); }
Column unix_timestamp(const ColumnOrName& c) { return callOf("unix_timestamp", c); }
Column to_unix_timestamp(const ColumnOrName& c) { return callOf("to_unix_timestamp", c); }
Column from_unixtime(const ColumnOrName& c) { return callOf("from_unixtime", c); }
Column unix_timestamp(const ColumnOrName& c, std::string_view format) {
  return callOf("unix_timestamp", c, Operand(format));
}
Column to_unix_timestamp(const ColumnOrName& c, std::string_view format) {
  return callOf("to_unix_timestamp", c, Operand(format));
}
Column from_unixtime(const ColumnOrName& c, std::string_view format) {
  return callOf("from_unixtime", c, Operand(format));
}

Column size(const ColumnOrName& c) { return callOf("size", c); }
Column cardinality(const ColumnOrName& c) { return callOf("cardinality", c); }
Column array_size(const ColumnOrName& c) { return callOf("array_size", c); }
Column array_distinct(const ColumnOrName& c) { return callOf("array_distinct", c); }
Column array_max(const ColumnOrName& c) { return callOf("array_max", c); }
Column array_min(const ColumnOrName& c) { return callOf("array_min", c); }
Column map_keys(const ColumnOrName& c) { return callOf("map_keys", c); }
Column map_values(const ColumnOrName& c) { return callOf("map_values", c); }
Column element_at(const ColumnOrName& c, const Operand& key) { return callOf("element_at", c, key); }
Column try_element_at(const ColumnOrName& c, const Operand& key) { return callOf("try_element_at", c, key); }
Column get(const ColumnOrName& c, const ColumnOrNumber& index) { return callOf("get", c, index); }
Column array_contains(const ColumnOrName& c, const Operand& value) { return callOf("array_contains", c, value); }
Column array_position(const ColumnOrName& c, const Operand& value) { return callOf("array_position", c, value); }
Column array_join(const ColumnOrName& c, std::string_view delimiter) {
  return callOf("array_join", c, Operand(delimiter));
}
Column array_join(const ColumnOrName& c, std::string_view delimiter, std::string_view nullReplacement) {
  return callOf("array_join", c, Operand(delimiter), Operand(nullReplacement));
}
Column sort_array(const ColumnOrName& c, bool ascending) { return callOf("sort_array", c, Operand(ascending)); }
Column explode(const ColumnOrName& c) { return callOf("explode", c); }
Column explode_outer(const ColumnOrName& c) { return callOf("explode_outer", c); }
Column posexplode(const ColumnOrName& c) { return callOf("posexplode", c); }
Column posexplode_outer(const ColumnOrName& c) { return callOf("posexplode_outer", c); }

Column count_if(const ColumnOrName& condition) { return detail::aggregate("count_if", {condition.expression()}); }
Column sum_distinct(const ColumnOrName& c) { return detail::aggregate("sum", {c.expression()}, true); }
Column sum(const ColumnOrName& c) { return detail::aggregate("sum", {c.expression()}); }
Column avg(const ColumnOrName& c) { return detail::aggregate("avg", {c.expression()}); }
Column min(const ColumnOrName& c) { return detail::aggregate("min", {c.expression()}); }
Column max(const ColumnOrName& c) { return detail::aggregate("max", {c.expression()}); }
Column any_value(const ColumnOrName& c) { return detail::aggregate("any_value", {c.expression()}); }
Column mean(const ColumnOrName& c) { return detail::aggregate("avg", {c.expression()}); }
Column first(const ColumnOrName& c, bool ignoreNulls) { return oneValue("first", c, ignoreNulls); }
Column last(const ColumnOrName& c, bool ignoreNulls) { return oneValue("last", c, ignoreNulls); }
Column first_value(const ColumnOrName& c, bool ignoreNulls) { return oneValue("first_value", c, ignoreNulls); }
Column last_value(const ColumnOrName& c, bool ignoreNulls) { return oneValue("last_value", c, ignoreNulls); }
Column any(const ColumnOrName& c) { return detail::aggregate("any", {c.expression()}); }
Column some(const ColumnOrName& c) { return detail::aggregate("some", {c.expression()}); }
Column every(const ColumnOrName& c) { return detail::aggregate("every", {c.expression()}); }
Column bool_and(const ColumnOrName& c) { return detail::aggregate("bool_and", {c.expression()}); }
Column bool_or(const ColumnOrName& c) { return detail::aggregate("bool_or", {c.expression()}); }
Column stddev(const ColumnOrName& c) { return detail::aggregate("stddev", {c.expression()}); }
Column stddev_samp(const ColumnOrName& c) { return detail::aggregate("stddev_samp", {c.expression()}); }
Column stddev_pop(const ColumnOrName& c) { return detail::aggregate("stddev_pop", {c.expression()}); }
Column variance(const ColumnOrName& c) { return detail::aggregate("variance", {c.expression()}); }
Column var_samp(const ColumnOrName& c) { return detail::aggregate("var_samp", {c.expression()}); }
Column var_pop(const ColumnOrName& c) { return detail::aggregate("var_pop", {c.expression()}); }
Column skewness(const ColumnOrName& c) { return detail::aggregate("skewness", {c.expression()}); }
Column kurtosis(const ColumnOrName& c) { return detail::aggregate("kurtosis", {c.expression()}); }
Column median(const ColumnOrName& c) { return detail::aggregate("median", {c.expression()}); }
Column collect_list(const ColumnOrName& c) { return detail::aggregate("collect_list", {c.expression()}); }
Column collect_set(const ColumnOrName& c) { return detail::aggregate("collect_set", {c.expression()}); }
Column array_agg(const ColumnOrName& c) { return detail::aggregate("array_agg", {c.expression()}); }
Column max_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k) {
  return byOrder("max_by", c, order, k);
}
Column min_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k) {
  return byOrder("min_by", c, order, k);
}
Column corr(const ColumnOrName& a, const ColumnOrName& b) {
  return detail::aggregate("corr", {a.expression(), b.expression()});
}
Column covar_samp(const ColumnOrName& a, const ColumnOrName& b) {
  return detail::aggregate("covar_samp", {a.expression(), b.expression()});
}
Column covar_pop(const ColumnOrName& a, const ColumnOrName& b) {
  return detail::aggregate("covar_pop", {a.expression(), b.expression()});
}
Column percentile(const ColumnOrName& c, double percentage) {
  return detail::aggregate("percentile", {c.expression(), Operand(percentage).expression()});
}
Column percentile_approx(const ColumnOrName& c, double percentage, int accuracy) {
  return detail::aggregate("percentile_approx",
                           {c.expression(), Operand(percentage).expression(), Operand(accuracy).expression()});
}
Column approx_percentile(const ColumnOrName& c, double percentage, int accuracy) {
  return detail::aggregate("approx_percentile",
                           {c.expression(), Operand(percentage).expression(), Operand(accuracy).expression()});
}

// Spark counts rows as count(1).
Column count(const ColumnOrName& c) {
  const bool rows = c.expression()->kind == ExprKind::kStar;
  return detail::aggregate("count", {rows ? Operand(1).expression() : c.expression()});
}
Column approx_count_distinct(const ColumnOrName& c, double relativeError) {
  if (relativeError == 0.05) return detail::aggregate("approx_count_distinct", {c.expression()});
  return detail::aggregate("approx_count_distinct", {c.expression(), Operand(relativeError).expression()});
}

}  // namespace ferro
