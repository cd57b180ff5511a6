// Values of Arrow columns as text, as Spark writes them to CSV, JSON and partition directories. Used by the thread of
// one task.
#pragma once

#include <cstdint>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/date_pattern.h"

namespace ferro {

struct ValueFormats {
  DatePattern date{"yyyy-MM-dd", PatternUse::kFormat};
  DatePattern timestamp{"yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]", PatternUse::kFormat};
  TimeZonePtr zone = TimeZone::utc();  // of timestamps
  DatePattern timestampWithoutZone{"yyyy-MM-dd'T'HH:mm:ss[.SSS]", PatternUse::kFormat};
};

// Whether appendValue() can write values of the type: all that have no parts.
bool hasPlainText(const arrow::DataType& type);

// A value that is not null. Numbers as Java prints them; binary as it is.
void appendValue(const arrow::Array& column, int64_t row, const ValueFormats& formats, std::string& text);

// The same as a cast to string gives it: times with a space, and with as many digits of a second as they have.
void appendCastValue(const arrow::Array& column, int64_t row, const TimeZone& zone, std::string& text);

}  // namespace ferro
