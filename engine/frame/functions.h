// The functions that Spark's users know, by their names, for use with DataFrames: `using namespace ferro`. Each only
// builds an expression; what it means is in expr/ (one row) and exec/ (aggregates). Aggregates take a column or its
// name, as in Spark. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/frame/column.h"

namespace ferro {

namespace detail {

Column call(std::string_view function, std::vector<ExprPtr> arguments);
Column aggregate(std::string_view function, std::vector<ExprPtr> arguments, bool distinct = false);

template <class... Arguments>
Column callOf(std::string_view function, const Arguments&... arguments) {
  return call(function, {arguments.expression()...});
}

}  // namespace detail

// A column by its name; a qualifier may stand in front: `t.age`; names with dots stand in `backquotes`.
Column col(std::string_view name);
inline Column column(std::string_view name) { return col(name); }
// A value that is the same in every row.
Column lit(const Operand& value);
// The library's compiler warns that a function may share its name with the struct of expr.h; that is meant.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
// A column from SQL text: `age + 1 AS next`, `sum(x)`, `CASE WHEN a > 1 THEN 'many' END`.
Column expr(std::string_view sql);
#pragma GCC diagnostic pop
// Any function by its name.
template <class... Arguments>
Column call_function(std::string_view name, const Arguments&... arguments) {
  return detail::call(name, {Operand(arguments).expression()...});
}

// --- order ---
Column asc(std::string_view column);
Column desc(std::string_view column);

// --- conditions ---
Column when(const Column& condition, const Operand& value);
inline Column isnull(const Column& c) { return c.isNull(); }
inline Column isnotnull(const Column& c) { return c.isNotNull(); }
inline Column isnan(const Column& c) { return c.isNaN(); }
inline Column nanvl(const Column& a, const Column& b) { return detail::callOf("nanvl", a, b); }
inline Column nvl(const Column& a, const Operand& b) { return detail::callOf("nvl", a, b); }
inline Column ifnull(const Column& a, const Operand& b) { return detail::callOf("ifnull", a, b); }
inline Column nullif(const Column& a, const Operand& b) { return detail::callOf("nullif", a, b); }
template <class... Columns>
Column coalesce(const Column& first, const Columns&... others) {
  return detail::callOf("coalesce", first, Operand(others)...);
}
template <class... Columns>
Column greatest(const Column& first, const Columns&... others) {
  return detail::callOf("greatest", first, Operand(others)...);
}
template <class... Columns>
Column least(const Column& first, const Columns&... others) {
  return detail::callOf("least", first, Operand(others)...);
}
inline Column not_(const Column& c) { return !c; }

// --- numbers ---
inline Column abs(const Column& c) { return detail::callOf("abs", c); }
inline Column sqrt(const Column& c) { return detail::callOf("sqrt", c); }
inline Column cbrt(const Column& c) { return detail::callOf("cbrt", c); }
inline Column exp(const Column& c) { return detail::callOf("exp", c); }
inline Column expm1(const Column& c) { return detail::callOf("expm1", c); }
inline Column log(const Column& c) { return detail::callOf("ln", c); }
inline Column log2(const Column& c) { return detail::callOf("log2", c); }
inline Column log10(const Column& c) { return detail::callOf("log10", c); }
inline Column log1p(const Column& c) { return detail::callOf("log1p", c); }
inline Column pow(const Column& c, const Operand& power) { return detail::callOf("power", c, power); }
inline Column sin(const Column& c) { return detail::callOf("sin", c); }
inline Column cos(const Column& c) { return detail::callOf("cos", c); }
inline Column tan(const Column& c) { return detail::callOf("tan", c); }
inline Column asin(const Column& c) { return detail::callOf("asin", c); }
inline Column acos(const Column& c) { return detail::callOf("acos", c); }
inline Column atan(const Column& c) { return detail::callOf("atan", c); }
inline Column atan2(const Column& y, const Operand& x) { return detail::callOf("atan2", y, x); }
inline Column degrees(const Column& c) { return detail::callOf("degrees", c); }
inline Column radians(const Column& c) { return detail::callOf("radians", c); }
inline Column signum(const Column& c) { return detail::callOf("signum", c); }
inline Column floor(const Column& c) { return detail::callOf("floor", c); }
inline Column ceil(const Column& c) { return detail::callOf("ceil", c); }
inline Column pmod(const Column& c, const Operand& divisor) { return detail::callOf("pmod", c, divisor); }
// Half away from zero; bround half to even.
Column round(const Column& c, int scale = 0);
Column bround(const Column& c, int scale = 0);
// Uniform in [0, 1), the same values as Spark's for the same seed and partitions.
Column rand(int64_t seed);
template <class... Columns>
Column hash(const Columns&... columns) {
  return detail::callOf("hash", columns...);
}
template <class... Columns>
Column xxhash64(const Columns&... columns) {
  return detail::callOf("xxhash64", columns...);
}
Column monotonically_increasing_id();
Column spark_partition_id();

// --- text ---
inline Column length(const Column& c) { return detail::callOf("length", c); }
inline Column lower(const Column& c) { return detail::callOf("lower", c); }
inline Column upper(const Column& c) { return detail::callOf("upper", c); }
inline Column trim(const Column& c) { return detail::callOf("trim", c); }
inline Column ltrim(const Column& c) { return detail::callOf("ltrim", c); }
inline Column rtrim(const Column& c) { return detail::callOf("rtrim", c); }
inline Column reverse(const Column& c) { return detail::callOf("reverse", c); }
inline Column initcap(const Column& c) { return detail::callOf("initcap", c); }
inline Column ascii(const Column& c) { return detail::callOf("ascii", c); }
inline Column base64(const Column& c) { return detail::callOf("base64", c); }
inline Column unbase64(const Column& c) { return detail::callOf("unbase64", c); }
template <class... Columns>
Column concat(const Columns&... columns) {
  return detail::callOf("concat", columns...);
}
template <class... Columns>
Column concat_ws(std::string_view separator, const Columns&... columns) {
  return detail::callOf("concat_ws", Operand(separator), columns...);
}
Column substring(const Column& c, int position, int length);
Column substring_index(const Column& c, std::string_view delimiter, int count);
Column lpad(const Column& c, int length, std::string_view pad);
Column rpad(const Column& c, int length, std::string_view pad);
Column repeat(const Column& c, int times);
Column instr(const Column& c, std::string_view part);
Column locate(std::string_view part, const Column& c, int position = 1);
Column translate(const Column& c, std::string_view from, std::string_view to);
Column split(const Column& c, std::string_view pattern, int limit = -1);
Column regexp_extract(const Column& c, std::string_view pattern, int group);
Column regexp_replace(const Column& c, std::string_view pattern, std::string_view replacement);
Column format_number(const Column& c, int decimals);

// --- dates ---
Column to_date(const Column& c);
Column to_date(const Column& c, std::string_view format);
Column to_timestamp(const Column& c);
Column to_timestamp(const Column& c, std::string_view format);
Column date_format(const Column& c, std::string_view format);
Column current_date();
Column current_timestamp();
inline Column year(const Column& c) { return detail::callOf("year", c); }
inline Column quarter(const Column& c) { return detail::callOf("quarter", c); }
inline Column month(const Column& c) { return detail::callOf("month", c); }
inline Column dayofmonth(const Column& c) { return detail::callOf("dayofmonth", c); }
inline Column dayofweek(const Column& c) { return detail::callOf("dayofweek", c); }
inline Column dayofyear(const Column& c) { return detail::callOf("dayofyear", c); }
inline Column weekofyear(const Column& c) { return detail::callOf("weekofyear", c); }
inline Column hour(const Column& c) { return detail::callOf("hour", c); }
inline Column minute(const Column& c) { return detail::callOf("minute", c); }
inline Column second(const Column& c) { return detail::callOf("second", c); }
inline Column last_day(const Column& c) { return detail::callOf("last_day", c); }
inline Column datediff(const Column& end, const Column& start) { return detail::callOf("datediff", end, start); }
inline Column date_add(const Column& c, const Operand& days) { return detail::callOf("date_add", c, days); }
inline Column date_sub(const Column& c, const Operand& days) { return detail::callOf("date_sub", c, days); }
inline Column add_months(const Column& c, const Operand& months) { return detail::callOf("add_months", c, months); }
inline Column months_between(const Column& a, const Column& b) { return detail::callOf("months_between", a, b); }
Column trunc(const Column& c, std::string_view unit);
Column date_trunc(std::string_view unit, const Column& c);
Column unix_timestamp(const Column& c);
Column from_unixtime(const Column& c);

// --- arrays, maps, structs ---
template <class... Columns>
Column array(const Columns&... columns) {
  return detail::callOf("array", columns...);
}
template <class... Columns>
Column map(const Columns&... columns) {
  return detail::callOf("map", columns...);
}
// Named by their columns.
template <class... Columns>
Column struct_(const Columns&... columns) {
  return detail::callOf("struct", ColumnOrName(columns)...);
}
inline Column size(const Column& c) { return detail::callOf("size", c); }
inline Column element_at(const Column& c, const Operand& key) { return detail::callOf("element_at", c, key); }
inline Column array_contains(const Column& c, const Operand& value) {
  return detail::callOf("array_contains", c, value);
}
inline Column array_distinct(const Column& c) { return detail::callOf("array_distinct", c); }
Column array_join(const Column& c, std::string_view delimiter);
Column sort_array(const Column& c, bool ascending = true);
inline Column map_keys(const Column& c) { return detail::callOf("map_keys", c); }
inline Column map_values(const Column& c) { return detail::callOf("map_values", c); }
// One row for each element; the outer ones give a row of nulls for an empty or null array, pos ones the position too.
inline Column explode(const Column& c) { return detail::callOf("explode", c); }
inline Column explode_outer(const Column& c) { return detail::callOf("explode_outer", c); }
inline Column posexplode(const Column& c) { return detail::callOf("posexplode", c); }
inline Column posexplode_outer(const Column& c) { return detail::callOf("posexplode_outer", c); }

// --- aggregates ---
Column count(const ColumnOrName& c);  // "*" counts rows
template <class... Columns>
Column countDistinct(const ColumnOrName& first, const Columns&... others) {
  return detail::aggregate("count", {first.expression(), ColumnOrName(others).expression()...}, true);
}
template <class... Columns>
Column count_distinct(const Column& first, const Columns&... others) {
  return countDistinct(first, others...);
}
inline Column sum(const ColumnOrName& c) { return detail::aggregate("sum", {c.expression()}); }
inline Column sum_distinct(const Column& c) { return detail::aggregate("sum", {c.expression()}, true); }
inline Column avg(const ColumnOrName& c) { return detail::aggregate("avg", {c.expression()}); }
inline Column mean(const ColumnOrName& c) { return avg(c); }
inline Column min(const ColumnOrName& c) { return detail::aggregate("min", {c.expression()}); }
inline Column max(const ColumnOrName& c) { return detail::aggregate("max", {c.expression()}); }
Column first(const ColumnOrName& c, bool ignoreNulls = false);
Column last(const ColumnOrName& c, bool ignoreNulls = false);
inline Column stddev(const ColumnOrName& c) { return detail::aggregate("stddev", {c.expression()}); }
inline Column stddev_samp(const ColumnOrName& c) { return detail::aggregate("stddev_samp", {c.expression()}); }
inline Column stddev_pop(const ColumnOrName& c) { return detail::aggregate("stddev_pop", {c.expression()}); }
inline Column variance(const ColumnOrName& c) { return detail::aggregate("variance", {c.expression()}); }
inline Column var_samp(const ColumnOrName& c) { return detail::aggregate("var_samp", {c.expression()}); }
inline Column var_pop(const ColumnOrName& c) { return detail::aggregate("var_pop", {c.expression()}); }
inline Column skewness(const ColumnOrName& c) { return detail::aggregate("skewness", {c.expression()}); }
inline Column kurtosis(const ColumnOrName& c) { return detail::aggregate("kurtosis", {c.expression()}); }
inline Column median(const ColumnOrName& c) { return detail::aggregate("median", {c.expression()}); }
// The value of the row whose `order` is largest or smallest; with k, an array of the values of k rows, best first.
Column max_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k = std::nullopt);
Column min_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k = std::nullopt);
inline Column collect_list(const ColumnOrName& c) { return detail::aggregate("collect_list", {c.expression()}); }
inline Column collect_set(const ColumnOrName& c) { return detail::aggregate("collect_set", {c.expression()}); }
inline Column corr(const ColumnOrName& a, const ColumnOrName& b) {
  return detail::aggregate("corr", {a.expression(), b.expression()});
}
inline Column covar_samp(const ColumnOrName& a, const ColumnOrName& b) {
  return detail::aggregate("covar_samp", {a.expression(), b.expression()});
}
inline Column covar_pop(const ColumnOrName& a, const ColumnOrName& b) {
  return detail::aggregate("covar_pop", {a.expression(), b.expression()});
}
Column approx_count_distinct(const ColumnOrName& c, double relativeError = 0.05);
Column percentile_approx(const ColumnOrName& c, double percentage, int accuracy = 10'000);

}  // namespace ferro
