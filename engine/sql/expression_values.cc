// What an expression consists of between its operators: columns, values, calls, CASE, CAST, parentheses.
#include <algorithm>
#include <array>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/letter_case.h"
#include "ferro/engine/sql/expression_parser.h"
#include "ferro/engine/sql/literals.h"
#include "ferro/engine/sql/syntax_error.h"
#include "ferro/engine/types/data_types.h"

namespace ferro::sql {
namespace {

constexpr int kDeepestType = 100;

template <size_t N>
bool isOneOf(const TokenReader& tokens, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return tokens.atWord(word); });
}

// The part of a column's name as col() reads it.
std::string quotedPart(const std::string& part) {
  if (part.find_first_of(".`") == std::string::npos) return part;
  std::string text = "`";
  for (const char letter : part) text += letter == '`' ? "``" : std::string(1, letter);
  return text + "`";
}

// int(x) and its like are casts.
bool isTypeFunction(const std::string& function) {
  constexpr std::array<std::string_view, 12> kTypes{"bigint", "binary", "boolean",  "date",   "decimal",   "double",
                                                    "float",  "int",    "smallint", "string", "timestamp", "tinyint"};
  return std::find(kTypes.begin(), kTypes.end(), function) != kTypes.end();
}

bool isTrim(const std::string& function) { return function == "trim" || function == "ltrim" || function == "rtrim"; }

}  // namespace

bool ExpressionParser::isOperatorWord() const {
  constexpr std::array<std::string_view, 11> kWords{"and", "as",   "between", "div", "ilike", "in",
                                                    "is",  "like", "or",      "not", "rlike"};
  return isOneOf(tokens_, kWords);
}

bool ExpressionParser::atClause() const {
  constexpr std::array<std::string_view, 24> kClauses{
      "from",    "where",  "having",  "limit", "offset", "union",   "intersect", "except",
      "minus",   "join",   "inner",   "left",  "right",  "full",    "cross",     "semi",
      "lateral", "window", "qualify", "pivot", "anti",   "natural", "unpivot",   "tablesample"};
  constexpr std::array<std::string_view, 5> kBeforeBy{"group", "order", "sort", "cluster", "distribute"};
  return isOneOf(tokens_, kClauses) || (isOneOf(tokens_, kBeforeBy) && tokens_.atWord("by", 1));
}

// Words that are names elsewhere: CASE and statements take them.
bool ExpressionParser::endsExpression() const {
  constexpr std::array<std::string_view, 4> kPartsOfCase{"when", "then", "else", "end"};
  constexpr std::array<std::string_view, 3> kPartsOfOrder{"asc", "desc", "nulls"};
  if (openCases_ > 0 && isOneOf(tokens_, kPartsOfCase)) return true;
  return inStatement_ && (atClause() || isOneOf(tokens_, kPartsOfOrder));
}

ExprPtr ExpressionParser::primary() {
  switch (tokens_.peek().kind) {
    case TokenKind::kNumber: return numberLiteral(tokens_.text(), tokens_.next(), false);
    case TokenKind::kText: return text();
    case TokenKind::kQuotedName: return column();
    case TokenKind::kWord: return wordPrimary();
    default: break;
  }
  if (tokens_.takeSymbol("(")) return parenthesized();
  for (const std::string_view bits : {"~", "&", "|", "^"}) {
    if (tokens_.atSymbol(bits)) tokens_.unsupported("operators on bits", "write a udf() for them");
  }
  tokens_.fail("an expression was expected");
}

// 'a' 'b' is 'ab'.
ExprPtr ExpressionParser::text() {
  std::string whole;
  while (tokens_.peek().kind == TokenKind::kText) whole += tokens_.next().text;
  return textLiteral(whole);
}

ExprPtr ExpressionParser::parenthesized() {
  if (atSubquery()) tokens_.unsupported("subqueries", "make a DataFrame of it, and join with that");
  ExprPtr inside = expression();
  if (tokens_.atSymbol(",")) tokens_.unsupported("rows in parentheses", "write struct(a, b)");
  tokens_.expectSymbol(")");
  return inside;
}

