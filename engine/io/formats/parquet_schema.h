// One schema for Parquet files whose columns differ, as Spark's mergeSchema makes it. Pure functions; any thread.
#pragma once

#include <string>

#include <arrow/type_fwd.h>

namespace ferro {

// Adds a file's columns to those of the files before it. Names are the same in any letter case, and the first file's
// spelling stays; structs, also inside of arrays and maps, have the fields of all; integers, reals and decimals widen.
// Error kInvalidArgument that names column and file where types do not go together.
void mergeParquetSchema(arrow::FieldVector& fields, const arrow::Schema& schema, const std::string& location);

[[noreturn]] void throwAmbiguousColumns(const std::string& one, const std::string& other, const std::string& location);

}  // namespace ferro
