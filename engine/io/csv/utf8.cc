#include "ferro/engine/io/csv/utf8.h"

#include <cstdint>
#include <cstring>

namespace ferro {
namespace {

struct Sequence {
  size_t length;  // of the character, or of what looked like the beginning of one
  bool valid;
};

unsigned char byteAt(std::string_view text, size_t position) { return static_cast<unsigned char>(text[position]); }

// The lowest and highest second byte that some first bytes allow: no overlong forms, no surrogates, nothing above
// U+10FFFF.
bool isSecondByte(unsigned char first, unsigned char second) {
  switch (first) {
    case 0xE0: return second >= 0xA0 && second <= 0xBF;
    case 0xED: return second >= 0x80 && second <= 0x9F;
    case 0xF0: return second >= 0x90 && second <= 0xBF;
    case 0xF4: return second >= 0x80 && second <= 0x8F;
    default: return second >= 0x80 && second <= 0xBF;
  }
}

Sequence sequenceAt(std::string_view text, size_t position) {
  const unsigned char first = byteAt(text, position);
  if (first < 0x80) return {1, true};
  if (first < 0xC2 || first > 0xF4) return {1, false};
  const size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  for (size_t i = 1; i < length; ++i) {
    if (position + i == text.size()) return {i, false};
    const unsigned char next = byteAt(text, position + i);
    if (i == 1 ? !isSecondByte(first, next) : (next & 0xC0) != 0x80) return {i, false};
  }
  return {length, true};
}

}  // namespace

void appendUtf8(char32_t character, std::string& to) {
  const auto add = [&](char32_t byte) { to.push_back(static_cast<char>(byte)); };
  if (character < 0x80) return add(character);
  if (character < 0x800) {
    add(0xC0 | character >> 6);
  } else {
    if (character < 0x10000) {
      add(0xE0 | character >> 12);
    } else {
      add(0xF0 | character >> 18);
      add(0x80 | (character >> 12 & 0x3F));
    }
    add(0x80 | (character >> 6 & 0x3F));
  }
  add(0x80 | (character & 0x3F));
}

size_t findBadUtf8(std::string_view text, size_t from) {
  size_t position = from;
  while (position < text.size()) {
    uint64_t eight = 0;
    if (text.size() - position >= sizeof(eight)) {
      std::memcpy(&eight, text.data() + position, sizeof(eight));
      if ((eight & 0x8080808080808080) == 0) {
        position += sizeof(eight);
        continue;
      }
    }
    const Sequence sequence = sequenceAt(text, position);
    if (!sequence.valid) return position;
    position += sequence.length;
  }
  return std::string_view::npos;
}

std::string repairedUtf8(std::string_view text) {
  std::string repaired;
  repaired.reserve(text.size());
  size_t position = 0;
  while (position < text.size()) {
    const size_t bad = findBadUtf8(text, position);
    repaired.append(text.substr(position, bad - position));
    if (bad == std::string_view::npos) break;
    appendUtf8(kReplacementCharacter, repaired);
    position = bad + sequenceAt(text, bad).length;
  }
  return repaired;
}

}  // namespace ferro
