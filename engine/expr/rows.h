// How functions of one row read their arguments and write their results: a scalar reads like a column that has the same
// value in every row. What lives here belongs to one evaluation on one thread. For .cc files: it parses Arrow headers.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <arrow/array.h>
#include <arrow/buffer_builder.h>
#include <arrow/builder.h>
#include <arrow/datum.h>
#include <arrow/util/decimal.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/expr/evaluator.h"

namespace ferro {

using Arguments = std::vector<arrow::Datum>;

arrow::MemoryPool* poolOf(const EvalContext& context);
arrow::compute::ExecContext* execOf(const EvalContext& context);

// A scalar becomes an array of one row; a dictionary becomes its values.
std::shared_ptr<arrow::Array> arrayOf(const arrow::Datum& argument, const EvalContext& context);
// The scalar spread over `length` rows.
std::shared_ptr<arrow::Array> spread(const arrow::Datum& argument, int64_t length, const EvalContext& context);

// Which rows have a value in every one of the arguments, as a bitmap that begins at bit 0; null when all have. A null
// scalar is not expected: callers answer for it before they look at rows.
std::shared_ptr<arrow::Buffer> jointValidity(const Arguments& arguments, int64_t length, const EvalContext& context);

// Runs a kernel of Arrow's. `what` says for whom, if it fails.
arrow::Datum callArrow(const std::string& kernel, const Arguments& arguments, const EvalContext& context,
                       const arrow::compute::FunctionOptions* options = nullptr);

// One argument as values of T: a number, bool, std::string_view or arrow::Decimal128.
template <class T>
class ArgumentRows {
 public:
  ArgumentRows(const arrow::Datum& argument, const EvalContext& context)
      : array_(arrayOf(argument, context)), step_(argument.is_scalar() ? 0 : 1) {
    if constexpr (std::is_arithmetic_v<T> && !std::same_as<T, bool>) values_ = array_->data()->GetValues<T>(1);
  }

  bool valid(int64_t row) const { return !array_->IsNull(row * step_); }

  T operator[](int64_t row) const {
    const int64_t index = row * step_;
    if constexpr (std::same_as<T, bool>) {
      return static_cast<const arrow::BooleanArray&>(*array_).Value(index);
    } else if constexpr (std::same_as<T, std::string_view>) {
      return static_cast<const arrow::BinaryArray&>(*array_).GetView(index);
    } else if constexpr (std::same_as<T, arrow::Decimal128>) {
      return arrow::Decimal128(static_cast<const arrow::Decimal128Array&>(*array_).GetValue(index));
    } else {
      return values_[index];
    }
  }

  const T* values() const { return values_; }
  int64_t step() const { return step_; }
  const arrow::Array& array() const { return *array_; }

 private:
  std::shared_ptr<arrow::Array> array_;
  int64_t step_;
  const T* values_ = nullptr;
};

// A column that is written from the first row to the last.
template <class T>
class ColumnWriter {
 public:
  ColumnWriter(TypePtr type, int64_t length, const EvalContext& context)
      : type_(std::move(type)), values_(poolOf(context)), validity_(poolOf(context)) {
    check(values_.Reserve(length), "a column of results");
    check(validity_.Reserve(length), "a column of results");
  }

  void append(T value) {
    values_.UnsafeAppend(value);
    validity_.UnsafeAppend(true);
  }
  void appendNull() {
    values_.UnsafeAppend(T{});
    validity_.UnsafeAppend(false);
  }

  std::shared_ptr<arrow::Array> finish() {
    const int64_t length = values_.length();
    const int64_t nulls = validity_.false_count();
    auto values = valueOf(values_.Finish(), "a column of results");
    auto validity = nulls == 0 ? nullptr : valueOf(validity_.Finish(), "a column of results");
    return arrow::MakeArray(arrow::ArrayData::Make(type_, length, {std::move(validity), std::move(values)}, nulls));
  }

