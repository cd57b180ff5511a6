// and, or, case, if, coalesce, nvl, ifnull: a row that is decided does not reach what comes after, so what would be an
// error there is none.
#include <arrow/array/concatenate.h>

#include "ferro/engine/expr/branch.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/select_rows.h"

namespace ferro {

namespace {

bool isScalarOf(const arrow::Datum& value, bool flag) {
  return value.is_scalar() && value.scalar()->is_valid && value.scalar_as<arrow::BooleanScalar>().value == flag;
}

std::shared_ptr<arrow::Array> inverted(const std::shared_ptr<arrow::Array>& flags, EvalContext& context) {
  return callArrow("invert", {flags}, context).make_array();
}

class LogicEvaluator : public Evaluator {
 public:
  explicit LogicEvaluator(const Expr& call)
      : decides_(call.name == "or"),
        kernel_(decides_ ? "or_kleene" : "and_kleene"),
        left_(compile(call.child(0))),
        right_(call.child(1)) {}

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const override {
    const arrow::Datum left = left_->evaluate(batch, context);
    if (isScalarOf(left, decides_)) return left;
    if (left.is_scalar() || !right_.canThrow()) {
      return callArrow(kernel_, {left, right_.evaluateAll(batch, context)}, context);
    }
    const arrow::Datum decided = decides_ ? left : callArrow("invert", {left}, context);
    const auto open = inverted(whereTrue(decided, batch.num_rows(), context), context);
    const int64_t count = countTrue(*open);
    if (count == 0) return left;
    if (count == batch.num_rows()) return callArrow(kernel_, {left, right_.evaluateAll(batch, context)}, context);
    const arrow::Datum right = scatter(right_.evaluateChosen(batch, open, context), *open, context);
    return callArrow(kernel_, {left, right}, context);
  }

 private:
  bool decides_;  // the value on the left that leaves nothing to ask
  std::string kernel_;
  EvaluatorPtr left_;
  Branch right_;
};

// Puts together a column of which every row comes from one of several sources.
class RowAssembly {
 public:
  RowAssembly(TypePtr type, int64_t length) : type_(std::move(type)), places_(static_cast<size_t>(length), -1) {}

  void add(const arrow::Datum& values, const arrow::Array& chosen, EvalContext& context) {
    const auto& flags = static_cast<const arrow::BooleanArray&>(chosen);
    const int64_t count = countTrue(chosen);
    for (int64_t row = 0, next = total_; row < chosen.length(); ++row) {
      if (flags.Value(row)) places_[static_cast<size_t>(row)] = next++;
    }
    parts_.push_back(spread(values, count, context));
    total_ += count;
  }

  arrow::Datum finish(EvalContext& context) const {
    if (parts_.empty()) return arrow::MakeNullScalar(type_);
    ColumnWriter<int64_t> places(arrow::int64(), static_cast<int64_t>(places_.size()), context);
    for (const int64_t place : places_) {
      if (place < 0) {
        places.appendNull();
      } else {
        places.append(place);
      }
    }
    const auto all = valueOf(arrow::Concatenate(parts_, poolOf(context)), "the branches of a condition");
    return callArrow("take", {all, places.finish()}, context);
  }

 private:
  TypePtr type_;
  std::vector<int64_t> places_;
  arrow::ArrayVector parts_;
  int64_t total_ = 0;
};

// condition, value, condition, value, ... and what remains. `if` is the one with a single condition.
class CaseEvaluator : public Evaluator {
 public:
  explicit CaseEvaluator(const Expr& call) : type_(call.type) {
    for (const ExprPtr& child : call.children) branches_.emplace_back(*child);
    for (size_t i = 1; i < branches_.size(); ++i) canThrow_ = canThrow_ || branches_[i].canThrow();
  }

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const override {
    if (batch.num_rows() == 0) return arrow::MakeNullScalar(type_);
    return canThrow_ ? rowByBranch(batch, context) : wholeColumns(batch, context);
  }

 private:
  bool hasElse() const { return branches_.size() % 2 == 1; }

  arrow::Datum wholeColumns(const arrow::RecordBatch& batch, EvalContext& context) const {
    arrow::Datum result =
        hasElse() ? branches_.back().evaluateAll(batch, context) : arrow::Datum(arrow::MakeNullScalar(type_));
    for (size_t i = branches_.size() - branches_.size() % 2; i >= 2; i -= 2) {
      const auto condition = whereTrue(branches_[i - 2].evaluateAll(batch, context), batch.num_rows(), context);
      arrow::Datum value = branches_[i - 1].evaluateAll(batch, context);
      for (arrow::Datum* side : {&value, &result}) {
        if (side->type()->id() == arrow::Type::DICTIONARY) *side = arrayOf(*side, context);
      }
      result = selectRows(condition, value, result, context);
    }
    return result;
  }

  arrow::Datum rowByBranch(const arrow::RecordBatch& batch, EvalContext& context) const {
    RowAssembly rows(type_, batch.num_rows());
    auto open = spread(arrow::Datum(true), batch.num_rows(), context);
    for (size_t i = 0; i + 1 < branches_.size() && countTrue(*open) > 0; i += 2) {
      const arrow::Datum condition = scatter(branches_[i].evaluateChosen(batch, open, context), *open, context);
      const auto chosen = whereTrue(condition, batch.num_rows(), context);
      if (countTrue(*chosen) == 0) continue;
      rows.add(branches_[i + 1].evaluateChosen(batch, chosen, context), *chosen, context);
      open = callArrow("and_not", {open, chosen}, context).make_array();
    }
    if (hasElse() && countTrue(*open) > 0) {
      rows.add(branches_.back().evaluateChosen(batch, open, context), *open, context);
    }
    return rows.finish(context);
  }

  TypePtr type_;
  std::vector<Branch> branches_;
  bool canThrow_ = false;
};

class CoalesceEvaluator : public Evaluator {
 public:
  explicit CoalesceEvaluator(const Expr& call) : type_(call.type) {
    for (const ExprPtr& child : call.children) branches_.emplace_back(*child);
  }

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const override {
    arrow::Datum result = branches_[0].evaluateAll(batch, context);
    for (size_t i = 1; i < branches_.size() && result.null_count() > 0; ++i) {
      if (result.is_scalar()) {
        result = branches_[i].evaluateAll(batch, context);
        continue;
      }
      result = arrayOf(result, context);
      const auto open = callArrow("is_null", {result}, context).make_array();
      arrow::Datum more = branches_[i].canThrow()
                              ? arrow::Datum(scatter(branches_[i].evaluateChosen(batch, open, context), *open, context))
                              : branches_[i].evaluateAll(batch, context);
      if (more.type()->id() == arrow::Type::DICTIONARY) more = arrayOf(more, context);
      result = callArrow("coalesce", {result, more}, context);
    }
    return result;
  }

 private:
  TypePtr type_;
  std::vector<Branch> branches_;
};

}  // namespace

EvaluatorPtr makeLogic(const Expr& call) { return std::make_unique<LogicEvaluator>(call); }
EvaluatorPtr makeCase(const Expr& call) { return std::make_unique<CaseEvaluator>(call); }
EvaluatorPtr makeCoalesce(const Expr& call) { return std::make_unique<CoalesceEvaluator>(call); }

}  // namespace ferro
