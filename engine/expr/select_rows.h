// Takes each row of a column from one of two sources. One evaluation on one thread. For .cc files: it parses Arrow
// headers.
#pragma once

#include "ferro/engine/expr/rows.h"

namespace ferro {

// The value of `yes` where the condition is true, else that of `no`. The condition is a boolean column without nulls;
// both sides have one type and are columns as long as it, or scalars.
arrow::Datum selectRows(const std::shared_ptr<arrow::Array>& condition, const arrow::Datum& yes, const arrow::Datum& no,
                        EvalContext& context);

}  // namespace ferro
