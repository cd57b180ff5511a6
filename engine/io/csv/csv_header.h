// The names of a CSV file's columns, from its first record. Pure functions; any thread may call them.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/io/csv/csv_options.h"

namespace ferro {

// Without a header `_c0`, `_c1` and so on. With one, its fields: an empty one becomes `_c` and its position, and names
// that differ at most in letter case get their positions behind them.
std::vector<std::string> columnNames(const std::vector<std::string>& firstRecord, const CsvOptions& options);

// With enforceSchema=false: an Error kInvalidArgument that says where the header of the file is not the schema's.
void checkHeader(const std::vector<std::string>& header, const std::vector<std::string>& names,
                 const std::string& path);

}  // namespace ferro
