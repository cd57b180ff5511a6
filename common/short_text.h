// Text of up to 16 bytes as two words that say, together with its size, all of it: what hashing and comparing keys
// need, without a loop, a call, or a branch that depends on the size of texts of 4 bytes and more.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace ferro {

struct ShortText {
  static constexpr size_t kMostBytes = 16;

  // text has at most kMostBytes. Words overlap where it has fewer.
  explicit ShortText(std::string_view text) {
    const char* bytes = text.data();
    const size_t size = text.size();
    if (size >= 4) {
      const char* last = bytes + size - 4;
      const size_t inner = size >> 3 << 2;  // 0, 4 or 8: where the inner pair of words lies
      first = wordAt(bytes) << 32 | wordAt(bytes + inner);
      second = wordAt(last) << 32 | wordAt(last - inner);
    } else if (size > 0) {
      first = byteAt(bytes) << 16 | byteAt(bytes + size / 2) << 8 | byteAt(bytes + size - 1);
    }
  }

  bool operator==(const ShortText&) const = default;

  uint64_t first = 0;
  uint64_t second = 0;

 private:
  static uint64_t wordAt(const char* bytes) {
    uint32_t word;
    std::memcpy(&word, bytes, sizeof(word));
    return word;
  }
  static uint64_t byteAt(const char* byte) { return static_cast<uint8_t>(*byte); }
};

inline bool equalTexts(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  return a.size() <= ShortText::kMostBytes ? ShortText(a) == ShortText(b) : a == b;
}

// A view of text behind which ShortText::kMostBytes may be read from its beginning, whatever its size: text that Ferro
// copied to a place of its own.
struct PaddedText : std::string_view {
  PaddedText() = default;

  // text lies in such a place already.
  explicit PaddedText(std::string_view text) : std::string_view(text) {}

  // Copies text to a place with room for it and for the padding.
  PaddedText(char* place, std::string_view text) : std::string_view(place, text.size()) {
    const size_t size = text.size();
    const char* from = text.data();
    if (size >= 4 && size <= ShortText::kMostBytes) {
      const size_t last = size - 4;
      const size_t inner = size >> 3 << 2;
      for (size_t word : {size_t{0}, inner, last, last - inner}) std::memcpy(place + word, from + word, 4);
    } else if (size > 0) {
      std::memcpy(place, from, size);
    }
  }
};

inline bool equalTexts(PaddedText a, PaddedText b) {
  if (a.size() != b.size()) return false;
#if defined(__SSE2__)
  // What emmintrin.h has, without parsing it: every program would pay for that.
  if (a.size() <= ShortText::kMostBytes) {
    using Bytes = char __attribute__((vector_size(ShortText::kMostBytes)));
    Bytes left;
    Bytes right;
    std::memcpy(&left, a.data(), sizeof(left));
    std::memcpy(&right, b.data(), sizeof(right));
    const auto equal = static_cast<uint32_t>(__builtin_ia32_pmovmskb128(reinterpret_cast<Bytes>(left == right)));
    return (~equal & ((1U << a.size()) - 1)) == 0;
  }
#endif
  return std::string_view(a) == std::string_view(b);
}

}  // namespace ferro
