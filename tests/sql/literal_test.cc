#include <arrow/scalar.h>
#include <arrow/type.h>

#include "ferro/engine/sql/expression_parser.h"
#include "ferro/engine/types/data_types.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

// `int: 1`
std::string value(std::string_view sql) {
  const ExprPtr parsed = sql::parseExpression(sql);
  REQUIRE(parsed->kind == ExprKind::kLiteral);
  return sqlName(*parsed->type) + ": " + expr::text(*parsed);
}

std::string text(std::string_view sql) {
  const ExprPtr parsed = sql::parseExpression(sql);
  REQUIRE(parsed->kind == ExprKind::kLiteral);
  return std::string(static_cast<const arrow::StringScalar&>(*parsed->literal).view());
}

}  // namespace

TEST_CASE("numbers have Spark's types") {
  CHECK(value("1") == "int: 1");
  CHECK(value("00012") == "int: 12");
  CHECK(value("-2147483648") == "int: -2147483648");
  CHECK(value("2147483648") == "bigint: 2147483648");
  CHECK(value("-9223372036854775808L") == "bigint: -9223372036854775808");
  CHECK(value("9223372036854775808") == "decimal(19,0): 9223372036854775808");
  CHECK(value("1y") == "tinyint: 1");
  CHECK(value("1S") == "smallint: 1");
  CHECK(value("1.10") == "decimal(3,2): 1.10");
  CHECK(value("0.01") == "decimal(2,2): 0.01");
  CHECK(value("-.5") == "decimal(1,1): -0.5");
  CHECK(value("1.") == "decimal(1,0): 1");
  CHECK(value("1e3") == "double: 1000.0");
  CHECK(value("1.5E-1") == "double: 0.15");
  CHECK(value("1d") == "double: 1.0");
  CHECK(value("1.5F") == "float: 1.5");
  CHECK(value("1.5bd") == "decimal(2,1): 1.5");
  CHECK(value("1e3BD") == "decimal(4,0): 1000");
  CHECK(value("1.23e-4BD") == "decimal(6,6): 0.000123");
}

TEST_CASE("numbers that do not fit their type are errors") {
  CHECK_THROWS_WITH(sql::parseExpression("300Y"), Catch::Contains("[INVALID_NUMERIC_LITERAL_RANGE]") &&
                                                      Catch::Contains("tinyint") && Catch::Contains("127"));
  CHECK_THROWS_WITH(sql::parseExpression("99999999999999999999L"), Catch::Contains("bigint"));
  CHECK_THROWS_WITH(sql::parseExpression("1e400"), Catch::Contains("double"));
  CHECK_THROWS_WITH(sql::parseExpression("1234567890123456789012345678901234567890"), Catch::Contains("40 digits"));
  CHECK_THROWS_WITH(sql::parseExpression("1e999999999999BD"), Catch::Contains("38 is the most"));
  CHECK_THROWS_WITH(sql::parseExpression("1e-999999999999BD"), Catch::Contains("38 is the most"));
  CHECK_THROWS_WITH(sql::parseExpression("1.5L"), Catch::Contains("whole numbers"));
  CHECK_THROWS_WITH(sql::parseExpression("1.5x"), Catch::Contains("a number ends"));
}

TEST_CASE("texts stand in single or double quotes, with escapes") {
  CHECK(text("'a'") == "a");
  CHECK(text("\"a\"") == "a");
  CHECK(text("'it''s'") == "it's");
  CHECK(text(R"('it\'s')") == "it's");
  CHECK(text(R"("say ""x"" \"y\"")") == R"(say "x" "y")");
  CHECK(text(R"('\n\t\r\\')") == "\n\t\r\\");
  CHECK(text(R"('\d\%\_')") == R"(d\%\_)");
  CHECK(text(R"('\101\u00e4\U0001F600')") == "A\u00e4\U0001F600");
  CHECK(text(R"('\u12')") == "u12");
  CHECK(text(R"('a\0b')") == std::string("a\0b", 3));
  CHECK(text(R"(r'a\nb')") == R"(a\nb)");
  CHECK(text("'a' \"b\" 'c'") == "abc");
  CHECK(text("'-- no comment'") == "-- no comment");
  CHECK(text("''").empty());
}

TEST_CASE("dates, times, truth and null are written as in Spark") {
  CHECK(value("DATE '2020-01-02'") == "date: 2020-01-02");
  CHECK(value("timestamp '2020-01-02 03:04:05Z'") == "timestamp: 2020-01-02 03:04:05");
  // Which instant this is depends on the session's time zone, and so does what day it is.
  CHECK(expr::columnName(*sql::parseExpression("timestamp '2020-1-2 03:04:05'")) == "TIMESTAMP '2020-01-02 03:04:05'");
  CHECK(expr::text(*sql::parseExpression("DATE 'tomorrow'")) == "date_add(current_date(), 1)");
  CHECK(value("TIMESTAMP 'Epoch UTC'") == "timestamp: 1970-01-01 00:00:00");
  CHECK_THROWS_WITH(sql::parseExpression("DATE 'today x'"), Catch::Contains("[INVALID_TYPED_LITERAL]"));
  CHECK(value("TIMESTAMP_NTZ '2020-01-02'") == "timestamp_ntz: 2020-01-02 00:00:00");
  CHECK(value("true") == "boolean: true");
  CHECK(value("False") == "boolean: false");
  CHECK(value("NULL") == "void: NULL");
  CHECK_THROWS_WITH(sql::parseExpression("DATE 'x'"), Catch::Contains("[INVALID_TYPED_LITERAL]"));
  CHECK(sql::parseExpression("X'1F0'")->literal->Equals(arrow::BinaryScalar(std::string("\x01\xF0"))));
  CHECK_THROWS_WITH(sql::parseExpression("X'1G'"), Catch::Contains("INVALID_TYPED_LITERAL"));
}
