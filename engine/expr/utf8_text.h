// Text counted in characters, which are UTF-8's code points. A byte that begins no character counts as one. Text that
// came from bytes may be no UTF-8. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ferro {

inline bool isContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

// How many bytes the character at the front has; at least 1.
inline size_t characterBytes(std::string_view text) {
  size_t bytes = 1;
  while (bytes < text.size() && isContinuation(text[bytes])) ++bytes;
  return bytes;
}

inline int64_t countCharacters(std::string_view text) {
  int64_t count = 0;
  for (const char byte : text) count += isContinuation(byte) ? 0 : 1;
  return count;
}

// The byte at which the character number `index` begins; the size of the text when it has fewer.
inline size_t byteOfCharacter(std::string_view text, int64_t index) {
  size_t at = 0;
  for (; index > 0 && at < text.size(); --index) at += characterBytes(text.substr(at));
  return at;
}

// The characters from number `begin` up to but not including `end`.
inline std::string_view charactersBetween(std::string_view text, int64_t begin, int64_t end) {
  if (end <= begin) return {};
  const size_t first = byteOfCharacter(text, begin);
  const int64_t before = begin < 0 ? 0 : begin;
  return text.substr(first, byteOfCharacter(text.substr(first), end - before));
}

bool isUtf8(std::string_view text);
// With U+FFFD in place of what is no character, as Java decodes bytes.
std::string replacedUtf8(std::string_view text);

}  // namespace ferro
