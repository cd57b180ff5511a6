// The columns of JSON values that have no parts: numbers, texts, dates. For json_columns.cc. Belongs to one task.
#pragma once

#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/engine/io/formats/json_columns.h"

namespace ferro {

// Null when values of the type have parts. Error kInvalidArgument for a type that JSON cannot hold.
std::unique_ptr<JsonColumn> makeJsonLeafColumn(const arrow::DataType& type, arrow::ArrayBuilder& builder,
                                               const JsonValueFormats& formats);

}  // namespace ferro
