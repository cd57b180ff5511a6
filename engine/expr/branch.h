// An expression that is wanted for some rows only. Where it may be an error for the others, it is evaluated on the
// chosen rows alone; else on all of them, which is cheaper. Immutable; any thread may evaluate it. For .cc files: it
// parses Arrow headers.
#pragma once

#include <memory>
#include <vector>

#include <arrow/record_batch.h>

#include "ferro/engine/expr/evaluators.h"

namespace ferro {

class Branch {
 public:
  explicit Branch(const Expr& expression);

  bool canThrow() const { return canThrow_; }
  const TypePtr& type() const { return type_; }

  arrow::Datum evaluateAll(const arrow::RecordBatch& batch, EvalContext& context) const {
    return whole_->evaluate(batch, context);
  }

  // The values of the rows for which `chosen`, a boolean column without nulls, is true: as many as there are, or a
  // scalar.
  arrow::Datum evaluateChosen(const arrow::RecordBatch& batch, const std::shared_ptr<arrow::Array>& chosen,
                              EvalContext& context) const;

 private:
  bool canThrow_;
  TypePtr type_;
  EvaluatorPtr whole_;
  std::vector<int> columns_;  // of the batch, that the expression reads
};

// Puts values of the chosen rows back in their places; the other rows are null.
std::shared_ptr<arrow::Array> scatter(const arrow::Datum& values, const arrow::Array& chosen, EvalContext& context);

// Which rows of a boolean column, or scalar, are true; null is not.
std::shared_ptr<arrow::Array> whereTrue(const arrow::Datum& condition, int64_t length, EvalContext& context);
int64_t countTrue(const arrow::Array& flags);

}  // namespace ferro
