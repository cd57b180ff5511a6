// Text from files that others wrote, or that were damaged, need not be UTF-8, which every operator takes for granted.
// Pure functions; any thread may call them.
#pragma once

#include <string>

#include <arrow/type_fwd.h>

namespace ferro {

// Error kMalformedData that names the column and the file when any text in the column, however deep, is not UTF-8.
void requireUtf8(const arrow::Array& column, const std::string& name, const std::string& location);

}  // namespace ferro
