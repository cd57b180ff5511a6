// What happens to a record that does not fit the schema: Spark's option `mode` of the sources that read text. A plain
// value; any thread may call the function.
#pragma once

#include <cstdint>

#include "ferro/engine/io/formats/format_options.h"

namespace ferro {

enum class ReadMode : uint8_t {
  kPermissive,     // what does not fit is null, and the record's text goes into the column of corrupt records
  kDropMalformed,  // the record is left out
  kFailFast,       // the read ends with an Error
};

ReadMode readModeOf(const FormatOptions& options);

}  // namespace ferro