 private:
  TypePtr type_;
  arrow::TypedBufferBuilder<T> values_;
  arrow::TypedBufferBuilder<bool> validity_;
};

// Text and bytes.
template <>
class ColumnWriter<std::string_view> {
 public:
  ColumnWriter(TypePtr type, int64_t length, const EvalContext& context)
      : type_(std::move(type)), builder_(poolOf(context)) {
    check(builder_.Reserve(length), "a column of results");
  }

  void append(std::string_view value) { check(builder_.Append(value), "a column of text"); }
  void appendNull() { builder_.UnsafeAppendNull(); }

  std::shared_ptr<arrow::Array> finish() {
    std::shared_ptr<arrow::ArrayData> data;
    check(builder_.FinishInternal(&data), "a column of text");
    data->type = type_;
    return arrow::MakeArray(std::move(data));
  }

 private:
  TypePtr type_;
  arrow::BinaryBuilder builder_;
};

template <>
class ColumnWriter<std::string> : public ColumnWriter<std::string_view> {
 public:
  using ColumnWriter<std::string_view>::ColumnWriter;
};

template <>
class ColumnWriter<arrow::Decimal128> {
 public:
  ColumnWriter(TypePtr type, int64_t length, const EvalContext& context) : builder_(std::move(type), poolOf(context)) {
    check(builder_.Reserve(length), "a column of results");
  }

  void append(arrow::Decimal128 value) { builder_.UnsafeAppend(value); }
  void appendNull() { builder_.UnsafeAppendNull(); }
  std::shared_ptr<arrow::Array> finish() { return valueOf(builder_.Finish(), "a column of decimals"); }

 private:
  arrow::Decimal128Builder builder_;
};

template <class T>
struct ValueOfOptional {
  using Type = T;
  static constexpr bool kOptional = false;
};
template <class T>
struct ValueOfOptional<std::optional<T>> {
  using Type = T;
  static constexpr bool kOptional = true;
};

// function(In...) for every row that has all its arguments; null for the others. The function may return an optional
// to say that its result is null.
template <class... In, class Function>
arrow::Datum mapRows(const TypePtr& type, const Arguments& arguments, int64_t length, const EvalContext& context,
                     const Function& function) {
  using Result = std::remove_cvref_t<std::invoke_result_t<const Function&, In...>>;
  ColumnWriter<typename ValueOfOptional<Result>::Type> writer(type, length, context);
  const auto writeRows = [&](const auto&... column) {
    for (int64_t row = 0; row < length; ++row) {
      if (!(column.valid(row) && ...)) {
        writer.appendNull();
        continue;
      }
      const Result result = function(column[row]...);
      if constexpr (!ValueOfOptional<Result>::kOptional) {
        writer.append(result);
      } else if (result) {
        writer.append(*result);
      } else {
        writer.appendNull();
      }
    }
  };
  [&]<size_t... kPlaces>(std::index_sequence<kPlaces...>) {
    writeRows(ArgumentRows<In>(arguments[kPlaces], context)...);
  }(std::index_sequence_for<In...>{});
  return writer.finish();
}

// The same for cheap functions of numbers that never throw: computed for every row, with or without a value, so that
// the loop has no branches.
template <class Out, class In, class Function>
arrow::Datum mapAll(const TypePtr& type, const Arguments& arguments, int64_t length, const EvalContext& context,
                    const Function& function) {
  const ArgumentRows<In> column(arguments[0], context);
  std::shared_ptr<arrow::Buffer> values = valueOf(
      arrow::AllocateBuffer(length * static_cast<int64_t>(sizeof(Out)), poolOf(context)), "a column of results");
  Out* out = values->mutable_data_as<Out>();
  const In* in = column.values();
  if (column.step() == 1) {
    for (int64_t row = 0; row < length; ++row) out[row] = function(in[row]);
  } else {
    std::fill(out, out + length, function(in[0]));
  }
  return arrow::ArrayData::Make(type, length, {jointValidity(arguments, length, context), std::move(values)});
}

}  // namespace ferro
