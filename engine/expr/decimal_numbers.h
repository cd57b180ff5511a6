// Decimals from floating-point numbers and back, exact to the last digit. Pure functions; any thread. For .cc files: it
// parses Arrow headers.
#pragma once

#include <optional>

#include <arrow/util/decimal.h>

#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

// Of the digits that the number is shown with, rounded half up; nothing for NaN, infinity and what does not fit.
std::optional<arrow::Decimal128> decimalOfReal(double value, DecimalShape shape);
std::optional<arrow::Decimal128> decimalOfReal(float value, DecimalShape shape);

// The nearest double.
double realOfDecimal(const arrow::Decimal128& value, int scale);

}  // namespace ferro
