#include "ferro/engine/frame/functions.h"
#include "ferro/engine/sql/expression_parser.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

// The parentheses say how the text was understood.
std::string shown(std::string_view sql) { return expr::columnName(*sql::parseExpression(sql)); }

bool same(std::string_view sql, const Column& built) {
  return expr::equal(*sql::parseExpression(sql), *built.expression());
}

}  // namespace

TEST_CASE("operators bind as in Spark") {
  CHECK(shown("1 + 2 * 3 - 4") == "((1 + (2 * 3)) - 4)");
  CHECK(shown("2 * 3 % 4 DIV 5 / 6") == "((((2 * 3) % 4) div 5) / 6)");
  CHECK(shown("a || b + c") == "(concat(a, b) + c)");
  CHECK(shown("a + b = c - d") == "((a + b) = (c - d))");
  CHECK(shown("a = b = c") == "((a = b) = c)");
  CHECK(shown("a or b and not c = d") == "(a OR (b AND (NOT (c = d))))");
  CHECK(shown("NOT a AND b") == "((NOT a) AND b)");
  CHECK(shown("!a OR !(b)") == "((NOT a) OR (NOT b))");
  CHECK(shown("-a * -b") == "((- a) * (- b))");
  CHECK(shown("- - a") == "(- (- a))");
  CHECK(shown("a - -1") == "(a - -1)");
  CHECK(shown("-a[0].f::int") == "(- CAST(a[0].f AS INT))");
  CHECK(shown("(a + b) * c") == "((a + b) * c)");
}

TEST_CASE("predicates take values on both sides") {
  CHECK(shown("a BETWEEN 1 AND 2 + 3 AND b") == "(between(a, 1, (2 + 3)) AND b)");
  CHECK(shown("a NOT BETWEEN 1 AND 2 OR b") == "((NOT between(a, 1, 2)) OR b)");
  CHECK(shown("a + 1 IN (1, b, c = d)") == "((a + 1) IN (1, b, (c = d)))");
  CHECK(shown("a NOT IN (1)") == "(NOT (a IN (1)))");
  CHECK(shown("a > 1 IS NULL") == "((a > 1) IS NULL)");
  CHECK(shown("a IS NOT NULL AND b") == "((a IS NOT NULL) AND b)");
  CHECK(shown("a IS DISTINCT FROM b") == "(NOT (a <=> b))");
  CHECK(shown("a IS NOT DISTINCT FROM b + 1") == "(a <=> (b + 1))");
  CHECK(shown("a IS NOT TRUE") == "(NOT (a <=> true))");
  CHECK(shown("a NOT LIKE 'x%' AND b RLIKE 'y'") == "((NOT a LIKE x%) AND RLIKE(b, y))");
}

TEST_CASE("a long chain of conditions is wide and not deep, as in Spark") {
  CHECK(shown("a AND b AND c AND d") == "((a AND b) AND (c AND d))");
  CHECK(shown("a OR b OR c AND d OR e") == "((a OR b) OR ((c AND d) OR e))");
  std::string many = "x = 0";
  for (int i = 1; i < 20'000; ++i) many += " OR x = " + std::to_string(i);
  CHECK(sql::parseExpression(many)->name == "or");
}

TEST_CASE("text gives the expression that the functions give") {
  CHECK(same("a + 1 > 2.5D", col("a") + 1 > 2.5));
  CHECK(same("age > 30 AND income = '>50K'", col("age") > 30 && col("income") == ">50K"));
  CHECK(same("a <> 1", col("a") != 1));
  CHECK(same("NOT a <=> NULL", !col("a").eqNullSafe(nullptr)));
  CHECK(same("t.a % 2L", col("t.a") % int64_t{2}));
  CHECK(same("UPPER(name) AS n", upper(col("name")).as("n")));
  CHECK(same("upper(name) n", upper(col("name")).as("n")));
  CHECK(same("a IN (1, 2)", col("a").isin(1, 2)));
  CHECK(same("a IS NULL", col("a").isNull()));
  CHECK(same("a LIKE '%x'", col("a").like("%x")));
  CHECK(same("a[0]", col("a").getItem(0)));
  CHECK(same("f(a).b", call_function("f", col("a")).getField("b")));
  CHECK(same("CAST(a AS decimal(10, 2))", col("a").cast("decimal(10,2)")));
  CHECK(same("a::map<string, array<int>>", col("a").cast("map<string,array<int>>")));
  CHECK(same("int(a)", col("a").cast("int")));
  CHECK(same("try_cast(a AS int)", col("a").try_cast("int")));
  CHECK(same("CASE WHEN a = 1 THEN 'x' WHEN b THEN 'y' ELSE 'z' END",
             when(col("a") == 1, "x").when(col("b"), "y").otherwise("z")));
  CHECK(same("CASE a WHEN 1 THEN 'x' END", when(col("a") == 1, "x")));
  CHECK(same("count(*)", count("*")));
  CHECK(same("COUNT(DISTINCT a, b)", countDistinct("a", "b")));
  CHECK(same("sum(DISTINCT a)", sum_distinct(col("a"))));
  CHECK(same("struct(a, b + 1 AS c)", struct_("a", (col("b") + 1).as("c"))));
  CHECK(same("current_date", current_date()));
  CHECK(same("*", col("*")));
  CHECK(same("t.*", col("t.*")));
}

TEST_CASE("names are columns unless they mean something where they stand") {
  CHECK(same("`a.b` + `c d`", col("`a.b`") + col("c d")));
  CHECK(same("t.`a.b`", col("t.`a.b`")));
  CHECK(shown("`a``b`") == "a`b");
  CHECK(same("date > DATE '2020-01-01'", col("date") > lit(sql::parseExpression("DATE '2020-01-01'")->literal)));
  CHECK(
      same("group + order + end + from + left", col("group") + col("order") + col("end") + col("from") + col("left")));
  CHECK(same("left(s, 1)", call_function("left", col("s"), 1)));
  CHECK(same("2nd", col("2nd")));
  CHECK(same("größe > 1", col("größe") > 1));
  CHECK(same("`true`", col("true")));
  CHECK(same("a AS `from`", col("a").as("from")));
  CHECK(shown("`a.b`") == "a.b");
  CHECK(shown("t.`a.b`") == "a.b");
}

TEST_CASE("comments and white space are nothing") {
  CHECK(shown("a -- + b\n+ c") == "(a + c)");
  CHECK(shown("a /* b /* c */ d */ + 1") == "(a + 1)");
  CHECK(shown("\n\ta\r\n") == "a");
}
