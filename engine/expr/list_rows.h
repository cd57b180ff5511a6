// Lists read row by row, and new lists put together of the same elements in another order: elements move as positions,
// so every type of element works alike. One evaluation on one thread. For .cc files: it parses Arrow headers.
#pragma once

#include <memory>
#include <vector>

#include "ferro/engine/expr/rows.h"

namespace ferro {

class ListRows {
 public:
  ListRows(const arrow::Datum& argument, const EvalContext& context)
      : array_(arrayOf(argument, context)), step_(argument.is_scalar() ? 0 : 1) {}

  bool valid(int64_t row) const { return array_->IsValid(row * step_); }
  int64_t begin(int64_t row) const { return list().value_offset(row * step_); }
  int64_t end(int64_t row) const { return list().value_offset(row * step_ + 1); }
  int64_t size(int64_t row) const { return end(row) - begin(row); }
  const std::shared_ptr<arrow::Array>& values() const { return list().values(); }
  const arrow::ListArray& list() const { return static_cast<const arrow::ListArray&>(*array_); }

 private:
  std::shared_ptr<arrow::Array> array_;
  int64_t step_;
};

// One element for each row, by its position in the values; below 0 is null.
inline arrow::Datum pickElements(const std::shared_ptr<arrow::Array>& values, const std::vector<int64_t>& positions,
                                 const EvalContext& context) {
  ColumnWriter<int64_t> places(arrow::int64(), static_cast<int64_t>(positions.size()), context);
  for (const int64_t position : positions) {
    if (position < 0) {
      places.appendNull();
    } else {
      places.append(position);
    }
  }
  return callArrow("take", {values, places.finish()}, context);
}

// Lists in the making.
class ListWriter {
 public:
  ListWriter(TypePtr type, int64_t rows, const EvalContext& context)
      : type_(std::move(type)), offsets_(arrow::int32(), rows + 1, context), context_(context) {}

  void add(int64_t position) { positions_.push_back(position); }
  void endRow() { endRow(true); }
  void appendNull() { endRow(false); }

  arrow::Datum finish(const std::shared_ptr<arrow::Array>& values) {
    offsets_.append(static_cast<int32_t>(positions_.size()));
    const auto elements = pickElements(values, positions_, context_);
    const auto rows = static_cast<int64_t>(valid_.size());
    ColumnWriter<bool> flags(arrow::boolean(), rows, context_);
    bool anyNull = false;
    for (const bool valid : valid_) {
      flags.append(valid);
      anyNull = anyNull || !valid;
    }
    const auto validity = anyNull ? flags.finish()->data()->buffers[1] : nullptr;
    const auto offsets = offsets_.finish()->data()->buffers[1];
    return arrow::ArrayData::Make(type_, rows, {validity, offsets}, {elements.array()});
  }

 private:
  void endRow(bool valid) {
    offsets_.append(begin_);
    begin_ = static_cast<int32_t>(positions_.size());
    valid_.push_back(valid);
  }

  TypePtr type_;
  ColumnWriter<int32_t> offsets_;
  const EvalContext& context_;
  std::vector<int64_t> positions_;
  std::vector<bool> valid_;
  int32_t begin_ = 0;
};

}  // namespace ferro
