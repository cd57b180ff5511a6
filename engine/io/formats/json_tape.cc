#include "ferro/engine/io/formats/json_tape.h"

#include <array>
#include <cctype>

namespace ferro {
namespace {

constexpr int kMaxDepth = 1000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

void appendCodePoint(uint32_t point, std::string& text) {
  if (point < 0x80) {
    text.push_back(static_cast<char>(point));
  } else if (point < 0x800) {
    text.append({static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))});
  } else if (point < 0x10000) {
    text.append({static_cast<char>(0xE0 | point >> 12), static_cast<char>(0x80 | (point >> 6 & 0x3F)),
                 static_cast<char>(0x80 | (point & 0x3F))});
  } else {
    text.append({static_cast<char>(0xF0 | point >> 18), static_cast<char>(0x80 | (point >> 12 & 0x3F)),
                 static_cast<char>(0x80 | (point >> 6 & 0x3F)), static_cast<char>(0x80 | (point & 0x3F))});
  }
}

}  // namespace

// Recursive descent; after a failure nothing more is read.
class JsonTape::Parser {
 public:
  Parser(JsonTape& tape, std::string_view text, size_t position, const JsonSyntax& syntax)
      : tape_(tape), text_(text), position_(position), syntax_(syntax) {}

  size_t position() const { return position_; }
  const std::optional<JsonError>& error() const { return error_; }
  bool atEnd() const { return position_ == text_.size(); }

