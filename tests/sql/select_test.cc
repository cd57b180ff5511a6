#include "ferro/engine/sql/select_statement.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

std::string listText(const std::vector<ExprPtr>& list) {
  std::string text;
  for (const ExprPtr& entry : list) text += (text.empty() ? "" : ", ") + expr::text(*entry);
  return text;
}

}  // namespace

TEST_CASE("a statement has its clauses in their order") {
  const auto all = sql::parseSelect(
      "select a, b + 1 as c, t.* from t where a > 1 and b group by a, 2 having count(*) > 1 "
      "order by a desc, b nulls last, c desc nulls first limit 10;");
  CHECK(listText(all.list) == "a, (b + 1) AS c, t.*");
  CHECK(all.table == "t");
  CHECK(all.alias == "t");
  CHECK(expr::text(*all.where) == "((a > 1) AND b)");
  CHECK(listText(all.groupings) == "a, 2");
  CHECK(expr::text(*all.having) == "(count(1) > 1)");
  CHECK(listText(all.order) == "a DESC NULLS LAST, b ASC NULLS LAST, c DESC NULLS FIRST");
  CHECK(all.limit == 10);
  CHECK_FALSE(all.distinct);
}

TEST_CASE("every clause but SELECT and FROM may be left out") {
  const auto least = sql::parseSelect("SELECT DISTINCT `from` FROM `my table` AS x");
  CHECK(least.distinct);
  CHECK(listText(least.list) == "from");
  CHECK(least.table == "my table");
  CHECK(least.alias == "x");
  CHECK(least.where == nullptr);
  CHECK_FALSE(sql::parseSelect("SELECT a FROM t x LIMIT ALL").limit);
}

TEST_CASE("words that begin clauses end the list, and are names elsewhere") {
  CHECK(listText(sql::parseSelect("SELECT a b FROM t").list) == "a AS b");
  CHECK(listText(sql::parseSelect("SELECT group, left(s, 1) FROM t GROUP BY group").list) == "group, left(s, 1)");
}

TEST_CASE("what is not there names what to use instead") {
  const auto error = [](const std::string& sql) { sql::parseSelect(sql); };
  CHECK_THROWS_WITH(error("SELECT * FROM a JOIN b ON a.x = b.x"),
                    Catch::Contains("no joins") && Catch::Contains("join()"));
  CHECK_THROWS_WITH(error("SELECT * FROM a, b"), Catch::Contains("no joins"));
  CHECK_THROWS_WITH(error("SELECT * FROM (SELECT 1)"), Catch::Contains("no subqueries"));
  CHECK_THROWS_WITH(error("SELECT * FROM a WHERE x IN (SELECT y FROM b)"), Catch::Contains("left_semi"));
  CHECK_THROWS_WITH(error("SELECT * FROM a WHERE EXISTS (SELECT 1)"), Catch::Contains("no subqueries"));
  CHECK_THROWS_WITH(error("SELECT * FROM a UNION SELECT * FROM b"), Catch::Contains("union_()"));
  CHECK_THROWS_WITH(error("SELECT sum(x) OVER (PARTITION BY y) FROM a"), Catch::Contains("no window functions"));
  CHECK_THROWS_WITH(error("SELECT x FROM a GROUP BY ROLLUP(x)"), Catch::Contains("no ROLLUP"));
  CHECK_THROWS_WITH(error("SELECT x FROM a LATERAL VIEW explode(y) z"), Catch::Contains("explode()"));
  CHECK_THROWS_WITH(error("WITH b AS (SELECT 1) SELECT * FROM b"), Catch::Contains("no WITH"));
  CHECK_THROWS_WITH(error("INSERT INTO a SELECT 1"), Catch::Contains("write()"));
}

TEST_CASE("a statement that stops too early or goes on says what was expected") {
  const auto error = [](const std::string& sql) { sql::parseSelect(sql); };
  CHECK_THROWS_WITH(error(""), Catch::Contains("SELECT was expected"));
  CHECK_THROWS_WITH(error("SELECT a"), Catch::Contains("FROM was expected"));
  CHECK_THROWS_WITH(error("SELECT FROM t"), Catch::Contains("an expression was expected"));
  CHECK_THROWS_WITH(error("SELECT a FROM t WHERE"), Catch::Contains("an expression was expected"));
  CHECK_THROWS_WITH(error("SELECT a FROM t LIMIT x"), Catch::Contains("whole number of rows"));
  CHECK_THROWS_WITH(error("SELECT a FROM t ORDER BY a NULLS"), Catch::Contains("FIRST or LAST"));
  CHECK_THROWS_WITH(error("SELECT a FROM t LIMIT 1 WHERE b"), Catch::Contains("near 'WHERE' (line 1, pos 24)"));
}
