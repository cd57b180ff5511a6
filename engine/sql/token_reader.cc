#include "ferro/engine/sql/token_reader.h"

#include <algorithm>

#include "ferro/common/letter_case.h"
#include "ferro/engine/sql/scanner.h"
#include "ferro/engine/sql/syntax_error.h"

namespace ferro::sql {

TokenReader::TokenReader(std::string_view sql) : sql_(sql), tokens_(scan(sql)) {}

const Token& TokenReader::peek(size_t ahead) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }

Token TokenReader::next() {
  const Token& token = peek();
  at_ = std::min(at_ + 1, tokens_.size() - 1);
  return token;
}

bool TokenReader::atWord(std::string_view keyword, size_t ahead) const {
  return peek(ahead).kind == TokenKind::kWord && equalIgnoringCase(peek(ahead).text, keyword);
}

bool TokenReader::atSymbol(std::string_view symbol, size_t ahead) const {
  return peek(ahead).kind == TokenKind::kSymbol && peek(ahead).text == symbol;
}

bool TokenReader::takeWord(std::string_view keyword) {
  if (!atWord(keyword)) return false;
  next();
  return true;
}

bool TokenReader::takeSymbol(std::string_view symbol) {
  if (!atSymbol(symbol)) return false;
  next();
  return true;
}

void TokenReader::expectWord(std::string_view keyword) {
  if (!takeWord(keyword)) fail(upperCase(keyword) + " was expected");
}

void TokenReader::expectSymbol(std::string_view symbol) {
  if (!takeSymbol(symbol)) fail("'" + std::string(symbol) + "' was expected");
}

void TokenReader::expectEnd() {
  if (!atEnd()) fail("an operator or the end was expected");
}

std::string_view TokenReader::textSince(size_t begin) const {
  return sql_.substr(begin, (at_ == 0 ? begin : tokens_[at_ - 1].end) - begin);
}

void TokenReader::fail(std::string_view problem) const {
  throwSyntaxError(sql_, peek().begin, sql_.substr(peek().begin, peek().end - peek().begin), problem);
}

void TokenReader::unsupported(std::string_view feature, std::string_view instead) const {
  throwUnsupported(sql_, peek().begin, feature, instead);
}

}  // namespace ferro::sql
