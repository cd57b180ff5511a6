// Dates and timestamps in the fields of CSV files, as the options say that they are written. Pure functions; any thread
// may call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ferro/engine/expr/time_text.h"
#include "ferro/engine/io/csv/csv_options.h"

namespace ferro {

// Without a format a date is strictly yyyy-MM-dd here: a cast takes other forms too, and Spark keeps them apart as
// well.
inline std::optional<int32_t> dateInField(std::string_view field, const CsvOptions& options) {
  return options.dateFormat ? options.dateFormat->parseDays(field) : parseIsoDate(field);
}

inline std::optional<int64_t> timestampInField(std::string_view field, const CsvOptions& options) {
  return options.timestampFormat ? options.timestampFormat->parse(field) : parseTimestamp(field);
}

}  // namespace ferro
