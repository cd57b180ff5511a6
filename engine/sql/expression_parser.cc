#include "ferro/engine/sql/expression_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include <arrow/type.h>

#include "ferro/common/letter_case.h"
#include "ferro/engine/plan/resolver.h"
#include "ferro/engine/sql/literals.h"

namespace ferro::sql {
namespace {

// Far above what people write, and far below what would use up a thread's stack: here, and in all that walks the tree
// later.
constexpr int kMostNested = 500;
constexpr int kDeepest = 1'000;

}  // namespace

struct ExpressionParser::Operator {
  std::string_view symbol;
  const char* function;
  int strength;
};

class ExpressionParser::Nested {
 public:
  explicit Nested(ExpressionParser& parser) : parser_(parser) {
    if (++parser_.nesting_ <= kMostNested) return;
    --parser_.nesting_;
    parser_.tokens_.fail("expressions are nested at most " + std::to_string(kMostNested) + " deep");
  }
  ~Nested() { --parser_.nesting_; }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  ExpressionParser& parser_;
};

ExprPtr ExpressionParser::made(ExprPtr node) {
  int deepest = 0;
  for (const ExprPtr& child : node->children) {
    const auto known = depths_.find(child.get());
    deepest = std::max(deepest, known == depths_.end() ? 0 : known->second);
  }
  if (deepest >= kDeepest) {
    tokens_.fail("more than " + std::to_string(kDeepest) +
                 " operators build upon each other; compute a part of them first");
  }
  depths_[node.get()] = deepest + 1;
  return node;
}

ExprPtr ExpressionParser::call(std::string function, std::vector<ExprPtr> arguments) {
  return made(expr::call(std::move(function), std::move(arguments)));
}

ExprPtr ExpressionParser::negated(bool negate, ExprPtr value) {
  return negate ? call("not", {std::move(value)}) : value;
}

// Spark's shape of a long chain, which is wide and not deep.
ExprPtr ExpressionParser::balanced(const char* function, const std::vector<ExprPtr>& terms, size_t first, size_t last) {
  if (first == last) return terms[first];
  const size_t middle = first + (last - first) / 2;
  return call(function, {balanced(function, terms, first, middle), balanced(function, terms, middle + 1, last)});
}

ExprPtr ExpressionParser::namedExpression() {
  if (atStar()) return star();
  ExprPtr value = expression();
  if (tokens_.takeWord("as")) return aliased(std::move(value));
  const bool isName = tokens_.peek().kind == TokenKind::kQuotedName ||
                      (tokens_.peek().kind == TokenKind::kWord && !isOperatorWord() && !endsExpression());
  return isName ? made(expr::alias(std::move(value), name())) : value;
}

// A name, or one for each column that explode() gives.
ExprPtr ExpressionParser::aliased(ExprPtr value) {
  if (!tokens_.takeSymbol("(")) return made(expr::alias(std::move(value), name()));
  std::vector<ExprPtr> parts{std::move(value)};
  do parts.push_back(textLiteral(name()));
  while (tokens_.takeSymbol(","));
  tokens_.expectSymbol(")");
  return call(std::string(kGeneratorNames), std::move(parts));
}

ExprPtr ExpressionParser::expression() {
  const Nested nested(*this);
  std::vector<ExprPtr> terms;
  do terms.push_back(conjunction());
  while (tokens_.takeWord("or"));
  return balanced("or", terms, 0, terms.size() - 1);
}

ExprPtr ExpressionParser::conjunction() {
  std::vector<ExprPtr> terms;
  do terms.push_back(negation());
  while (tokens_.takeWord("and"));
  return balanced("and", terms, 0, terms.size() - 1);
}

ExprPtr ExpressionParser::negation() {
  if (!tokens_.takeWord("not") && !tokens_.takeSymbol("!")) return predicated();
  const Nested nested(*this);
  return call("not", {negation()});
}

ExprPtr ExpressionParser::predicated() { return predicateOf(binary(0)); }

ExprPtr ExpressionParser::predicateOf(const ExprPtr& value) {
  if (tokens_.takeWord("is")) return isPredicate(value);
  constexpr std::array<std::string_view, 6> kMayBeNegated{"between", "in", "like", "ilike", "rlike", "regexp"};
  const bool negate = tokens_.atWord("not") && std::any_of(kMayBeNegated.begin(), kMayBeNegated.end(),
                                                           [&](auto word) { return tokens_.atWord(word, 1); });
  if (negate) tokens_.next();
  if (tokens_.takeWord("between")) {
    ExprPtr low = binary(0);
    tokens_.expectWord("and");
    return negated(negate, call("between", {value, std::move(low), binary(0)}));
  }
  if (tokens_.takeWord("in")) return negated(negate, inPredicate(value));
  if (tokens_.atWord("like") || tokens_.atWord("ilike")) return negated(negate, likePredicate(value));
  if (tokens_.takeWord("rlike") || tokens_.takeWord("regexp"))
    return negated(negate, call("rlike", {value, binary(0)}));
  return value;
}

ExprPtr ExpressionParser::isPredicate(const ExprPtr& value) {
  const bool negate = tokens_.takeWord("not");
  if (tokens_.takeWord("null") || tokens_.takeWord("unknown")) return call(negate ? "isnotnull" : "isnull", {value});
  if (tokens_.takeWord("true")) return negated(negate, call("<=>", {value, expr::boolean(true)}));
  if (tokens_.takeWord("false")) return negated(negate, call("<=>", {value, expr::boolean(false)}));
  if (!tokens_.takeWord("distinct")) tokens_.fail("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM was expected");
  tokens_.expectWord("from");
  return negated(!negate, call("<=>", {value, binary(0)}));
}

ExprPtr ExpressionParser::inPredicate(const ExprPtr& value) {
  tokens_.expectSymbol("(");
  if (atSubquery()) {
    tokens_.unsupported("subqueries", "join with the other DataFrame: join(other, condition, \"left_semi\")");
  }
  std::vector<ExprPtr> parts{value};
  do parts.push_back(expression());
  while (tokens_.takeSymbol(","));
  tokens_.expectSymbol(")");
  return call("in", std::move(parts));
}

ExprPtr ExpressionParser::likePredicate(const ExprPtr& value) {
  std::string function = lowerCase(tokens_.next().text);
  for (const std::string_view quantifier : {"any", "some", "all"}) {
    if (!tokens_.atWord(quantifier) || !tokens_.atSymbol("(", 1)) continue;
    tokens_.unsupported("LIKE " + upperCase(quantifier),
                        "write one LIKE for each pattern, with OR or AND between them");
  }
  ExprPtr match = call(std::move(function), {value, binary(0)});
  if (tokens_.atWord("escape")) tokens_.unsupported("ESCAPE", "write a backslash in front of % and _");
  return match;
}

// Operators of one strength are taken from the left.
ExprPtr ExpressionParser::binary(int weakest) {
  constexpr std::array<Operator, 16> kOperators{{{"=", "=", 0},
                                                 {"==", "=", 0},
                                                 {"<>", "!=", 0},
                                                 {"!=", "!=", 0},
                                                 {"<", "<", 0},
                                                 {"<=", "<=", 0},
                                                 {">", ">", 0},
                                                 {">=", ">=", 0},
                                                 {"<=>", "<=>", 0},
                                                 {"+", "+", 1},
                                                 {"-", "-", 1},
                                                 {"||", "concat", 1},
                                                 {"*", "*", 2},
                                                 {"/", "/", 2},
                                                 {"%", "%", 2},
                                                 {"div", "div", 2}}};
  ExprPtr left = signedValue();
  for (;;) {
    const auto* found = std::find_if(kOperators.begin(), kOperators.end(), [&](const Operator& candidate) {
      return tokens_.atSymbol(candidate.symbol) || (candidate.symbol == "div" && tokens_.atWord("div"));
    });
    if (found == kOperators.end() || found->strength < weakest) return left;
    tokens_.next();
    ExprPtr right = binary(found->strength + 1);
    const bool differs = found->function == std::string_view("!=");
    left = negated(differs, call(differs ? "=" : found->function, {std::move(left), std::move(right)}));
  }
}

// A minus in front of a number is part of it, so that the smallest int is one.
ExprPtr ExpressionParser::signedValue() {
  if (tokens_.atSymbol("-") && tokens_.peek(1).kind == TokenKind::kNumber) {
    tokens_.next();
    return withSuffixes(numberLiteral(tokens_.text(), tokens_.next(), true));
  }
  if (!tokens_.atSymbol("-") && !tokens_.atSymbol("+")) return withSuffixes(primary());
  const Nested nested(*this);
  std::string sign = tokens_.next().text;
  return call(std::move(sign), {signedValue()});
}

ExprPtr ExpressionParser::withSuffixes(ExprPtr value) {
  for (;;) {
    if (tokens_.takeSymbol("[")) {
      value = call("getItem", {std::move(value), expression()});
      tokens_.expectSymbol("]");
    } else if (tokens_.takeSymbol(".")) {
      value = call("getField", {std::move(value), textLiteral(name())});
    } else if (tokens_.takeSymbol("::")) {
      value = made(expr::cast(std::move(value), type()));
    } else {
      return value;
    }
  }
}

ExprPtr parseExpression(std::string_view sql) {
  TokenReader tokens(sql);
  ExprPtr parsed = ExpressionParser(tokens).namedExpression();
  tokens.expectEnd();
  return parsed;
}

}  // namespace ferro::sql
