// Picks the C++ type of a column of numbers. For .cc files: it parses Arrow headers.
#pragma once

#include <cstdint>

#include <arrow/type.h>

#include "ferro/common/error.h"

namespace ferro {

// function(T{}) with the number that a column of the type holds; dates and times count as the numbers they are.
template <class Function>
auto dispatchNumber(const arrow::DataType& type, const Function& function) {
  switch (type.id()) {
    case arrow::Type::INT8: return function(int8_t{});
    case arrow::Type::INT16: return function(int16_t{});
    case arrow::Type::INT32:
    case arrow::Type::DATE32: return function(int32_t{});
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP: return function(int64_t{});
    case arrow::Type::FLOAT: return function(float{});
    case arrow::Type::DOUBLE: return function(double{});
    default: throwInternal("arithmetic of a column of " + type.ToString());
  }
}

}  // namespace ferro
