#include "ferro/engine/sql/string_escapes.h"

#include <cstdint>
#include <optional>

namespace ferro::sql {
namespace {

int digitOf(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return 99;
}

std::optional<uint32_t> codeOf(std::string_view digits, size_t count, uint32_t base) {
  if (digits.size() < count) return std::nullopt;
  uint32_t code = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto digit = static_cast<uint32_t>(digitOf(digits[i]));
    if (digit >= base) return std::nullopt;
    code = code * base + digit;
  }
  return code;
}

void appendUtf8(std::string& text, uint32_t code) {
  const auto rest = [&](int shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6));
    rest(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12));
    rest(6);
    rest(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18));
    rest(12);
    rest(6);
    rest(0);
  }
}

bool isScalarValue(uint32_t code) { return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF); }

// Letters by their number: \u and 4 digits, \U and 8, or 3 octal digits. Gives how many letters it took behind the
// backslash; 0 when it is none of these.
size_t appendNumbered(std::string& text, std::string_view escape) {
  const size_t digits = escape[0] == 'u' ? 4 : escape[0] == 'U' ? 8 : 0;
  const auto code = digits > 0 ? codeOf(escape.substr(1), digits, 16) : codeOf(escape, 3, 8);
  const bool isOctal = digits == 0 && escape[0] <= '1';
  if (!code || !isScalarValue(*code) || (digits == 0 && !isOctal)) return 0;
  appendUtf8(text, *code);
  return digits > 0 ? digits + 1 : 3;
}

void appendEscaped(std::string& text, char letter) {
  switch (letter) {
    case '0': text += '\0'; return;
    case 'b': text += '\b'; return;
    case 'n': text += '\n'; return;
    case 'r': text += '\r'; return;
    case 't': text += '\t'; return;
    case 'Z': text += '\x1A'; return;
    case '%':
    case '_': text += '\\'; break;
    default: break;
  }
  text += letter;
}

}  // namespace

std::string unescaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const size_t taken = appendNumbered(result, text.substr(i + 1));
    if (taken == 0) appendEscaped(result, text[i + 1]);
    i += taken == 0 ? 1 : taken;
  }
  return result;
}

}  // namespace ferro::sql
