// The words, names, numbers, texts and symbols that SQL text is made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ferro::sql {

enum class TokenKind : uint8_t {
  kWord,        // a keyword or a name, as it was written
  kQuotedName,  // a name in backquotes, without them
  kNumber,      // with its suffix: 1, 2.5, 1e3, 7L
  kText,        // what stood in quotes, its escapes resolved
  kSymbol,      // one of <=> == <> != <= >= || :: and single letters
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text{};
  size_t begin = 0;  // where it stands in the SQL text
  size_t end = 0;
};

}  // namespace ferro::sql
