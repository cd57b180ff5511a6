#include "ferro/engine/frame/display_width.h"

#include <array>
#include <cstdint>
#include <utility>

namespace ferro {
namespace {

// The blocks that Spark takes for full-width.
constexpr std::array<std::pair<uint32_t, uint32_t>, 10> kWide{{{0x1100, 0x115F},
                                                               {0x2E80, 0x303E},
                                                               {0x3041, 0x33FF},
                                                               {0x3400, 0x4DBF},
                                                               {0x4E00, 0x9FFF},
                                                               {0xA000, 0xA4CF},
                                                               {0xAC00, 0xD7A3},
                                                               {0xF900, 0xFAFF},
                                                               {0xFE30, 0xFE4F},
                                                               {0xFF00, 0xFFE6}}};

struct Character {
  uint32_t code = 0;
  size_t bytes = 1;
};

Character characterAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[at + i]); };
  const uint8_t first = byte(0);
  size_t length = 1;
  uint32_t code = first;
  if (first >= 0xF0) length = 4, code = first & 0x07U;
  else if (first >= 0xE0) length = 3, code = first & 0x0FU;
  else if (first >= 0xC0) length = 2, code = first & 0x1FU;
  if (length == 1 || at + length > text.size()) return {first, 1};
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {first, 1};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  return {code, length};
}

bool isWide(uint32_t code) {
  for (const auto& [from, to] : kWide) {
    if (code >= from && code <= to) return true;
  }
  return false;
}

size_t javaLength(uint32_t code) { return code > 0xFFFF ? 2 : 1; }

}  // namespace

size_t displayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t at = 0; at < text.size();) {
    const Character character = characterAt(text, at);
    width += isWide(character.code) ? 2 : javaLength(character.code);
    at += character.bytes;
  }
  return width;
}

size_t characterCount(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const Character character = characterAt(text, at);
    count += javaLength(character.code);
    at += character.bytes;
  }
  return count;
}

std::string_view firstCharacters(std::string_view text, size_t count) {
  size_t at = 0;
  while (at < text.size()) {
    const Character character = characterAt(text, at);
    const size_t length = javaLength(character.code);
    if (length > count) break;
    count -= length;
    at += character.bytes;
  }
  return text.substr(0, at);
}

}  // namespace ferro
