#include "ferro/engine/expr/java_flags.h"

#include "ferro/engine/expr/java_pattern.h"
#include "ferro/engine/expr/utf8_text.h"

namespace ferro {
namespace {

bool isPatternSpace(char32_t letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

int patternHexDigit(char32_t letter) {
  if (isAsciiDigit(letter)) return static_cast<int>(letter - '0');
  if (letter >= 'a' && letter <= 'f') return static_cast<int>(letter - 'a') + 10;
  if (letter >= 'A' && letter <= 'F') return static_cast<int>(letter - 'A') + 10;
  return -1;
}

char32_t readHex(PatternReader& reader, int digits, const char* reason) {
  char32_t value = 0;
  for (int i = 0; i < digits; ++i) {
    const int digit = patternHexDigit(reader.next());
    if (digit < 0) reader.fail(reason);
    value = value * 16 + static_cast<char32_t>(digit);
  }
  return value;
}

char32_t readUnicode(PatternReader& reader) {
  constexpr const char* kReason = "Illegal Unicode escape sequence";
  const char32_t first = readHex(reader, 4, kReason);
  const bool pair = first >= 0xd800 && first < 0xdc00 && reader.peek() == '\\' && reader.peek(1) == 'u';
  if (!pair) return first;
  reader.next();
  reader.next();
  const char32_t second = readHex(reader, 4, kReason);
  if (second < 0xdc00 || second > 0xdfff) reader.fail("a half of a surrogate pair");
  return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

char32_t readHexadecimal(PatternReader& reader) {
  constexpr const char* kReason = "Illegal hexadecimal escape sequence";
  if (!reader.take('{')) return readHex(reader, 2, kReason);
  char32_t value = 0;
  bool any = false;
  while (patternHexDigit(reader.peek()) >= 0) {
    value = value * 16 + static_cast<char32_t>(patternHexDigit(reader.next()));
    any = true;
    if (value > 0x10ffff) reader.fail("Hexadecimal codepoint is too big");
  }
  if (!any || !reader.take('}')) reader.fail("Unclosed hexadecimal escape sequence");
  return value;
}

char32_t readOctal(PatternReader& reader) {
  const auto isOctal = [](char32_t letter) { return letter >= '0' && letter <= '7'; };
  if (!isOctal(reader.peek())) reader.fail("Illegal octal escape sequence");
  char32_t value = reader.next() - '0';
  const int most = value <= 3 ? 3 : 2;
  for (int digits = 1; digits < most && isOctal(reader.peek()); ++digits) value = value * 8 + (reader.next() - '0');
  return value;
}

}  // namespace

PatternReader::PatternReader(std::string_view pattern) : pattern_(pattern) {
  for (size_t i = 0; i < pattern.size();) {
    const size_t bytes = characterBytes(pattern.substr(i));
    const auto first = static_cast<unsigned char>(pattern[i]);
    char32_t point = bytes == 1 ? first : bytes == 2 ? first & 0x1f : bytes == 3 ? first & 0x0f : first & 0x07;
    for (size_t byte = 1; byte < bytes; ++byte)
      point = point << 6 | (static_cast<unsigned char>(pattern[i + byte]) & 0x3f);
    points_ += point;
    i += bytes;
  }
}

bool PatternReader::take(char32_t expected) {
  if (peek() != expected) return false;
  ++at_;
  return true;
}

void PatternReader::skipComments(const JavaFlags& flags) {
  if (!flags.comments) return;
  while (!atEnd()) {
    if (isPatternSpace(peek())) {
      ++at_;
    } else if (peek() == '#') {
      while (!atEnd() && peek() != '\n' && peek() != '\r' && peek() != 0x85 && peek() != 0x2028 && peek() != 0x2029)
        ++at_;
    } else {
      return;
    }
  }
}

std::u32string PatternReader::quoted() {
  std::u32string text;
  while (!atEnd()) {
    if (peek() == '\\' && peek(1) == 'E') {
      at_ += 2;
      return text;
    }
    text += next();
  }
  return text;
}

void PatternReader::fail(const std::string& reason) const {
  throwInvalidPattern(pattern_, reason + " near index " + std::to_string(at_));
}

std::string pcreLetter(char32_t letter) {
  const bool plain = isAsciiDigit(letter) || isAsciiLetter(letter);
  if (plain) return std::string(1, static_cast<char>(letter));
  if (letter > ' ' && letter < 0x7f) return {'\\', static_cast<char>(letter)};
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (char32_t rest = letter; rest != 0 || digits.empty(); rest /= 16) digits.insert(0, 1, kDigits[rest % 16]);
  return "\\x{" + digits + "}";
}

bool readCharacterEscape(PatternReader& reader, char32_t letter, char32_t& value) {
  switch (letter) {
    case '0': value = readOctal(reader); return true;
    case 'a': value = 7; return true;
    case 'e': value = 27; return true;
    case 'f': value = '\f'; return true;
    case 'n': value = '\n'; return true;
    case 'r': value = '\r'; return true;
    case 't': value = '\t'; return true;
    case 'x': value = readHexadecimal(reader); return true;
    case 'u': value = readUnicode(reader); return true;
    case 'c':
      if (reader.atEnd()) reader.fail("Illegal control escape sequence");
      value = reader.next() ^ 64;
      return true;
    default:
      if (isAsciiLetter(letter) || isAsciiDigit(letter)) return false;
      value = letter;
      return true;
  }
}

}  // namespace ferro
