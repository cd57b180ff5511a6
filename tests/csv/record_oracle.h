// A slow and obvious reading of CSV text, to compare the fast one with: lines first, then each line's fields with whole
// strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "csv_table.h"

namespace ferro::test {

struct OracleOptions {
  char separator = ',';
  char quote = '"';
  char escape = '\\';
};

// The records of the text with exactly so many fields each: those too many are left out, those missing are null.
CsvRows oracleRows(std::string_view text, size_t numColumns, const OracleOptions& options);

}  // namespace ferro::test
