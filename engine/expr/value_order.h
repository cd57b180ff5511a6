// The order of values of any one type, nested ones included: what = and < mean inside arrays and structs, and what
// sort_array sorts by. Nulls come first, NaN last. Pure functions; any thread. For .cc files: it parses Arrow headers.
#pragma once

#include <cstdint>

#include <arrow/array.h>

namespace ferro {

// Below 0 when the value of a at rowA comes before that of b at rowB, above 0 when after; both arrays have one type.
int compareValues(const arrow::Array& a, int64_t rowA, const arrow::Array& b, int64_t rowB);

}  // namespace ferro
