#include <algorithm>
#include <optional>

#include <arrow/array/util.h>
#include <arrow/record_batch.h>

#include "ferro/common/error.h"
#include "ferro/engine/expr/ansi_errors.h"
#include "ferro/engine/expr/branch.h"
#include "ferro/engine/expr/evaluators.h"
#include "ferro/engine/expr/rows.h"
#include "ferro/engine/expr/user_function.h"

namespace ferro {

namespace {

bool allScalar(const Arguments& arguments) {
  for (const arrow::Datum& argument : arguments) {
    if (!argument.is_scalar()) return false;
  }
  return true;
}

bool isNullScalar(const arrow::Datum& value) { return value.is_scalar() && !value.scalar()->is_valid; }

bool isDictionary(const arrow::Datum& value) { return value.type()->id() == arrow::Type::DICTIONARY; }

class CallEvaluator : public Evaluator {
 public:
  CallEvaluator(const Expr& call, const ScalarFunction& function) : call_(call), function_(function) {
    for (const ExprPtr& child : call.children) children_.emplace_back(*child);
  }

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const override {
    Arguments arguments;
    arguments.reserve(children_.size());
    for (size_t i = 0; i < children_.size(); ++i) {
      const Branch& child = children_[function_.lastFirst ? children_.size() - 1 - i : i];
      const bool decides = function_.strict || (function_.strictInFirst && arguments.empty());
      std::optional<arrow::Datum> argument = argumentOf(child, arguments, batch, context);
      if (!argument || (decides && isNullScalar(*argument))) return arrow::MakeNullScalar(call_.type);
      arguments.push_back(*std::move(argument));
    }
    if (function_.lastFirst) std::ranges::reverse(arguments);
    if (!function_.deterministic) return call(arguments, batch.num_rows(), context);
    if (allScalar(arguments)) return evaluateScalars(arguments, context);
    if (const arrow::Datum* dictionary = onlyDictionary(arguments)) {
      return throughDictionary(*dictionary, std::move(arguments), context);
    }
    for (arrow::Datum& argument : arguments) {
      if (isDictionary(argument)) argument = arrayOf(argument, context);
    }
    return call(arguments, batch.num_rows(), context);
  }

 private:
  // Nothing when the arguments before it leave no row to ask.
  std::optional<arrow::Datum> argumentOf(const Branch& child, const Arguments& before, const arrow::RecordBatch& batch,
                                         EvalContext& context) const {
    const size_t deciding = function_.strict ? before.size() : std::min<size_t>(before.size(), function_.strictInFirst);
    if (!child.canThrow() || deciding == 0) return child.evaluateAll(batch, context);
    const Arguments guards(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(deciding));
    const auto validity = jointValidity(guards, batch.num_rows(), context);
    if (validity == nullptr) return child.evaluateAll(batch, context);
    const auto open = std::make_shared<arrow::BooleanArray>(batch.num_rows(), validity);
    const int64_t count = countTrue(*open);
    if (count == batch.num_rows()) return child.evaluateAll(batch, context);
    if (count == 0) return std::nullopt;
    try {
      return child.evaluateAll(batch, context);
    } catch (const Error&) {
      // Perhaps of a row that does not count. Errors are rare, and to leave rows out costs more than to compute them.
      const arrow::Datum values = child.evaluateChosen(batch, open, context);
      return values.is_scalar() ? values : arrow::Datum(scatter(values, *open, context));
    }
  }

  // An error says in which call it happened.
  arrow::Datum call(const Arguments& arguments, int64_t length, EvalContext& context) const {
    try {
      return function_.evaluate(call_, arguments, length, context);
    } catch (const RowError& error) {
      error.throwAt(callPlace(call_));
    }
  }

  arrow::Datum evaluateScalars(Arguments& arguments, EvalContext& context) const {
    for (arrow::Datum& argument : arguments) argument = arrayOf(argument, context);
    const arrow::Datum one = call(arguments, 1, context);
    if (one.is_scalar()) return one;
    return valueOf(one.make_array()->GetScalar(0), "a constant");
  }

  // A column of text that comes as a dictionary, with constants beside it: the function needs to see each text once.
  // Texts that no row has must not raise errors, and a null row must give null.
  const arrow::Datum* onlyDictionary(const Arguments& arguments) const {
    if (!function_.strict || function_.canThrow) return nullptr;
    const arrow::Datum* found = nullptr;
    for (const arrow::Datum& argument : arguments) {
      if (argument.is_scalar()) continue;
      if (found != nullptr || !isDictionary(argument)) return nullptr;
      found = &argument;
    }
    const auto texts = found->array()->dictionary;
    return texts->length <= found->length() ? found : nullptr;
  }

  arrow::Datum throughDictionary(const arrow::Datum column, Arguments arguments, EvalContext& context) const {
    const auto array = column.make_array();
    const auto& dictionary = static_cast<const arrow::DictionaryArray&>(*array);
    for (arrow::Datum& argument : arguments) {
      if (!argument.is_scalar()) argument = dictionary.dictionary();
    }
    const arrow::Datum values = call(arguments, dictionary.dictionary()->length(), context);
    return callArrow("take", {spread(values, dictionary.dictionary()->length(), context), dictionary.indices()},
                     context);
  }

  Expr call_;
  const ScalarFunction& function_;
  std::vector<Branch> children_;
};

// A user's function sees plain columns of exactly its types.
class UserCallEvaluator : public Evaluator {
 public:
  UserCallEvaluator(std::shared_ptr<const UserFunction> function, std::vector<EvaluatorPtr> children)
      : function_(std::move(function)), children_(std::move(children)) {}

  arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const override {
    arrow::ArrayVector columns;
    arrow::FieldVector fields;
    for (size_t i = 0; i < children_.size(); ++i) {
      columns.push_back(evaluateColumn(*children_[i], batch, context));
      fields.push_back(arrow::field(std::to_string(i), columns.back()->type()));
    }
    const auto arguments =
        arrow::RecordBatch::Make(arrow::schema(std::move(fields)), batch.num_rows(), std::move(columns));
    return function_->evaluate(*arguments, poolOf(context));
  }

 private:
  std::shared_ptr<const UserFunction> function_;
  std::vector<EvaluatorPtr> children_;
};

std::vector<EvaluatorPtr> compileChildren(const Expr& call) {
  std::vector<EvaluatorPtr> children;
  for (const ExprPtr& child : call.children) children.push_back(compile(*child));
  return children;
}

}  // namespace

EvaluatorPtr makeCall(const Expr& call, const ScalarFunction& function) {
  return std::make_unique<CallEvaluator>(call, function);
}

EvaluatorPtr makeUserCall(const Expr& call) {
  return std::make_unique<UserCallEvaluator>(call.function, compileChildren(call));
}

}  // namespace ferro