ExprPtr ExpressionParser::wordPrimary() {
  const bool beforeText = tokens_.peek(1).kind == TokenKind::kText;
  const bool beforeParenthesis = tokens_.atSymbol("(", 1);
  if (tokens_.atWord("interval") && (beforeText || tokens_.peek(1).kind == TokenKind::kNumber)) {
    tokens_.unsupported("intervals", "use date_add(), add_months() and their like");
  }
  if (beforeText) {
    const Token type = tokens_.next();
    return typedLiteral(tokens_.text(), type, tokens_.next().text);
  }
  if (tokens_.atWord("case")) return caseExpression();
  if (beforeParenthesis && (tokens_.atWord("cast") || tokens_.atWord("try_cast"))) return castCall();
  if (beforeParenthesis && tokens_.atWord("exists")) {
    tokens_.unsupported("subqueries", "join with the other DataFrame: join(other, condition, \"left_semi\")");
  }
  if (beforeParenthesis) return functionCall();
  if (isOperatorWord() || endsExpression()) tokens_.fail("an expression was expected");
  if (tokens_.takeWord("true")) return expr::boolean(true);
  if (tokens_.takeWord("false")) return expr::boolean(false);
  if (tokens_.takeWord("null")) return expr::null(arrow::null());
  if (tokens_.takeWord("current_date")) return call("current_date", {});
  if (tokens_.takeWord("current_timestamp")) return call("current_timestamp", {});
  return column();
}

// CASE x WHEN 1 is CASE WHEN x = 1.
ExprPtr ExpressionParser::caseExpression() {
  tokens_.expectWord("case");
  ++openCases_;
  const ExprPtr compared = tokens_.atWord("when") ? nullptr : expression();
  std::vector<ExprPtr> parts;
  if (!tokens_.atWord("when")) tokens_.fail("WHEN was expected");
  while (tokens_.takeWord("when")) {
    ExprPtr condition = expression();
    parts.push_back(compared == nullptr ? std::move(condition) : call("=", {compared, std::move(condition)}));
    tokens_.expectWord("then");
    parts.push_back(expression());
  }
  if (tokens_.takeWord("else")) parts.push_back(expression());
  if (!tokens_.takeWord("end")) tokens_.fail("WHEN, ELSE or END was expected");
  --openCases_;
  return call("case", std::move(parts));
}

ExprPtr ExpressionParser::castCall() {
  const bool isTry = lowerCase(tokens_.next().text) == "try_cast";
  tokens_.expectSymbol("(");
  ExprPtr value = expression();
  tokens_.expectWord("as");
  const TypePtr wanted = type();
  tokens_.expectSymbol(")");
  return isTry ? call("try_cast", {std::move(value), expr::null(wanted)}) : made(expr::cast(std::move(value), wanted));
}

ExprPtr ExpressionParser::functionCall() {
  std::string function = lowerCase(tokens_.next().text);
  tokens_.expectSymbol("(");
  if (ExprPtr worded = wordedCall(function)) return worded;
  const bool distinct = tokens_.takeWord("distinct");
  std::vector<ExprPtr> parts = arguments(function);
  refuseWindow(function);
  // Spark's functions take the characters first, and the text last.
  if (isTrim(function) && parts.size() == 2) std::swap(parts[0], parts[1]);
  if (isTypeFunction(function) && parts.size() == 1) return made(expr::cast(parts.front(), parseType(function)));
  ExprPtr plain = call(std::move(function), std::move(parts));
  if (!distinct) return plain;
  auto node = std::make_shared<Expr>(*plain);
  node->distinct = true;
  return made(ExprPtr(std::move(node)));
}

// Whether the word stands in the first argument of the call whose `(` has been read, outside of parentheses.
bool ExpressionParser::firstArgumentHas(std::string_view word) const {
  int open = 0;
  for (size_t ahead = 0; tokens_.peek(ahead).kind != TokenKind::kEnd; ++ahead) {
    if (tokens_.atSymbol("(", ahead)) ++open;
    if (tokens_.atSymbol(")", ahead) && --open < 0) return false;
    if (open > 0) continue;
    if (tokens_.atSymbol(",", ahead)) return false;
    if (ahead > 0 && tokens_.atWord(word, ahead)) return true;
  }
  return false;
}

