#include "ferro/engine/sql/scanner.h"

#include <algorithm>
#include <array>

#include "ferro/common/letter_case.h"
#include "ferro/engine/sql/string_escapes.h"
#include "ferro/engine/sql/syntax_error.h"

namespace ferro::sql {
namespace {

bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }
bool isSpace(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

// Every letter outside of ASCII may be part of a name.
bool isWordLetter(char letter) {
  return isDigit(letter) || letter == '_' || static_cast<unsigned char>(letter) >= 0x80 ||
         (lowerCase(letter) >= 'a' && lowerCase(letter) <= 'z');
}

class Scanner {
 public:
  explicit Scanner(std::string_view sql) : sql_(sql) {}

  std::vector<Token> all() {
    for (skipSpace(); at_ < sql_.size(); skipSpace()) tokens_.push_back(next());
    tokens_.push_back({TokenKind::kEnd, "", sql_.size(), sql_.size()});
    return std::move(tokens_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0'; }
  bool startsWith(std::string_view text) const { return sql_.substr(at_).starts_with(text); }

  void skipSpace() {
    while (at_ < sql_.size()) {
      if (isSpace(peek())) ++at_;
      else if (startsWith("--")) at_ = std::min(sql_.find('\n', at_), sql_.size());
      else if (startsWith("/*")) skipComment();
      else return;
    }
  }

  // Comments may stand in comments.
  void skipComment() {
    const size_t begin = at_;
    int open = 0;
    do {
      if (at_ >= sql_.size()) throwSyntaxError(sql_, begin, "/*", "the comment has no closing */");
      const bool opens = startsWith("/*");
      const bool closes = startsWith("*/");
      open += opens ? 1 : closes ? -1 : 0;
      at_ += opens || closes ? 2 : 1;
    } while (open > 0);
  }

  Token next() {
    const char letter = peek();
    if (letter == '`') return quotedName();
    if (letter == '\'' || letter == '"') return text(at_, false);
    if (lowerCase(letter) == 'r' && (peek(1) == '\'' || peek(1) == '"')) return text(at_++, true);
    if (isDigit(letter) || (letter == '.' && isDigit(peek(1)) && !followsName())) return number();
    if (isWordLetter(letter)) return word(at_);
    return symbol();
  }

  // In `t.1` the dot takes a field of t, and in `.1` it begins a number.
  bool followsName() const {
    if (tokens_.empty() || tokens_.back().end != at_) return false;
    const Token& last = tokens_.back();
    return last.kind == TokenKind::kWord || last.kind == TokenKind::kQuotedName || last.text == ")" || last.text == "]";
  }

  Token made(TokenKind kind, std::string text, size_t begin) const { return {kind, std::move(text), begin, at_}; }

  Token word(size_t begin) {
    while (isWordLetter(peek())) ++at_;
    return made(TokenKind::kWord, std::string(sql_.substr(begin, at_ - begin)), begin);
  }

  Token quotedName() {
    const size_t begin = at_++;
    std::string name;
    for (; at_ < sql_.size(); ++at_) {
      if (peek() == '`') {
        if (peek(1) != '`') {
          ++at_;
          return made(TokenKind::kQuotedName, std::move(name), begin);
        }
        ++at_;
      }
      name += peek();
    }
    throwSyntaxError(sql_, begin, "`", "the name has no closing `");
  }

  // A quote inside is written twice, or behind a backslash.
  Token text(size_t begin, bool raw) {
    const char quote = peek();
    std::string content;
    for (++at_; at_ < sql_.size(); ++at_) {
      if (peek() == '\\' && !raw && at_ + 1 < sql_.size()) {
        content += peek();
        ++at_;
      } else if (peek() == quote) {
        const bool doubled = !raw && peek(1) == quote;
        if (!doubled) {
          ++at_;
          return made(TokenKind::kText, raw ? content : unescaped(content), begin);
        }
        content += '\\';
        ++at_;
      }
      content += peek();
    }
    throwSyntaxError(sql_, begin, sql_.substr(begin, 1), "the text has no closing " + std::string(1, quote));
  }

  void skipDigits() {
    while (isDigit(peek())) ++at_;
  }

  // `1`, `1.5`, `.5`, `1e-3`, each with a suffix of letters. `2nd` is a name.
  Token number() {
    const size_t begin = at_;
    skipDigits();
    const bool hasPoint = peek() == '.';
    if (hasPoint) ++at_;
    skipDigits();
    const size_t sign = lowerCase(peek()) == 'e' && (peek(1) == '+' || peek(1) == '-') ? 1 : 0;
    if (lowerCase(peek()) == 'e' && isDigit(peek(1 + sign))) {
      at_ += 1 + sign;
      skipDigits();
    }
    const size_t suffix = at_;
    while (isWordLetter(peek())) ++at_;
    if (isSuffix(sql_.substr(suffix, at_ - suffix))) {
      return made(TokenKind::kNumber, std::string(sql_.substr(begin, at_ - begin)), begin);
    }
    const std::string_view whole = sql_.substr(begin, at_ - begin);
    if (std::all_of(whole.begin(), whole.end(), isWordLetter)) return word(begin);
    throwSyntaxError(sql_, begin, whole, "a number ends with a digit, or with one of L, S, Y, D, F and BD");
  }

  static bool isSuffix(std::string_view letters) {
    constexpr std::array<std::string_view, 7> kSuffixes{"", "l", "s", "y", "d", "f", "bd"};
    return std::find(kSuffixes.begin(), kSuffixes.end(), lowerCase(letters)) != kSuffixes.end();
  }

  Token symbol() {
    constexpr std::array<std::string_view, 8> kLong{"<=>", "==", "<>", "!=", "<=", ">=", "||", "::"};
    constexpr std::string_view kShort = "+-*/%=<>!()[],.;:&|^~?";
    const size_t begin = at_;
    for (const std::string_view known : kLong) {
      if (!startsWith(known)) continue;
      at_ += known.size();
      return made(TokenKind::kSymbol, std::string(known), begin);
    }
    if (kShort.find(peek()) == std::string_view::npos) {
      throwSyntaxError(sql_, at_, sql_.substr(at_, 1), "SQL has no such symbol");
    }
    ++at_;
    return made(TokenKind::kSymbol, std::string(sql_.substr(begin, 1)), begin);
  }

  std::string_view sql_;
  size_t at_ = 0;
  std::vector<Token> tokens_{};
};

}  // namespace

std::vector<Token> scan(std::string_view sql) { return Scanner(sql).all(); }

}  // namespace ferro::sql
