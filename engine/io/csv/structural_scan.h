// Finds the bytes that give CSV text its structure, many at a time with the processor's vector instructions. Pure
// functions over the caller's memory; any thread may call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ferro {

// Bytes behind a text that scanning and parsing may read, but that mean nothing.
inline constexpr size_t kTextPadding = 64;

struct StructuralCharacters {
  char separator = ',';
  char quote = '"';  // the same as the separator where nothing is quoted
};

// Where separators, quotes and line feeds are, in order.
struct StructuralIndex {
  // positions()[-1] is one before the text, as if a line had ended there.
  const uint32_t* positions() const { return storage.get() + 1; }

  std::unique_ptr<uint32_t[]> storage;
  size_t capacity = 0;
  size_t numPositions = 0;
  std::vector<uint32_t> lineEnds;  // which of the positions are line feeds
  bool hasQuote = false;
  bool hasCarriageReturn = false;
  bool hasLoneCarriageReturn = false;  // one that no line feed follows
  bool isAscii = true;
};

// The text is below 4 GB and followed by kTextPadding readable bytes.
void scanStructure(const char* text, size_t size, const StructuralCharacters& characters, StructuralIndex& index);

}  // namespace ferro
