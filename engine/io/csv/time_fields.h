// Dates and timestamps in the fields of CSV files, as the options say that they are written. Pure functions; any thread
// may call them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ferro/engine/io/csv/csv_options.h"
#include "ferro/engine/io/formats/time_values.h"

namespace ferro {

// Whether a column of such fields is one of dates. Without a format only yyyy-MM-dd is: Spark tells dates from other
// text by that, and takes more forms where a column is known to hold dates.
inline bool looksLikeDate(std::string_view field, const CsvOptions& options) {
  if (options.dateFormat) return options.dateFormat->parseDays(field).has_value();
  return parseIsoDate(field) || isLongIsoDate(field);
}

inline bool looksLikeTimestamp(std::string_view field, const CsvOptions& options) {
  return options.timestampFormat ? options.timestampFormat->parse(field).has_value()
                                 : parseTimestamp(field).has_value();
}

inline std::optional<int32_t> dateInField(std::string_view field, const CsvOptions& options) {
  return dateIn(field, options.dateFormat);
}

inline std::optional<int64_t> timestampInField(std::string_view field, const CsvOptions& options) {
  return timestampIn(field, options.timestampFormat, *options.zone);
}

inline std::optional<int64_t> localTimeInField(std::string_view field, const CsvOptions& options) {
  return localTimeIn(field, options.localTimeFormat);
}

}  // namespace ferro
