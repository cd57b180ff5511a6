// Parses Spark SQL expressions into Ferro's, by recursive descent with Spark's precedence: OR, AND, NOT, predicates
// (BETWEEN, IN, LIKE, IS), comparisons, + - ||, * / % DIV, signs, and what stands behind a value ([i], .field, ::type).
// Names are not looked up here. Nesting is limited, so no text can use up the stack. For one text and one thread.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ferro/engine/expr/expr.h"
#include "ferro/engine/sql/token_reader.h"

namespace ferro::sql {

class ExpressionParser {
 public:
  // In a statement, the words that begin its clauses (FROM, WHERE, ...) end an expression; alone they are names.
  explicit ExpressionParser(TokenReader& tokens, bool inStatement = false)
      : tokens_(tokens), inStatement_(inStatement) {}

  // An expression, `*` or `t.*`, with a name behind it or not: an entry of a select list.
  ExprPtr namedExpression();
  ExprPtr expression();
  // Whether the next token begins or continues a clause of the statement.
  bool atClause() const;

 private:
  struct Operator;
  class Nested;

  ExprPtr conjunction();
  ExprPtr negation();
  ExprPtr predicated();
  ExprPtr predicateOf(const ExprPtr& value);
  ExprPtr isPredicate(const ExprPtr& value);
  ExprPtr inPredicate(const ExprPtr& value);
  ExprPtr likePredicate(const ExprPtr& value);
  ExprPtr binary(int weakest);
  ExprPtr signedValue();
  ExprPtr withSuffixes(ExprPtr value);
  ExprPtr primary();
  ExprPtr wordPrimary();
  ExprPtr text();
  ExprPtr parenthesized();
  ExprPtr caseExpression();
  ExprPtr castCall();
  ExprPtr functionCall();
  ExprPtr wordedCall(const std::string& function);
  bool firstArgumentHas(std::string_view word) const;
  ExprPtr aliased(ExprPtr value);
  std::vector<ExprPtr> arguments(const std::string& function);
  ExprPtr argument(const std::string& function);
  ExprPtr column();
  ExprPtr star();
  TypePtr type();
  std::string name();

  bool atStar() const;
  bool atSubquery() const { return tokens_.atWord("select") || tokens_.atWord("with"); }
  bool endsExpression() const;
  bool isOperatorWord() const;
  void refuseWindow(const std::string& function) const;

  ExprPtr call(std::string function, std::vector<ExprPtr> arguments);
  ExprPtr negated(bool negate, ExprPtr value);
  // A node that is as deep as its deepest child and one more. Error when that is too deep.
  ExprPtr made(ExprPtr node);
  ExprPtr balanced(const char* function, const std::vector<ExprPtr>& terms, size_t first, size_t last);

  TokenReader& tokens_;
  bool inStatement_;
  int nesting_ = 0;
  int openCases_ = 0;
  std::unordered_map<const Expr*, int> depths_{};  // of the nodes that have children
};

// One expression, named or not, and nothing behind it: what expr() and selectExpr() take.
ExprPtr parseExpression(std::string_view sql);

}  // namespace ferro::sql
