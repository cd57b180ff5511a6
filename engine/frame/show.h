// Tables as show() prints them, character for character as Spark does. A pure function; any thread.
#pragma once

#include <memory>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/time_zone.h"

namespace ferro {

struct ShowOptions {
  int64_t numRows = 20;
  int truncate = 20;  // the longest a cell may be; 0 or less: any
  bool vertical = false;
  TimeZonePtr zone = TimeZone::utc();
};

// `table` has one row more than asked for if there are more.
std::string showTable(const arrow::Table& table, const ShowOptions& options);

}  // namespace ferro
