// Values as text: what show() prints and what a cast to string gives. Pure functions; any thread. For .cc files: it
// parses Arrow headers.
#pragma once

#include <memory>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// One value as show() prints it: `NULL`, `1.0E10`, `[1, 2]`, `{k -> v}`, bytes as `[01 FF]`. A dictionary is looked
// through. Timestamps are shown as clocks of the zone show them.
std::string valueText(const arrow::Array& column, int64_t row, const TimeZone& zone = *TimeZone::utc());

// The column as a cast to string has it: nulls stay null, bytes are taken as text. From the pool.
std::shared_ptr<arrow::Array> castToText(const arrow::Array& column, const TimeZone& zone, arrow::MemoryPool* pool);

}  // namespace ferro
