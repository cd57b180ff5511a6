#include "ferro/engine/frame/udf.h"

#include <arrow/record_batch.h>

namespace ferro {

namespace detail {

std::shared_ptr<arrow::RecordBatch> sharedBatch(const arrow::RecordBatch& batch) { return batch.Slice(0); }

std::shared_ptr<arrow::Array> firstColumn(const arrow::RecordBatch& batch) { return batch.column(0); }

}  // namespace detail

UserDefinedFunction UserDefinedFunction::withName(std::string name) const {
  UserDefinedFunction renamed = *this;
  renamed.name_ = std::move(name);
  return renamed;
}

Column UserDefinedFunction::apply(std::vector<ExprPtr> arguments) const {
  auto call = std::make_shared<Expr>(*expr::call(name_, std::move(arguments)));
  call->function = function_;
  return Column(ExprPtr(std::move(call)));
}

}  // namespace ferro
