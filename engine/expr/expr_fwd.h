// Expressions by pointer, as expr.h has them, for headers that hold them and never look inside.
#pragma once

#include <memory>

#include <arrow/type_fwd.h>

namespace ferro {

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;
using TypePtr = std::shared_ptr<arrow::DataType>;

}  // namespace ferro
