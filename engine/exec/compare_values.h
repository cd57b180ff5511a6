// The order of two values of the same type, of one column or of two: what sorting, range bounds, min_by and max_by
// agree on. NaN is larger than any number, -0.0 equals 0.0, text is ordered by its bytes, lists and structs by their
// first difference, null first inside of them. Pure functions; any thread.
#pragma once

#include <cstdint>

#include <arrow/type_fwd.h>

namespace ferro {

// Below 0, 0 or above 0. Neither value is null.
int compareValues(const arrow::ArrayData& a, int64_t rowOfA, const arrow::ArrayData& b, int64_t rowOfB);

bool hasOrder(const arrow::DataType& type);

}  // namespace ferro
