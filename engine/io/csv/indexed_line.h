// Cuts a line with quoted fields by the index of its structure, where that is simple: quotes around whole fields, with
// neither quotes nor escapes inside. A pure function over the caller's memory; any thread may call it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ferro/engine/io/csv/csv_fields.h"

namespace ferro {

struct IndexedLine {
  const char* text = nullptr;  // of the block
  uint32_t begin = 0;
  uint32_t end = 0;                     // without the line end
  const uint32_t* structure = nullptr;  // the line's separators and quotes, and last its line feed
  char separator = ',';
  char quote = '"';
  char escape = '\\';     // NUL where the block holds none
  CsvField emptyField{};  // what a quoted field without text is
};

// Writes the fields of exactly so many columns; false when the line has others, or must be looked at more closely.
bool cutIndexedLine(const IndexedLine& line, size_t numColumns, CsvField* fields);

}  // namespace ferro
