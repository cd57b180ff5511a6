// What a short text is made of, asked of many bytes at a time. Pure functions; any thread may call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ferro {

bool isAsciiText(std::string_view text);

// Which of the first 16 bytes at `text` are digits and which are decimal points. All 16 may be read.
struct NumeralMasks {
  uint32_t digits;
  uint32_t points;
};

inline NumeralMasks numeralMasks(const char* text) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  // Digits moved to the lowest signed values are the only ones below that of 10.
  const __m128i moved = _mm_add_epi8(bytes, _mm_set1_epi8(static_cast<char>(0x80 - '0')));
  const __m128i digits = _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(0x80 + 10)));
  const __m128i points = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('.'));
  return {static_cast<uint32_t>(_mm_movemask_epi8(digits)), static_cast<uint32_t>(_mm_movemask_epi8(points))};
#else
  NumeralMasks masks{0, 0};
  for (int i = 0; i < 16; ++i) {
    masks.digits |= uint32_t{text[i] >= '0' && text[i] <= '9'} << i;
    masks.points |= uint32_t{text[i] == '.'} << i;
  }
  return masks;
#endif
}

}  // namespace ferro
