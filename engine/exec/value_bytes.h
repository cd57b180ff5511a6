// One value of any type as bytes that are equal where values are equal as keys: nulls are equal, NaNs are, -0.0 is 0.0.
// For nested values, which are rare. Pure functions; any thread.
#pragma once

#include <cstdint>
#include <string>

#include <arrow/type_fwd.h>

namespace ferro {

void appendValueBytes(const arrow::ArrayData& column, int64_t row, std::string& bytes);

}  // namespace ferro
