// The functions that Spark's users know, by their names, for use with DataFrames: `using namespace ferro`. Each only
// builds an expression; what it means is in expr/ (one row) and exec/ (aggregates). Text that is given for a column is
// its name, as in Spark: lower("name") is lower(col("name")), and lit("name") is the text itself. Text that
// is given for a pattern, a format or a value to look for is that value. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <optional>
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
Column column(std::string_view name);
// A value that is the same in every row.
Column lit(const Operand& value);
// The library's compiler warns that a function may share its name with the struct of expr.h; that is meant.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
// A column from SQL text: `age + 1 AS next`, `sum(x)`, `CASE WHEN a > 1 THEN 'many' END`.
Column expr(std::string_view sql);
#pragma GCC diagnostic pop
// Any function by its name; text is a value here.
template <class... Arguments>
Column call_function(std::string_view name, const Arguments&... arguments) {
  return detail::call(name, {Operand(arguments).expression()...});
}

// --- order ---
Column asc(std::string_view column);
Column desc(std::string_view column);

// --- conditions ---
Column when(const Column& condition, const Operand& value);
Column if_(const Column& condition, const Operand& yes, const Operand& no);
Column isnull(const ColumnOrName& c);
Column isnotnull(const ColumnOrName& c);
Column isnan(const ColumnOrName& c);
Column nanvl(const ColumnOrName& c, const ColumnOrName& other);
Column nvl(const Column& c, const Operand& other);
Column ifnull(const Column& c, const Operand& other);
Column nullif(const Column& c, const Operand& other);
Column nvl2(const Column& c, const Operand& present, const Operand& missing);
// After a column text is a value: coalesce(col("city"), "none"); after a name it is a name: coalesce("city", "town").
template <class... Columns>
Column coalesce(const Column& first, const Columns&... others) {
  return detail::callOf("coalesce", first, Operand(others)...);
}
template <class... Columns>
Column coalesce(std::string_view first, const Columns&... others) {
  return detail::callOf("coalesce", ColumnOrName(first), ColumnOrName(others)...);
}
template <class... Columns>
Column greatest(const Column& first, const Columns&... others) {
  return detail::callOf("greatest", first, Operand(others)...);
}
template <class... Columns>
Column greatest(std::string_view first, const Columns&... others) {
  return detail::callOf("greatest", ColumnOrName(first), ColumnOrName(others)...);
}
template <class... Columns>
Column least(const Column& first, const Columns&... others) {
  return detail::callOf("least", first, Operand(others)...);
}
template <class... Columns>
Column least(std::string_view first, const Columns&... others) {
  return detail::callOf("least", ColumnOrName(first), ColumnOrName(others)...);
}
Column between(const ColumnOrName& c, const Operand& low, const Operand& high);
Column not_(const ColumnOrName& c);