// SQL's own forms: trim(BOTH 'x' FROM s), substring(s FROM 2 FOR 3), position('x' IN s). Null for other calls, of which
// nothing has been read.
ExprPtr ExpressionParser::wordedCall(const std::string& function) {
  std::vector<ExprPtr> parts;
  std::string called = function;
  if (function == "trim" && firstArgumentHas("from")) {
    const bool hasSide = tokens_.atWord("both") || tokens_.atWord("leading") || tokens_.atWord("trailing");
    const std::string side = hasSide ? lowerCase(tokens_.next().text) : "both";
    called = side == "both" ? "trim" : side == "leading" ? "ltrim" : "rtrim";
    const ExprPtr characters = tokens_.atWord("from") ? nullptr : expression();
    tokens_.expectWord("from");
    parts.push_back(expression());
    if (characters != nullptr) parts.push_back(characters);
  } else if (function == "position" && firstArgumentHas("in")) {
    called = "locate";
    parts.push_back(binary(1));
    tokens_.expectWord("in");
    parts.push_back(binary(1));
  } else if ((function == "substring" || function == "substr") && firstArgumentHas("from")) {
    parts.push_back(expression());
    tokens_.expectWord("from");
    parts.push_back(expression());
    if (tokens_.takeWord("for")) parts.push_back(expression());
  } else {
    return nullptr;
  }
  tokens_.expectSymbol(")");
  return call(std::move(called), std::move(parts));
}

std::vector<ExprPtr> ExpressionParser::arguments(const std::string& function) {
  std::vector<ExprPtr> parts;
  if (tokens_.takeSymbol(")")) return parts;
  if (atSubquery()) tokens_.unsupported("subqueries", "make a DataFrame of it, and join with that");
  do parts.push_back(argument(function));
  while (tokens_.takeSymbol(","));
  if (!tokens_.takeSymbol(")")) tokens_.fail("',' or ')' was expected");
  return parts;
}

// Rows are counted as count(1); the fields of a struct have names.
ExprPtr ExpressionParser::argument(const std::string& function) {
  if (function == "count" && tokens_.atSymbol("*") && tokens_.atSymbol(")", 1)) {
    const Token one{TokenKind::kNumber, "1", tokens_.peek().begin, tokens_.peek().end};
    tokens_.next();
    return numberLiteral(tokens_.text(), one, false);
  }
  if (atStar()) return star();
  return function == "struct" ? namedExpression() : expression();
}

void ExpressionParser::refuseWindow(const std::string& function) const {
  if (tokens_.atWord("over")) tokens_.unsupported("window functions", "use groupBy().agg() and join the result");
  if (tokens_.atWord("filter") && tokens_.atSymbol("(", 1)) {
    tokens_.unsupported("FILTER", "write " + function + "(CASE WHEN condition THEN value END)");
  }
  const bool nulls = tokens_.atWord("nulls", 1) && (tokens_.atWord("ignore") || tokens_.atWord("respect"));
  if (nulls) tokens_.unsupported("IGNORE NULLS", "write " + function + "(value, true)");
}

bool ExpressionParser::atStar() const {
  if (tokens_.atSymbol("*")) return true;
  const TokenKind kind = tokens_.peek().kind;
  const bool isName = kind == TokenKind::kWord || kind == TokenKind::kQuotedName;
  return isName && tokens_.atSymbol(".", 1) && tokens_.atSymbol("*", 2);
}

ExprPtr ExpressionParser::star() {
  std::string qualifier;
  if (!tokens_.atSymbol("*")) {
    qualifier = name();
    tokens_.next();
  }
  tokens_.next();
  return expr::star(std::move(qualifier));
}

ExprPtr ExpressionParser::column() {
  std::string whole = quotedPart(name());
  while (tokens_.takeSymbol(".")) whole += "." + quotedPart(name());
  return expr::name(std::move(whole));
}

std::string ExpressionParser::name() {
  const TokenKind kind = tokens_.peek().kind;
  if (kind != TokenKind::kWord && kind != TokenKind::kQuotedName) tokens_.fail("a name was expected");
  return tokens_.next().text;
}

// The tokens say how far the type's text goes; what it means is the DDL parser's business.
TypePtr ExpressionParser::type() {
  const size_t begin = tokens_.peek().begin;
  if (tokens_.peek().kind != TokenKind::kWord) tokens_.fail("a type was expected");
  tokens_.next();
  int open = 0;
  if (!tokens_.atSymbol("(") && !tokens_.atSymbol("<")) return parseType(oneLine(tokens_.textSince(begin)));
  do {
    if (tokens_.atEnd()) tokens_.fail("the rest of a type was expected");
    if (tokens_.atSymbol("(") || tokens_.atSymbol("<")) ++open;
    if (tokens_.atSymbol(")") || tokens_.atSymbol(">")) --open;
    if (open > kDeepestType) tokens_.fail("types are nested at most " + std::to_string(kDeepestType) + " deep");
    tokens_.next();
  } while (open > 0);
  return parseType(oneLine(tokens_.textSince(begin)));
}

}  // namespace ferro::sql
