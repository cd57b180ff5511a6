// Rows that a program writes down as values, for createDataFrame({{1, "a"}}, {"k", "v"}). For the driver's threads.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/column.h"

namespace ferro {

// A table of the values; names are _1, _2, ... unless given. Error kInvalidArgument that says which row, when rows
// differ in length, values of a column in type, or a column has only nulls.
std::shared_ptr<arrow::Table> rowsOfValues(std::initializer_list<std::initializer_list<Operand>> rows,
                                           const std::vector<std::string>& names);

}  // namespace ferro