// --- numbers ---
Column abs(const ColumnOrName& c);
Column sqrt(const ColumnOrName& c);
Column cbrt(const ColumnOrName& c);
Column exp(const ColumnOrName& c);
Column expm1(const ColumnOrName& c);
Column ln(const ColumnOrName& c);
Column log2(const ColumnOrName& c);
Column log10(const ColumnOrName& c);
Column log1p(const ColumnOrName& c);
Column sin(const ColumnOrName& c);
Column cos(const ColumnOrName& c);
Column tan(const ColumnOrName& c);
Column cot(const ColumnOrName& c);
Column sec(const ColumnOrName& c);
Column csc(const ColumnOrName& c);
Column asin(const ColumnOrName& c);
Column acos(const ColumnOrName& c);
Column atan(const ColumnOrName& c);
Column sinh(const ColumnOrName& c);
Column cosh(const ColumnOrName& c);
Column tanh(const ColumnOrName& c);
Column asinh(const ColumnOrName& c);
Column acosh(const ColumnOrName& c);
Column atanh(const ColumnOrName& c);
Column degrees(const ColumnOrName& c);
Column radians(const ColumnOrName& c);
Column signum(const ColumnOrName& c);
Column sign(const ColumnOrName& c);
Column rint(const ColumnOrName& c);
Column floor(const ColumnOrName& c);
Column ceil(const ColumnOrName& c);
Column ceiling(const ColumnOrName& c);
Column factorial(const ColumnOrName& c);
Column negative(const ColumnOrName& c);
Column positive(const ColumnOrName& c);
// The natural logarithm, or the one to a base.
Column log(const ColumnOrName& c);
Column log(double base, const ColumnOrName& c);
Column pow(const ColumnOrName& c, const ColumnOrNumber& exponent);
Column power(const ColumnOrName& c, const ColumnOrNumber& exponent);
Column atan2(const ColumnOrName& y, const ColumnOrNumber& x);
Column hypot(const ColumnOrName& a, const ColumnOrNumber& b);
Column pmod(const ColumnOrName& c, const ColumnOrNumber& divisor);
Column mod(const ColumnOrName& c, const ColumnOrNumber& divisor);
Column div(const ColumnOrName& c, const ColumnOrNumber& divisor);
// Null where + - * / % and element_at would be an error.
Column try_add(const ColumnOrName& a, const ColumnOrNumber& b);
Column try_subtract(const ColumnOrName& a, const ColumnOrNumber& b);
Column try_multiply(const ColumnOrName& a, const ColumnOrNumber& b);
Column try_divide(const ColumnOrName& a, const ColumnOrNumber& b);
Column try_mod(const ColumnOrName& a, const ColumnOrNumber& b);
// Half away from zero; bround half to even.
Column round(const ColumnOrName& c, int scale = 0);
Column bround(const ColumnOrName& c, int scale = 0);
// Uniform in [0, 1), the same values as Spark's for the same seed and partitions.
Column rand(int64_t seed);
Column random(int64_t seed);
template <class... Columns>
Column hash(const Columns&... columns) {
  return detail::callOf("hash", ColumnOrName(columns)...);
}
template <class... Columns>
Column xxhash64(const Columns&... columns) {
  return detail::callOf("xxhash64", ColumnOrName(columns)...);
}
Column monotonically_increasing_id();
Column spark_partition_id();

// --- text ---
Column length(const ColumnOrName& c);
Column char_length(const ColumnOrName& c);
Column octet_length(const ColumnOrName& c);
Column lower(const ColumnOrName& c);
Column lcase(const ColumnOrName& c);
Column upper(const ColumnOrName& c);
Column ucase(const ColumnOrName& c);
Column reverse(const ColumnOrName& c);
Column initcap(const ColumnOrName& c);
Column ascii(const ColumnOrName& c);
Column base64(const ColumnOrName& c);
Column unbase64(const ColumnOrName& c);
Column chr(const ColumnOrName& c);
Column space(const ColumnOrName& c);
Column char_(const ColumnOrName& c);
Column trim(const ColumnOrName& c);
Column ltrim(const ColumnOrName& c);
Column rtrim(const ColumnOrName& c);
Column btrim(const ColumnOrName& c);
Column trim(const ColumnOrName& c, std::string_view letters);
Column ltrim(const ColumnOrName& c, std::string_view letters);
Column rtrim(const ColumnOrName& c, std::string_view letters);
Column btrim(const ColumnOrName& c, std::string_view letters);
template <class... Columns>
Column concat(const Columns&... columns) {
  return detail::callOf("concat", ColumnOrName(columns)...);
}
template <class... Columns>
Column concat_ws(std::string_view separator, const Columns&... columns) {
  return detail::callOf("concat_ws", Operand(separator), ColumnOrName(columns)...);
}
Column substring(const ColumnOrName& c, const ColumnOrNumber& position, const ColumnOrNumber& length);
Column substr(const ColumnOrName& c, const ColumnOrNumber& position, const ColumnOrNumber& length);
Column substr(const ColumnOrName& c, const ColumnOrNumber& position);
Column left(const ColumnOrName& c, const ColumnOrNumber& length);
Column right(const ColumnOrName& c, const ColumnOrNumber& length);
Column substring_index(const ColumnOrName& c, std::string_view delimiter, int count);
Column lpad(const ColumnOrName& c, const ColumnOrNumber& length, std::string_view pad);
Column rpad(const ColumnOrName& c, const ColumnOrNumber& length, std::string_view pad);
Column repeat(const ColumnOrName& c, const ColumnOrNumber& times);
Column instr(const ColumnOrName& c, const Operand& part);
Column locate(std::string_view part, const ColumnOrName& c, int position = 1);
Column position(std::string_view part, const ColumnOrName& c);
Column translate(const ColumnOrName& c, std::string_view from, std::string_view to);
Column replace(const ColumnOrName& c, const Operand& part, const Operand& by);
Column replace(const ColumnOrName& c, const Operand& part);
Column contains(const ColumnOrName& c, const Operand& part);
Column startswith(const ColumnOrName& c, const Operand& part);
Column endswith(const ColumnOrName& c, const Operand& part);
Column like(const ColumnOrName& c, std::string_view pattern);
Column ilike(const ColumnOrName& c, std::string_view pattern);
Column rlike(const ColumnOrName& c, std::string_view pattern);
Column regexp(const ColumnOrName& c, std::string_view pattern);
Column regexp_like(const ColumnOrName& c, std::string_view pattern);
Column split(const ColumnOrName& c, std::string_view pattern, int limit = -1);
Column regexp_extract(const ColumnOrName& c, std::string_view pattern, int group = 1);
Column regexp_replace(const ColumnOrName& c, std::string_view pattern, std::string_view replacement);
Column format_number(const ColumnOrName& c, int decimals);
// By a pattern of Java's DecimalFormat: "#,##0.00".
Column format_number(const ColumnOrName& c, std::string_view pattern);

