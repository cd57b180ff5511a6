#include "ferro/engine/io/csv/structural_scan.h"

#include <bit>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ferro {
namespace {

constexpr size_t kStep = 64;

// Which of 64 bytes are what.
struct Masks {
  uint64_t separators;
  uint64_t quotes;
  uint64_t lineFeeds;
  uint64_t carriageReturns;
  uint64_t notAscii;
};

class IndexWriter {
 public:
  explicit IndexWriter(StructuralIndex& index) : index_(index), begin_(index.storage.get() + 1), out_(begin_) {
    index.storage[0] = UINT32_MAX;
    index.lineEnds.clear();
  }

  [[gnu::always_inline]] void add(uint32_t base, const Masks& masks) {
    quotes_ |= masks.quotes;
    notAscii_ |= masks.notAscii;
    carriageReturns_ |= masks.carriageReturns;
    loneCarriageReturns_ |= pendingCarriageReturn_ & ~masks.lineFeeds & 1;
    loneCarriageReturns_ |= (masks.carriageReturns << 1) & ~masks.lineFeeds;
    pendingCarriageReturn_ = masks.carriageReturns >> 63;
    const uint64_t structure = masks.separators | masks.quotes | masks.lineFeeds;
    addLineEnds(masks.lineFeeds, structure);
    addPositions(base, structure);
  }

  void finish() {
    index_.numPositions = static_cast<size_t>(out_ - begin_);
    index_.hasQuote = quotes_ != 0;
    index_.hasCarriageReturn = carriageReturns_ != 0;
    index_.hasLoneCarriageReturn = (loneCarriageReturns_ | pendingCarriageReturn_) != 0;
    index_.isAscii = notAscii_ == 0;
  }

 private:
  [[gnu::always_inline]] void addLineEnds(uint64_t lineFeeds, uint64_t structure) {
    const auto before = static_cast<uint32_t>(out_ - begin_);
    while (lineFeeds != 0) {
      const uint64_t lowest = lineFeeds & (~lineFeeds + 1);
      index_.lineEnds.push_back(before + static_cast<uint32_t>(__builtin_popcountll(structure & (lowest - 1))));
      lineFeeds &= lineFeeds - 1;
    }
  }

  // Writes eight at a time, whether there are so many or not: that is cheaper than to ask for each.
  [[gnu::always_inline]] void addPositions(uint32_t base, uint64_t structure) {
    const int count = __builtin_popcountll(structure);
    uint32_t* out = out_;
    for (int written = 0; written < count; written += 8) {
      for (int i = 0; i < 8; ++i) {
        out[i] = base + static_cast<uint32_t>(std::countr_zero(structure));
        structure &= structure - 1;
      }
      out += 8;
    }
    out_ += count;
  }

  StructuralIndex& index_;
  uint32_t* begin_;
  uint32_t* out_;
  uint64_t quotes_ = 0;
  uint64_t notAscii_ = 0;
  uint64_t carriageReturns_ = 0;
  uint64_t loneCarriageReturns_ = 0;
  uint64_t pendingCarriageReturn_ = 0;
};

// The masks of a last step that has fewer than 64 bytes.
[[gnu::always_inline]] inline Masks cut(const Masks& masks, size_t bytes) {
  const uint64_t kept = bytes >= kStep ? ~uint64_t{0} : (uint64_t{1} << bytes) - 1;
  return {masks.separators & kept, masks.quotes & kept, masks.lineFeeds & kept, masks.carriageReturns & kept,
          masks.notAscii & kept};
}

#if defined(__x86_64__)

[[gnu::always_inline]] inline uint64_t both(int low, int high) {
  return static_cast<uint64_t>(static_cast<uint32_t>(low)) | static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32;
}

[[gnu::target("avx2,bmi,popcnt")]] void scanWithAvx2(const char* text, size_t size,
                                                     const StructuralCharacters& characters, IndexWriter& writer) {
  const __m256i separator = _mm256_set1_epi8(characters.separator);
  const __m256i quote = _mm256_set1_epi8(characters.quote);
  const __m256i lineFeed = _mm256_set1_epi8('\n');
  const __m256i carriageReturn = _mm256_set1_epi8('\r');
  for (size_t i = 0; i < size; i += kStep) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + i));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + i + 32));
    const Masks masks = {
        both(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, separator)),
             _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, separator))),
        both(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, quote)), _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, quote))),
        both(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, lineFeed)),
             _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, lineFeed))),
        both(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, carriageReturn)),
             _mm256_movemask_epi8(_mm256_cmpeq_epi8(high, carriageReturn))),
        both(_mm256_movemask_epi8(low), _mm256_movemask_epi8(high))};
    writer.add(static_cast<uint32_t>(i), size - i >= kStep ? masks : cut(masks, size - i));
  }
}

// The baseline of every x86-64 processor.
uint64_t maskOf(const __m128i (&parts)[4], __m128i wanted) {
  uint64_t mask = 0;
  for (int part = 0; part < 4; ++part) {
    const auto bits = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(parts[part], wanted)));
    mask |= static_cast<uint64_t>(bits) << (16 * part);
  }
  return mask;
}

void scanWithoutAvx2(const char* text, size_t size, const StructuralCharacters& characters, IndexWriter& writer) {
  for (size_t i = 0; i < size; i += kStep) {
    __m128i parts[4];
    uint64_t notAscii = 0;
    for (int part = 0; part < 4; ++part) {
      parts[part] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i + 16 * part));
      notAscii |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(parts[part]))) << (16 * part);
    }
    const Masks masks = {maskOf(parts, _mm_set1_epi8(characters.separator)),
                         maskOf(parts, _mm_set1_epi8(characters.quote)), maskOf(parts, _mm_set1_epi8('\n')),
                         maskOf(parts, _mm_set1_epi8('\r')), notAscii};
    writer.add(static_cast<uint32_t>(i), cut(masks, size - i));
  }
}

bool hasAvx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"); }

#else

void scanWithoutAvx2(const char* text, size_t size, const StructuralCharacters& characters, IndexWriter& writer) {
  for (size_t i = 0; i < size; i += kStep) {
    Masks masks{};
    for (size_t bit = 0; bit < kStep; ++bit) {
      const char c = text[i + bit];
      masks.separators |= uint64_t{c == characters.separator} << bit;
      masks.quotes |= uint64_t{c == characters.quote} << bit;
      masks.lineFeeds |= uint64_t{c == '\n'} << bit;
      masks.carriageReturns |= uint64_t{c == '\r'} << bit;
      masks.notAscii |= uint64_t{static_cast<unsigned char>(c) >= 0x80} << bit;
    }
    writer.add(static_cast<uint32_t>(i), cut(masks, size - i));
  }
}

#endif

}  // namespace

void scanStructure(const char* text, size_t size, const StructuralCharacters& characters, StructuralIndex& index) {
  if (index.capacity < size + 1 + kStep) {
    index.capacity = size + 1 + kStep;
    index.storage = std::make_unique_for_overwrite<uint32_t[]>(index.capacity);
  }
  IndexWriter writer(index);
#if defined(__x86_64__)
  if (hasAvx2()) {
    scanWithAvx2(text, size, characters, writer);
  } else {
    scanWithoutAvx2(text, size, characters, writer);
  }
#else
  scanWithoutAvx2(text, size, characters, writer);
#endif
  writer.finish();
  if (characters.quote == characters.separator) index.hasQuote = false;
}

}  // namespace ferro
