// Finding the columns that a stage works on, with errors that name the stage, the column and its nearest neighbours.
// Pure functions; any thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"

namespace ferro::ml {

bool hasField(const arrow::Schema& schema, std::string_view column);
// Error kNotFound that names the nearest columns.
std::shared_ptr<arrow::Field> requireField(const arrow::Schema& schema, std::string_view column,
                                           std::string_view stage);
// The same, and Error kInvalidArgument when it holds no vectors, or no numbers (booleans count).
std::shared_ptr<arrow::Field> requireVectorField(const arrow::Schema& schema, std::string_view column,
                                                 std::string_view stage);
std::shared_ptr<arrow::Field> requireNumericField(const arrow::Schema& schema, std::string_view column,
                                                  std::string_view stage);
bool isNumeric(const arrow::DataType& type);

// The schema with one more column. Error kInvalidArgument when it has one of that name.
std::shared_ptr<arrow::Schema> withField(const arrow::Schema& schema, const std::string& name,
                                         const std::shared_ptr<arrow::DataType>& type, bool nullable,
                                         std::string_view stage);

// The column, whatever its name: frame.col() would take a dot for the parts of a struct.
Column columnOf(const DataFrame& frame, std::string_view name);

}  // namespace ferro::ml