// --- dates ---
Column to_date(const ColumnOrName& c);
Column to_date(const ColumnOrName& c, std::string_view format);
Column to_timestamp(const ColumnOrName& c);
Column to_timestamp(const ColumnOrName& c, std::string_view format);
Column try_to_date(const ColumnOrName& c);
Column try_to_date(const ColumnOrName& c, std::string_view format);
Column try_to_timestamp(const ColumnOrName& c);
Column try_to_timestamp(const ColumnOrName& c, std::string_view format);
Column date_format(const ColumnOrName& c, std::string_view format);
Column current_date();
Column current_timestamp();
Column now();
Column year(const ColumnOrName& c);
Column quarter(const ColumnOrName& c);
Column month(const ColumnOrName& c);
Column day(const ColumnOrName& c);
Column dayofmonth(const ColumnOrName& c);
Column dayofweek(const ColumnOrName& c);
Column dayofyear(const ColumnOrName& c);
Column weekday(const ColumnOrName& c);
Column weekofyear(const ColumnOrName& c);
Column dayname(const ColumnOrName& c);
Column monthname(const ColumnOrName& c);
Column hour(const ColumnOrName& c);
Column minute(const ColumnOrName& c);
Column second(const ColumnOrName& c);
Column last_day(const ColumnOrName& c);
Column datediff(const ColumnOrName& end, const ColumnOrName& start);
Column date_diff(const ColumnOrName& end, const ColumnOrName& start);
Column date_add(const ColumnOrName& c, const ColumnOrNumber& days);
// What a clock in UTC shows, as what one in the zone (`Europe/Berlin`, `+01:00`) shows at that time; and back.
Column from_utc_timestamp(const ColumnOrName& c, std::string_view zone);
Column to_utc_timestamp(const ColumnOrName& c, std::string_view zone);
Column current_timezone();
Column date_sub(const ColumnOrName& c, const ColumnOrNumber& days);
Column add_months(const ColumnOrName& c, const ColumnOrNumber& months);
Column months_between(const ColumnOrName& a, const ColumnOrName& b);
Column months_between(const ColumnOrName& a, const ColumnOrName& b, bool roundOff);
Column next_day(const ColumnOrName& c, std::string_view dayOfWeek);
Column make_date(const ColumnOrName& year, const ColumnOrNumber& month, const ColumnOrNumber& day);
Column trunc(const ColumnOrName& c, std::string_view unit);
Column date_trunc(std::string_view unit, const ColumnOrName& c);
Column unix_timestamp(const ColumnOrName& c);
Column to_unix_timestamp(const ColumnOrName& c);
Column from_unixtime(const ColumnOrName& c);
Column unix_timestamp(const ColumnOrName& c, std::string_view format);
Column to_unix_timestamp(const ColumnOrName& c, std::string_view format);
Column from_unixtime(const ColumnOrName& c, std::string_view format);

