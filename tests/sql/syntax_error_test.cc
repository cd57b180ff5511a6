#include "ferro/common/error.h"
#include "ferro/engine/sql/expression_parser.h"
#include "ferro/engine/sql/select_statement.h"
#include "ferro_test.h"

using namespace ferro;

namespace {

std::string errorOf(const std::string& sql) {
  try {
    sql::parseExpression(sql);
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
  return "no error";
}

std::string repeated(std::string_view text, int times) {
  std::string whole;
  for (int i = 0; i < times; ++i) whole += text;
  return whole;
}

}  // namespace

TEST_CASE("an error says what was found, where, and what was expected, in one line") {
  CHECK(
      errorOf("a +") ==
      "[PARSE_SYNTAX_ERROR] Syntax error at or near end of input (line 1, pos 3): an expression was expected; the text "
      "is \"a +\"");
  CHECK(errorOf("a = 1 AND\n  b > > 2") ==
        "[PARSE_SYNTAX_ERROR] Syntax error at or near '>' (line 2, pos 6): an expression was expected; the text is "
        "\"a = 1 AND   b > > 2\"");
}

TEST_CASE("every part of the grammar names what it misses") {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"", "near end of input (line 1, pos 0): an expression was expected"},
      {"(a", "near end of input (line 1, pos 2): ')' was expected"},
      {"a)", "near ')' (line 1, pos 1): an operator or the end was expected"},
      {"a b c", "near 'c' (line 1, pos 4): an operator or the end was expected"},
      {"f(a b)", "near 'b' (line 1, pos 4): ',' or ')' was expected"},
      {"a IN 1", "near '1' (line 1, pos 5): '(' was expected"},
      {"a IS 1", "near '1' (line 1, pos 5): NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM was expected"},
      {"a BETWEEN 1 OR 2", "near 'OR' (line 1, pos 12): AND was expected"},
      {"CASE a END", "near 'END' (line 1, pos 7): WHEN was expected"},
      {"CASE WHEN a ELSE b END", "near 'ELSE' (line 1, pos 12): THEN was expected"},
      {"CASE WHEN a THEN b", "near end of input (line 1, pos 18): WHEN, ELSE or END was expected"},
      {"CAST(a int)", "near 'int' (line 1, pos 7): AS was expected"},
      {"CAST(a AS 1)", "near '1' (line 1, pos 10): a type was expected"},
      {"a[0", "near end of input (line 1, pos 3): ']' was expected"},
      {"a.", "near end of input (line 1, pos 2): a name was expected"},
      {"a AS 1", "near '1' (line 1, pos 5): a name was expected"},
      {"AND a", "near 'AND' (line 1, pos 0): an expression was expected"},
      {"'open", "near ''' (line 1, pos 0): the text has no closing '"},
      {"a + `open", "near '`' (line 1, pos 4): the name has no closing `"},
      {"a /* b", "near '/*' (line 1, pos 2): the comment has no closing */"},
      {"a # b", "near '#' (line 1, pos 2): SQL has no such symbol"},
      {"a & b", "near '&' (line 1, pos 2): an operator or the end was expected"},
      {"CAST(a AS intt)", "did you mean int?"},
      {"INTERVAL 1 DAY", "no intervals (line 1, pos 0)"},
      {"sum(a) FILTER (WHERE b)", "no FILTER (line 1, pos 7)"},
      {"a LIKE 'x' ESCAPE '#'", "no ESCAPE (line 1, pos 11)"},
      {"(SELECT 1)", "no subqueries (line 1, pos 1)"},
  };
  for (const auto& [sql, expected] : mistakes) {
    INFO(sql);
    const std::string error = errorOf(sql);
    CHECK_THAT(error, Catch::Contains(expected));
    CHECK(error.find('\n') == std::string::npos);
  }
}

TEST_CASE("nesting that would use up the stack is an error") {
  const int deep = 10'000;
  for (const std::string& sql :
       {repeated("(", deep) + "a" + repeated(")", deep), repeated("(", deep), repeated("- ", deep) + "a",
        repeated("NOT ", deep) + "a", repeated("f(", deep) + "a" + repeated(")", deep), repeated("CASE WHEN ", deep),
        repeated("a[", deep), "a" + repeated(" + 1", deep), "a" + repeated("[0]", deep), "a" + repeated("::int", deep),
        "a" + repeated(" = a", deep), repeated("a IN (", deep)}) {
    const std::string error = errorOf(sql);
    INFO(error);
    CHECK((error.find("nested at most 500 deep") != std::string::npos ||
           error.find("more than 1000 operators") != std::string::npos));
    CHECK(error.size() < 400);
  }
  const std::string type = "CAST(a AS " + repeated("array<", deep) + "int" + repeated(">", deep) + ")";
  CHECK_THAT(errorOf(type), Catch::Contains("types are nested at most 100 deep"));
}

TEST_CASE("what people write is not too deep") {
  CHECK(errorOf(repeated("(", 400) + "a" + repeated(")", 400)) == "no error");
  CHECK(errorOf("a" + repeated(" + 1", 900)) == "no error");
  CHECK(errorOf("a IN (0" + repeated(", 1", 50'000) + ")") == "no error");
}
