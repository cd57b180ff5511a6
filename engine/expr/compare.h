// Comparisons of whole columns, for the functions that are made of them. Any thread; each call belongs to one. For .cc
// files: it parses Arrow headers.
#pragma once

#include "ferro/engine/expr/rows.h"

namespace ferro {

enum class Comparison : uint8_t { kEqual, kNotEqual, kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

// Both arguments have one type, and at least one is a column; no scalar is null. Null where either is.
arrow::Datum compareColumns(Comparison comparison, const arrow::Datum& left, const arrow::Datum& right, int64_t length,
                            const EvalContext& context);

// `<=>`: two nulls are equal, and the result is never null. Scalars may be null.
arrow::Datum equalOrBothNull(const arrow::Datum& left, const arrow::Datum& right, int64_t length,
                             const EvalContext& context);

}  // namespace ferro
