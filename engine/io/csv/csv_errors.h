// What FAILFAST says of a record that does not fit: the file, the line, the byte, the column and the value. Used by
// tasks, once, when they end with it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ferro/engine/io/csv/csv_options.h"

namespace ferro {

// Where in a file something is wrong; the offset counts bytes of the file's text as UTF-8.
struct CsvPlace {
  const std::string& location;
  const CsvOptions& options;
  int64_t offset;
};

[[noreturn]] void throwBadField(const CsvPlace& place, std::string_view column, std::string_view type,
                                std::string_view value);
[[noreturn]] void throwBadText(const CsvPlace& place, std::string_view column, unsigned char byte);
[[noreturn]] void throwBadRecord(const CsvPlace& place, size_t numColumns, std::string_view record);

}  // namespace ferro
