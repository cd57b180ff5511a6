#include "ferro/common/text.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace ferro {
namespace {

constexpr uint64_t kEveryByte = 0x0101010101010101;
constexpr uint64_t kLowBits = 0x7f * kEveryByte;

// The highest bit of each of the eight bytes that equals the separator, and no other bit.
uint64_t matches(const char* bytes, uint64_t separators) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof(word));
  word ^= separators;
  return ~(((word & kLowBits) + kLowBits) | word | kLowBits);
}

// Calls found(position) for each separator, looking at eight bytes at a time.
template <class Found>
void forEachSeparator(std::string_view text, char separator, Found found) {
  const uint64_t separators = static_cast<uint8_t>(separator) * kEveryByte;
  size_t position = 0;
  for (; position + 8 <= text.size(); position += 8) {
    for (uint64_t bits = matches(text.data() + position, separators); bits != 0; bits &= bits - 1) {
      found(position + static_cast<size_t>(std::countr_zero(bits)) / 8);
    }
  }
  for (; position < text.size(); ++position) {
    if (text[position] == separator) found(position);
  }
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces(static_cast<size_t>(std::count(text.begin(), text.end(), separator)) + 1);
  std::string_view* next = pieces.data();
  size_t begin = 0;
  forEachSeparator(text, separator, [&](size_t position) {
    *next++ = std::string_view(text.data() + begin, position - begin);
    begin = position + 1;
  });
  *next = text.substr(begin);
  return pieces;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

}  // namespace ferro
