// The kinds of casts that cast.cc chooses from. Private to the casts.
#pragma once

#include "ferro/engine/expr/cast.h"

namespace ferro {

// From text to anything that is not nested.
arrow::Datum castFromText(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context);
// Between numbers, booleans, dates and timestamps, none of them decimal.
arrow::Datum castNumbers(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context);
// Where one side is a decimal and the other a number or boolean.
arrow::Datum castDecimals(const arrow::Datum& column, const TypePtr& to, CastFailure failure, EvalContext& context);

}  // namespace ferro
