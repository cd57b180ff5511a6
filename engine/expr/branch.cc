#include "ferro/engine/expr/branch.h"

#include <algorithm>

#include <arrow/util/bitmap_ops.h>

#include "ferro/engine/expr/rows.h"

namespace ferro {

Branch::Branch(const Expr& expression)
    : canThrow_(ferro::canThrow(expression) && isDeterministic(expression)),
      type_(expression.type),
      whole_(compile(expression)) {
  if (!canThrow_) return;
  const auto note = [&](const Expr& node) {
    if (node.kind == ExprKind::kInput && std::ranges::find(columns_, node.position) == columns_.end()) {
      columns_.push_back(node.position);
    }
  };
  expr::forEach(expression, note);
}

arrow::Datum Branch::evaluateChosen(const arrow::RecordBatch& batch, const std::shared_ptr<arrow::Array>& chosen,
                                    EvalContext& context) const {
  const auto pick = [&](const arrow::Datum& column) { return callArrow("array_filter", {column, chosen}, context); };
  if (!canThrow_) {
    const arrow::Datum values = whole_->evaluate(batch, context);
    return values.is_scalar() ? values : pick(values);
  }
  // The expression keeps its places in the batch, so it need not be compiled twice: what it does not read is left out.
  const int64_t count = countTrue(*chosen);
  arrow::ArrayVector columns(static_cast<size_t>(batch.num_columns()), std::make_shared<arrow::NullArray>(count));
  for (const int position : columns_) {
    columns[static_cast<size_t>(position)] = pick(batch.column(position)).make_array();
  }
  return whole_->evaluate(*arrow::RecordBatch::Make(batch.schema(), count, std::move(columns)), context);
}

std::shared_ptr<arrow::Array> scatter(const arrow::Datum& values, const arrow::Array& chosen, EvalContext& context) {
  const auto& flags = static_cast<const arrow::BooleanArray&>(chosen);
  ColumnWriter<int32_t> places(arrow::int32(), chosen.length(), context);
  int32_t next = 0;
  for (int64_t row = 0; row < chosen.length(); ++row) {
    if (flags.Value(row)) {
      places.append(next++);
    } else {
      places.appendNull();
    }
  }
  return callArrow("take", {spread(values, next, context), places.finish()}, context).make_array();
}

std::shared_ptr<arrow::Array> whereTrue(const arrow::Datum& condition, int64_t length, EvalContext& context) {
  const auto flags = spread(condition, length, context);
  if (flags->null_count() == 0) return flags;
  const arrow::ArrayData& data = *flags->data();
  auto bits = valueOf(arrow::internal::BitmapAnd(poolOf(context), data.buffers[0]->data(), data.offset,
                                                 data.buffers[1]->data(), data.offset, length, 0),
                      "a condition");
  return arrow::MakeArray(arrow::ArrayData::Make(arrow::boolean(), length, {nullptr, std::move(bits)}, 0));
}

int64_t countTrue(const arrow::Array& flags) { return static_cast<const arrow::BooleanArray&>(flags).true_count(); }

}  // namespace ferro
