#include "ferro/engine/io/csv/indexed_line.h"

#include <cstring>

namespace ferro {
namespace {

// The end of the quoted field that begins at `begin`; the structure moves on to what follows its closing quote. 0 when
// it is not simple.
uint32_t endOfQuoted(const IndexedLine& line, uint32_t begin, const uint32_t*& structure) {
  ++structure;
  while (*structure < line.end && line.text[*structure] != line.quote) ++structure;
  const uint32_t closing = *structure;
  if (closing >= line.end) return 0;
  ++structure;
  if (closing + 1 != line.end && *structure != closing + 1) return 0;
  if (closing + 1 != line.end && line.text[closing + 1] != line.separator) return 0;
  const bool escaped = line.escape != '\0' && line.escape != line.quote &&
                       std::memchr(line.text + begin, line.escape, closing - begin) != nullptr;
  return escaped ? 0 : closing;
}

}  // namespace

bool cutIndexedLine(const IndexedLine& line, size_t numColumns, CsvField* fields) {
  const uint32_t* structure = line.structure;
  uint32_t at = line.begin;
  for (size_t column = 0; column < numColumns; ++column) {
    if (at < line.end && line.text[at] == line.quote) {
      const uint32_t closing = endOfQuoted(line, at, structure);
      if (closing == 0) return false;
      fields[column] = closing == at + 1 ? line.emptyField : CsvField{at + 1, closing - at - 1};
      at = closing + 1;
    } else {
      // Quotes inside a field that does not begin with one mean themselves.
      while (*structure < line.end && line.text[*structure] == line.quote) ++structure;
      const uint32_t end = *structure < line.end ? *structure : line.end;
      fields[column] = {at, end == at ? CsvField::kNull : end - at};
      at = end;
    }
    if (at == line.end) return column + 1 == numColumns;
    ++at;
    ++structure;
  }
  return false;
}

}  // namespace ferro
