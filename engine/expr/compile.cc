#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/cast.h"
#include "ferro/engine/expr/evaluators.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/type_coercion.h"

namespace ferro {

namespace {

class InputEvaluator : public Evaluator {
 public:
  explicit InputEvaluator(int position) : position_(position) {}

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext&) const override {
    if (position_ < 0 || position_ >= batch.num_columns()) throwInternal("an expression bound to another batch");
    return batch.column(position_);
  }

 private:
  int position_;
};

class LiteralEvaluator : public Evaluator {
 public:
  explicit LiteralEvaluator(std::shared_ptr<arrow::Scalar> value) : value_(std::move(value)) {}

  arrow::Datum evaluate(const arrow::RecordBatch&, EvalContext&) const override { return value_; }

 private:
  std::shared_ptr<arrow::Scalar> value_;
};

class CastEvaluator : public Evaluator {
 public:
  CastEvaluator(const Expr& cast, CastFailure failure)
      : given_(cast.children[0]), child_(compile(*given_)), type_(cast.type), failure_(failure) {}

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const override {
    const arrow::Datum values = child_->evaluate(batch, context);
    try {
      return castDatum(values, type_, failure_, context);
    } catch (const RowError& error) {
      error.throwAt(valuePlace(*given_));
    }
  }

 private:
  ExprPtr given_;  // for errors
  EvaluatorPtr child_;
  TypePtr type_;
  CastFailure failure_;
};

EvaluatorPtr compileCall(const Expr& call) {
  if (call.function != nullptr) return makeUserCall(call);
  if (call.name == "try_cast") {
    return std::make_unique<CastEvaluator>(call, CastFailure::kNull);
  }
  const ScalarFunction* function = findScalarFunction(call.name);
  if (function == nullptr) throwInternal("a call of `" + call.name + "` that was never resolved");
  if (function->evaluate != nullptr) return makeCall(call, *function);
  if (function->name == "and" || function->name == "or") return makeLogic(call);
  if (function->name == "case" || function->name == "if") return makeCase(call);
  return makeCoalesce(call);
}

}  // namespace

std::unique_ptr<const Evaluator> compile(const Expr& bound) {
  switch (bound.kind) {
    case ExprKind::kInput: return std::make_unique<InputEvaluator>(bound.position);
    case ExprKind::kLiteral: return std::make_unique<LiteralEvaluator>(bound.literal);
    case ExprKind::kCall: return compileCall(bound);
    case ExprKind::kCast: return std::make_unique<CastEvaluator>(bound, CastFailure::kThrow);
    case ExprKind::kAlias:
    case ExprKind::kSortKey: return compile(bound.child());
    default: throwInternal("an expression that is not bound: " + expr::text(bound, true));
  }
}

std::shared_ptr<arrow::Array> evaluateColumn(const Evaluator& evaluator, const arrow::RecordBatch& batch,
                                             EvalContext& context) {
  return spread(evaluator.evaluate(batch, context), batch.num_rows(), context);
}

}  // namespace ferro
