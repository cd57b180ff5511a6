#include "ferro/common/text.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ferro {
namespace {

// Where the bytes of a block equal the separator: kBitsPerByte bits for each byte, the lowest first, of which only the
// highest may be set.
#if defined(__SSE2__)
constexpr size_t kBlock = 16;
constexpr int kBitsPerByte = 1;
uint64_t matches(const char* bytes, char separator) {
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  return static_cast<uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8(separator))));
}
#else
constexpr size_t kBlock = 8;
constexpr int kBitsPerByte = 8;
uint64_t matches(const char* bytes, char separator) {
  static_assert(std::endian::native == std::endian::little);
  constexpr uint64_t kEveryByte = 0x0101010101010101;
  constexpr uint64_t kLowBits = 0x7f * kEveryByte;
  uint64_t word;
  std::memcpy(&word, bytes, sizeof(word));
  word ^= static_cast<uint8_t>(separator) * kEveryByte;
  return ~(((word & kLowBits) + kLowBits) | word | kLowBits);
}
#endif

// Calls found(begin of a block, its matches) for blocks that together hold each separator once.
template <class Found>
void forEachBlock(std::string_view text, char separator, Found found) {
  size_t position = 0;
  for (; position + kBlock <= text.size(); position += kBlock)
    found(position, matches(text.data() + position, separator));
  if (position == text.size()) return;
  char rest[kBlock];
  std::memset(rest, ~separator, kBlock);
  std::memcpy(rest, text.data() + position, text.size() - position);
  found(position, matches(rest, separator));
}

// Room for the words of a line, so that most lines cost one allocation.
constexpr size_t kMostGuessed = 64;

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  pieces.reserve(std::min(text.size() / 6 + 2, kMostGuessed));
  size_t begin = 0;
  forEachBlock(text, separator, [&](size_t block, uint64_t bits) {
    for (; bits != 0; bits &= bits - 1) {
      const size_t position = block + static_cast<size_t>(std::countr_zero(bits) / kBitsPerByte);
      pieces.emplace_back(text.data() + begin, position - begin);
      begin = position + 1;
    }
  });
  pieces.push_back(text.substr(begin));
  return pieces;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\f\v";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

}  // namespace ferro
