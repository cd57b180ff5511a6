// Casts of whole columns, as Spark's ANSI mode has them: what does not fit is an error, or null with try_cast. Pure but
// for the errors; any thread. For .cc files: it parses Arrow headers.
#pragma once

#include "ferro/engine/expr/rows.h"

namespace ferro {

// What becomes of a value that cannot be cast.
enum class CastFailure : uint8_t { kThrow, kNull };

std::shared_ptr<arrow::Array> castArray(const std::shared_ptr<arrow::Array>& column, const TypePtr& to,
                                        CastFailure failure, EvalContext& context);

// The same of a scalar or a column.
arrow::Datum castDatum(const arrow::Datum& value, const TypePtr& to, CastFailure failure, EvalContext& context);

// Whether some value of the one type has no counterpart in the other.
bool castCanFail(const arrow::DataType& from, const arrow::DataType& to);

}  // namespace ferro