  void skipSpace() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        ++position_;
      } else if (!syntax_.comments || !skipComment()) {
        return;
      }
    }
  }

  bool value(int depth) {
    if (depth > kMaxDepth) return fail("is nested deeper than 1000 levels");
    if (atEnd()) return fail("ends where a value is expected");
    const char c = text_[position_];
    if (c == '{') return object(depth);
    if (c == '[') return array(depth);
    if (c == '"' || (c == '\'' && syntax_.singleQuotes)) return string();
    if (c == '-' || c == '+' || isDigit(c)) return number();
    return word();
  }

  bool fail(const char* what) {
    if (!error_) error_ = JsonError{position_, what};
    return false;
  }

 private:
  bool skipComment() {
    const std::string_view rest = text_.substr(position_);
    if (rest.starts_with("//")) {
      position_ = std::min(text_.find('\n', position_), text_.size());
      return true;
    }
    if (!rest.starts_with("/*")) return false;
    const size_t end = text_.find("*/", position_ + 2);
    position_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
  }

  size_t open(JsonKind kind) {
    tape_.nodes_.push_back({kind, 0, {}});
    return tape_.nodes_.size() - 1;
  }

  bool close(size_t node, size_t begin) {
    tape_.nodes_[node].next = static_cast<uint32_t>(tape_.nodes_.size());
    tape_.nodes_[node].text = text_.substr(begin, position_ - begin);
    return true;
  }

  bool leaf(JsonKind kind, std::string_view text) {
    tape_.nodes_.push_back({kind, static_cast<uint32_t>(tape_.nodes_.size() + 1), text});
    return true;
  }

  bool take(char wanted) {
    if (atEnd() || text_[position_] != wanted) return false;
    ++position_;
    return true;
  }

  bool object(int depth) {
    const size_t begin = position_++;
    const size_t node = open(JsonKind::kObject);
    skipSpace();
    if (take('}')) return close(node, begin);
    while (true) {
      if (!name()) return false;
      skipSpace();
      if (!take(':')) return fail("lacks a colon behind a name");
      skipSpace();
      if (!value(depth + 1)) return false;
      skipSpace();
      if (take('}')) return close(node, begin);
      if (!take(',')) return fail("lacks a comma or a closing brace");
      skipSpace();
    }
  }

  bool array(int depth) {
    const size_t begin = position_++;
    const size_t node = open(JsonKind::kArray);
    skipSpace();
    if (take(']')) return close(node, begin);
    while (true) {
      if (!value(depth + 1)) return false;
      skipSpace();
      if (take(']')) return close(node, begin);
      if (!take(',')) return fail("lacks a comma or a closing bracket");
      skipSpace();
    }
  }

  bool name() {
    if (!atEnd() && (text_[position_] == '"' || (text_[position_] == '\'' && syntax_.singleQuotes))) return string();
    if (!syntax_.unquotedNames) return fail("lacks a name in quotes");
    const size_t begin = position_;
    while (!atEnd() && (std::isalnum(static_cast<unsigned char>(text_[position_])) != 0 || text_[position_] == '_' ||
                        text_[position_] == '$')) {
      ++position_;
    }
    if (position_ == begin) return fail("lacks a name");
    return leaf(JsonKind::kString, text_.substr(begin, position_ - begin));
  }

  bool string() {
    const char quote = text_[position_++];
    const size_t begin = position_;
    for (; position_ < text_.size(); ++position_) {
      const char c = text_[position_];
      if (c == quote) {
        leaf(JsonKind::kString, text_.substr(begin, position_ - begin));
        ++position_;
        return true;
      }
      if (c == '\\') return escapedString(quote, begin);
      if (static_cast<unsigned char>(c) < 0x20 && !syntax_.controlCharacters) {
        return fail("has a control character in a string");
      }
    }
    return fail("ends within a string");
  }

  // The tape's own buffer has room for all of the text, so views into it stay.
  bool escapedString(char quote, size_t begin) {
    const size_t kept = tape_.unescaped_.size();
    tape_.unescaped_.append(text_.substr(begin, position_ - begin));
    while (position_ < text_.size()) {
      const char c = text_[position_++];
      if (c == quote) {
        return leaf(JsonKind::kString, std::string_view(tape_.unescaped_).substr(kept));
      }
      if (c == '\\') {
        if (!escape()) return false;
      } else if (static_cast<unsigned char>(c) < 0x20 && !syntax_.controlCharacters) {
        return fail("has a control character in a string");
      } else {
        tape_.unescaped_.push_back(c);
      }
    }
    return fail("ends within a string");
  }

  bool escape() {
    if (atEnd()) return fail("ends within a string");
    const char c = text_[position_++];
    switch (c) {
      case '"':
      case '\\':
      case '/': tape_.unescaped_.push_back(c); return true;
      case 'b': tape_.unescaped_.push_back('\b'); return true;
      case 'f': tape_.unescaped_.push_back('\f'); return true;
      case 'n': tape_.unescaped_.push_back('\n'); return true;
      case 'r': tape_.unescaped_.push_back('\r'); return true;
      case 't': tape_.unescaped_.push_back('\t'); return true;
      case 'u': return unicodeEscape();
      default:
        if (c != '\'' && !syntax_.anyEscape) return fail("has an unknown escape in a string");
        tape_.unescaped_.push_back(c);
        return true;
    }
  }

  bool hexDigits(uint32_t& point) {
    if (text_.size() - position_ < 4) return fail("ends within an escape");
    point = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = text_[position_++];
      if (std::isxdigit(static_cast<unsigned char>(c)) == 0) return fail("has an escape that is no number");
      point = point * 16 + static_cast<uint32_t>(isDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return true;
  }

  bool unicodeEscape() {
    uint32_t point = 0;
    if (!hexDigits(point)) return false;
    const bool leads = point >= 0xD800 && point < 0xDC00;
    if (leads && text_.substr(position_).starts_with("\\u")) {
      const size_t before = position_;
      position_ += 2;
      uint32_t low = 0;
      if (!hexDigits(low)) return false;
      if (low >= 0xDC00 && low < 0xE000) {
        appendCodePoint(0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00), tape_.unescaped_);
        return true;
      }
      position_ = before;
    }
    // Half of a pair alone is no character; Java writes a question mark for it.
    appendCodePoint(point >= 0xD800 && point < 0xE000 ? '?' : point, tape_.unescaped_);
    return true;
  }

  size_t digits() {
    const size_t begin = position_;
    while (!atEnd() && isDigit(text_[position_])) ++position_;
    return position_ - begin;
  }

  bool number() {
    const size_t begin = position_;
    const bool plus = take('+');
    if (!plus) take('-');
    if (plus || (!atEnd() && !isDigit(text_[position_]))) {
      position_ = begin;
      return word();
    }
    const bool leadingZero = !atEnd() && text_[position_] == '0';
    const size_t whole = digits();
    if (whole == 0) return fail("has a sign without a number");
    if (leadingZero && whole > 1 && !syntax_.leadingZeros) return fail("has a number that begins with 0");
    JsonKind kind = JsonKind::kInteger;
    if (take('.')) {
      kind = JsonKind::kReal;
      if (digits() == 0) return fail("has a number without digits behind its point");
    }
    if (take('e') || take('E')) {
      kind = JsonKind::kReal;
      if (!take('+')) take('-');
      if (digits() == 0) return fail("has a number without digits in its exponent");
    }
    return leaf(kind, text_.substr(begin, position_ - begin));
  }

  bool word() {
    struct Word {
      std::string_view text;
      JsonKind kind;
    };
    static constexpr std::array<Word, 3> kWords{
        {{"null", JsonKind::kNull}, {"true", JsonKind::kTrue}, {"false", JsonKind::kFalse}}};
    static constexpr std::array<std::string_view, 6> kNonNumbers = {"NaN",       "Infinity", "-Infinity",
                                                                    "+Infinity", "-INF",     "+INF"};
    const size_t begin = position_;
    if (text_[position_] == '-' || text_[position_] == '+') ++position_;
    while (!atEnd() && std::isalnum(static_cast<unsigned char>(text_[position_])) != 0) ++position_;
    const std::string_view found = text_.substr(begin, position_ - begin);
    for (const Word& one : kWords) {
      if (found == one.text) return leaf(one.kind, found);
    }
    for (const std::string_view one : kNonNumbers) {
      if (syntax_.nonNumbers && found == one) return leaf(JsonKind::kReal, found);
    }
    position_ = begin;
    return fail("has something that is no value");
  }

  JsonTape& tape_;
  std::string_view text_;
  size_t position_;
  const JsonSyntax& syntax_;
  std::optional<JsonError> error_;
};

std::optional<JsonError> JsonTape::parse(std::string_view text, const JsonSyntax& syntax) {
  size_t position = 0;
  auto error = parseNext(text, position, syntax);
  if (!error && position < text.size()) error = JsonError{position, "has more behind its value"};
  return error;
}

std::optional<JsonError> JsonTape::parseNext(std::string_view text, size_t& position, const JsonSyntax& syntax) {
  nodes_.clear();
  unescaped_.clear();
  // A string never grows when its escapes are resolved.
  unescaped_.reserve(text.size() - position);
  Parser parser(*this, text, position, syntax);
  parser.skipSpace();
  if (!parser.atEnd()) parser.value(0);
  if (!parser.error()) parser.skipSpace();
  position = parser.position();
  if (parser.error()) nodes_.clear();
  return parser.error();
}

std::optional<size_t> JsonTape::member(size_t object, std::string_view name) const {
  std::optional<size_t> found;
  if (nodes_[object].kind != JsonKind::kObject) return found;
  for (size_t node = object + 1; node < nodes_[object].next; node = nodes_[node + 1].next) {
    if (nodes_[node].text == name) found = node + 1;
  }
  return found;
}

}  // namespace ferro
