// The tokens of one SQL text, read from the first to the last. What a parser holds; one thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ferro/engine/sql/token.h"

namespace ferro::sql {

class TokenReader {
 public:
  // The text must outlive the reader.
  explicit TokenReader(std::string_view sql);

  const Token& peek(size_t ahead = 0) const;
  Token next();

  // Keywords are given in small letters; how they were written does not matter. A name in backquotes is no keyword.
  bool atWord(std::string_view keyword, size_t ahead = 0) const;
  bool atSymbol(std::string_view symbol, size_t ahead = 0) const;
  bool atEnd() const { return peek().kind == TokenKind::kEnd; }
  bool takeWord(std::string_view keyword);
  bool takeSymbol(std::string_view symbol);
  void expectWord(std::string_view keyword);
  void expectSymbol(std::string_view symbol);
  void expectEnd();

  // The text from one token's place to the end of the last one taken.
  std::string_view textSince(size_t begin) const;
  std::string_view text() const { return sql_; }

  // Errors at the next token.
  [[noreturn]] void fail(std::string_view problem) const;
  [[noreturn]] void unsupported(std::string_view feature, std::string_view instead) const;

 private:
  std::string_view sql_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
};

}  // namespace ferro::sql
