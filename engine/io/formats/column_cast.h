// Columns of files as the types that a source was promised to have. For .cc files. Used by the thread of one task.
#pragma once

#include <memory>
#include <string>

#include <arrow/type_fwd.h>

namespace ferro {

// The column itself when it has the type already, or is a dictionary of it where that is text; else cast. Fields of
// structs go by their names, and one that the file's struct lacks is null. Error
// kMalformedData that names the file and the column when a value does not fit.
std::shared_ptr<arrow::Array> columnAs(const std::shared_ptr<arrow::Array>& column, const arrow::Field& wanted,
                                       const std::string& location, arrow::MemoryPool* pool);

}  // namespace ferro
