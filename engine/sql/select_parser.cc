#include <array>
#include <charconv>

#include "ferro/common/letter_case.h"
#include "ferro/engine/sql/expression_parser.h"
#include "ferro/engine/sql/select_statement.h"
#include "ferro/engine/sql/syntax_error.h"

namespace ferro::sql {
namespace {

// What may stand where a clause of the statement does, and what to do instead.
struct Missing {
  std::string_view word;
  std::string_view feature;
  std::string_view instead;
};

constexpr std::string_view kJoin = "use DataFrame's join(), and select from its result";
constexpr std::array<Missing, 28> kMissing{{
    {"join", "joins", kJoin},
    {"inner", "joins", kJoin},
    {"left", "joins", kJoin},
    {"right", "joins", kJoin},
    {"full", "joins", kJoin},
    {"cross", "joins", kJoin},
    {"natural", "joins", kJoin},
    {"semi", "joins", kJoin},
    {"anti", "joins", kJoin},
    {"union", "UNION", "use DataFrame's union_()"},
    {"intersect", "INTERSECT", "use DataFrame's intersect()"},
    {"except", "EXCEPT", "use DataFrame's except()"},
    {"minus", "MINUS", "use DataFrame's except()"},
    {"lateral", "LATERAL VIEW", "write explode() in the select list"},
    {"window", "window functions", "use groupBy().agg() and join the result"},
    {"qualify", "window functions", "use groupBy().agg() and join the result"},
    {"pivot", "PIVOT", "use groupBy().pivot()"},
    {"unpivot", "UNPIVOT", "make an array of structs and explode() it"},
    {"tablesample", "TABLESAMPLE", "use DataFrame's sample()"},
    {"offset", "OFFSET", "keep the rows that are wanted with where()"},
    {"sort", "SORT BY", "use DataFrame's sortWithinPartitions()"},
    {"distribute", "DISTRIBUTE BY", "use DataFrame's repartition()"},
    {"cluster", "CLUSTER BY", "use DataFrame's repartition() and sortWithinPartitions()"},
    {"rollup", "ROLLUP", "use groupBy() for each set of columns, and union_()"},
    {"cube", "CUBE", "use groupBy() for each set of columns, and union_()"},
    {"grouping", "GROUPING SETS", "use groupBy() for each set of columns, and union_()"},
    {"with", "WITH", "make a DataFrame of each part"},
    {"insert", "statements other than SELECT", "use DataFrame's write()"},
}};

class SelectParser {
 public:
  explicit SelectParser(std::string_view sql) : tokens_(sql), expressions_(tokens_, true) {}

  SelectStatement whole() {
    if (!tokens_.takeWord("select")) failAt("SELECT was expected");
    statement_.distinct = tokens_.takeWord("distinct");
    if (!statement_.distinct) tokens_.takeWord("all");
    do statement_.list.push_back(expressions_.namedExpression());
    while (tokens_.takeSymbol(","));
    if (!tokens_.takeWord("from")) failAt("',' or FROM was expected");
    table();
    if (tokens_.takeWord("where")) statement_.where = expressions_.expression();
    if (tokens_.takeWord("group")) groupings();
    if (tokens_.takeWord("having")) statement_.having = expressions_.expression();
    if (tokens_.takeWord("order")) order();
    if (tokens_.takeWord("limit")) limit();
    tokens_.takeSymbol(";");
    if (!tokens_.atEnd()) failAt("an operator, the next clause or the end was expected");
    return std::move(statement_);
  }

 private:
  [[noreturn]] void failAt(std::string_view expected) const {
    for (const Missing& missing : kMissing) {
      if (tokens_.atWord(missing.word)) tokens_.unsupported(missing.feature, missing.instead);
    }
    tokens_.fail(expected);
  }

  void table() {
    if (tokens_.atSymbol("(")) tokens_.unsupported("subqueries", "make a DataFrame of it, and select from that");
    statement_.table = name("the name of a table was expected");
    if (tokens_.atSymbol(".")) tokens_.unsupported("databases", "select from one DataFrame by its name");
    const bool hasAlias = tokens_.takeWord("as") || tokens_.peek().kind == TokenKind::kQuotedName ||
                          (tokens_.peek().kind == TokenKind::kWord && !expressions_.atClause());
    statement_.alias = hasAlias ? name("a name was expected") : statement_.table;
    if (tokens_.atSymbol(",")) tokens_.unsupported("joins", kJoin);
  }

  std::string name(std::string_view expected) {
    const TokenKind kind = tokens_.peek().kind;
    if (kind != TokenKind::kWord && kind != TokenKind::kQuotedName) tokens_.fail(expected);
    return tokens_.next().text;
  }

  void groupings() {
    tokens_.expectWord("by");
    do {
      const bool isSet = (tokens_.atWord("rollup") || tokens_.atWord("cube")) && tokens_.atSymbol("(", 1);
      if (isSet || (tokens_.atWord("grouping") && tokens_.atWord("sets", 1))) failAt("");
      statement_.groupings.push_back(expressions_.expression());
    } while (tokens_.takeSymbol(","));
    if (tokens_.atWord("with") || tokens_.atWord("grouping")) {
      tokens_.unsupported("grouping sets", "use groupBy() for each set of columns, and union_()");
    }
  }

  void order() {
    tokens_.expectWord("by");
    do statement_.order.push_back(sortKey());
    while (tokens_.takeSymbol(","));
  }

  // Nulls are smaller than all else unless the key says so.
  ExprPtr sortKey() {
    ExprPtr key = expressions_.expression();
    const bool descending = tokens_.takeWord("desc");
    if (!descending) tokens_.takeWord("asc");
    bool nullsFirst = !descending;
    if (tokens_.takeWord("nulls")) {
      nullsFirst = tokens_.takeWord("first");
      if (!nullsFirst && !tokens_.takeWord("last")) tokens_.fail("FIRST or LAST was expected");
    }
    return expr::sortKey(std::move(key), descending, nullsFirst);
  }

  void limit() {
    if (tokens_.takeWord("all")) return;
    const Token& token = tokens_.peek();
    int64_t rows = 0;
    const char* const end = token.text.data() + token.text.size();
    const auto [stop, error] = std::from_chars(token.text.data(), end, rows);
    if (token.kind != TokenKind::kNumber || error != std::errc() || stop != end) {
      tokens_.fail("LIMIT takes a whole number of rows");
    }
    tokens_.next();
    statement_.limit = rows;
  }

  TokenReader tokens_;
  ExpressionParser expressions_;
  SelectStatement statement_{};
};

}  // namespace

SelectStatement parseSelect(std::string_view sql) { return SelectParser(sql).whole(); }

}  // namespace ferro::sql