// --- arrays, maps, structs ---
template <class... Columns>
Column array(const Columns&... columns) {
  return detail::callOf("array", ColumnOrName(columns)...);
}
template <class... Columns>
Column map(const Columns&... columns) {
  return detail::callOf("map", ColumnOrName(columns)...);
}
// Named by their columns.
template <class... Columns>
Column struct_(const Columns&... columns) {
  return detail::callOf("struct", ColumnOrName(columns)...);
}
// Names and values in turn: named_struct("a", col("x"), "b", 1).
template <class... Columns>
Column named_struct(const Columns&... columns) {
  return detail::callOf("named_struct", Operand(columns)...);
}
Column size(const ColumnOrName& c);
Column cardinality(const ColumnOrName& c);
Column array_size(const ColumnOrName& c);
Column array_distinct(const ColumnOrName& c);
Column array_max(const ColumnOrName& c);
Column array_min(const ColumnOrName& c);
Column map_keys(const ColumnOrName& c);
Column map_values(const ColumnOrName& c);
// Counted from 1, from the end for negative numbers; get() counts from 0 and is null beyond the ends.
Column element_at(const ColumnOrName& c, const Operand& key);
Column try_element_at(const ColumnOrName& c, const Operand& key);
Column get(const ColumnOrName& c, const ColumnOrNumber& index);
Column array_contains(const ColumnOrName& c, const Operand& value);
Column array_position(const ColumnOrName& c, const Operand& value);
Column array_join(const ColumnOrName& c, std::string_view delimiter);
Column array_join(const ColumnOrName& c, std::string_view delimiter, std::string_view nullReplacement);
Column sort_array(const ColumnOrName& c, bool ascending = true);
// One row for each element; the outer ones give a row of nulls for an empty or null array, pos ones the position too.
Column explode(const ColumnOrName& c);
Column explode_outer(const ColumnOrName& c);
Column posexplode(const ColumnOrName& c);
Column posexplode_outer(const ColumnOrName& c);

// --- aggregates ---
// "*" counts rows.
Column count(const ColumnOrName& c);
template <class... Columns>
Column countDistinct(const ColumnOrName& first, const Columns&... others) {
  return detail::aggregate("count", {first.expression(), ColumnOrName(others).expression()...}, true);
}
template <class... Columns>
Column count_distinct(const ColumnOrName& first, const Columns&... others) {
  return countDistinct(first, others...);
}
Column count_if(const ColumnOrName& condition);
Column sum_distinct(const ColumnOrName& c);
Column sum(const ColumnOrName& c);
Column avg(const ColumnOrName& c);
Column min(const ColumnOrName& c);
Column max(const ColumnOrName& c);
Column any_value(const ColumnOrName& c);
Column mean(const ColumnOrName& c);
Column first(const ColumnOrName& c, bool ignoreNulls = false);
Column last(const ColumnOrName& c, bool ignoreNulls = false);
Column first_value(const ColumnOrName& c, bool ignoreNulls = false);
Column last_value(const ColumnOrName& c, bool ignoreNulls = false);
Column any(const ColumnOrName& c);
Column some(const ColumnOrName& c);
Column every(const ColumnOrName& c);
Column bool_and(const ColumnOrName& c);
Column bool_or(const ColumnOrName& c);
Column stddev(const ColumnOrName& c);
Column stddev_samp(const ColumnOrName& c);
Column stddev_pop(const ColumnOrName& c);
Column variance(const ColumnOrName& c);
Column var_samp(const ColumnOrName& c);
Column var_pop(const ColumnOrName& c);
Column skewness(const ColumnOrName& c);
Column kurtosis(const ColumnOrName& c);
Column median(const ColumnOrName& c);
Column collect_list(const ColumnOrName& c);
Column collect_set(const ColumnOrName& c);
Column array_agg(const ColumnOrName& c);
// The value of the row whose `order` is largest or smallest; with k, an array of the values of k rows, best first.
Column max_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k = std::nullopt);
Column min_by(const ColumnOrName& c, const ColumnOrName& order, std::optional<int> k = std::nullopt);
Column corr(const ColumnOrName& a, const ColumnOrName& b);
Column covar_samp(const ColumnOrName& a, const ColumnOrName& b);
Column covar_pop(const ColumnOrName& a, const ColumnOrName& b);
Column approx_count_distinct(const ColumnOrName& c, double relativeError = 0.05);
Column percentile(const ColumnOrName& c, double percentage);
Column percentile_approx(const ColumnOrName& c, double percentage, int accuracy = 10'000);
Column approx_percentile(const ColumnOrName& c, double percentage, int accuracy = 10'000);

}  // namespace ferro
