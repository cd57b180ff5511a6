#include "ferro/engine/expr/utf8_text.h"

namespace ferro {

namespace {

// How many bytes the first byte says that its character has; 0 when none begins with it.
size_t bytesOfLead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : (lead < 0xf0 ? 3 : 4);
}

// Some leads leave less room for what follows: longer forms of short characters, surrogates, beyond U+10FFFF.
bool mayFollow(unsigned char lead, unsigned char second) {
  if (second < 0x80 || second > 0xbf) return false;
  switch (lead) {
    case 0xe0: return second >= 0xa0;
    case 0xed: return second <= 0x9f;
    case 0xf0: return second >= 0x90;
    case 0xf4: return second <= 0x8f;
    default: return true;
  }
}

// The bytes of the character at the front, or 0; `broken` is then how many bytes stand for one unknown character.
size_t wholeCharacter(std::string_view text, size_t& broken) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const size_t bytes = bytesOfLead(lead);
  broken = 1;
  if (bytes <= 1) return bytes;
  if (text.size() < 2 || !mayFollow(lead, static_cast<unsigned char>(text[1]))) return 0;
  for (broken = 2; broken < bytes; ++broken) {
    if (broken >= text.size() || !isContinuation(text[broken])) return 0;
  }
  return bytes;
}

}  // namespace

bool isUtf8(std::string_view text) {
  for (size_t broken = 0; !text.empty();) {
    const size_t bytes = wholeCharacter(text, broken);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

std::string replacedUtf8(std::string_view text) {
  std::string replaced;
  for (size_t broken = 0; !text.empty();) {
    const size_t bytes = wholeCharacter(text, broken);
    replaced += bytes == 0 ? std::string_view("\uFFFD") : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? broken : bytes);
  }
  return replaced;
}

}  // namespace ferro
