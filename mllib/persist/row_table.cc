#include "ferro/mllib/persist/row_table.h"

#include <arrow/builder.h>
#include <arrow/table.h>

#include "ferro/common/arrow_check.h"
#include "ferro/engine/types/data_types.h"
#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {
namespace {

constexpr const char* kSaving = "making a model's table";

std::shared_ptr<arrow::Array> finished(arrow::ArrayBuilder& builder) { return valueOf(builder.Finish(), kSaving); }

template <class T>
std::shared_ptr<arrow::Array> arrayOf(const std::vector<T>& values) {
  typename arrow::CTypeTraits<T>::BuilderType builder;
  for (const T& value : values) check(builder.Append(value), kSaving);
  return finished(builder);
}

// Lists as Spark's encoders of primitives make them: without nulls; of texts, with.
std::shared_ptr<arrow::Array> listOf(const std::shared_ptr<arrow::Array>& elements, bool containsNull) {
  const auto type = arrow::list(arrow::field("element", elements->type(), containsNull));
  const auto offsets = arrayOf<int32_t>({0, static_cast<int32_t>(elements->length())});
  return valueOf(arrow::ListArray::FromArrays(type, *offsets, *elements), kSaving);
}

std::shared_ptr<arrow::Array> nothing(const std::shared_ptr<arrow::DataType>& type) {
  return valueOf(arrow::MakeArrayOfNull(type, 1), kSaving);
}

}  // namespace

RowTable& RowTable::add(const std::string& name, std::shared_ptr<arrow::Array> oneValue) {
  columns_.emplace_back(name, std::move(oneValue));
  return *this;
}
RowTable& RowTable::add(const std::string& name, bool value) { return add(name, arrayOf<bool>({value})); }
RowTable& RowTable::add(const std::string& name, int32_t value) { return add(name, arrayOf<int32_t>({value})); }
RowTable& RowTable::add(const std::string& name, int64_t value) { return add(name, arrayOf<int64_t>({value})); }
RowTable& RowTable::add(const std::string& name, double value) { return add(name, arrayOf<double>({value})); }
RowTable& RowTable::add(const std::string& name, const std::string& value) {
  return add(name, arrayOf<std::string>({value}));
}
RowTable& RowTable::add(const std::string& name, const std::vector<int32_t>& value) {
  return add(name, listOf(arrayOf(value), false));
}
RowTable& RowTable::add(const std::string& name, const std::vector<int64_t>& value) {
  return add(name, listOf(arrayOf(value), false));
}
RowTable& RowTable::add(const std::string& name, const std::vector<double>& value) {
  return add(name, listOf(arrayOf(value), false));
}
RowTable& RowTable::add(const std::string& name, const std::vector<std::string>& value) {
  return add(name, listOf(arrayOf(value), true));
}

RowTable& RowTable::add(const std::string& name, const std::vector<std::vector<std::string>>& value) {
  arrow::StringBuilder texts;
  std::vector<int32_t> offsets = {0};
  for (const auto& list : value) {
    for (const std::string& text : list) check(texts.Append(text), kSaving);
    offsets.push_back(static_cast<int32_t>(texts.length()));
  }
  const auto type = arrow::list(arrow::field("element", arrow::utf8(), true));
  const auto lists = valueOf(arrow::ListArray::FromArrays(type, *arrayOf(offsets), *finished(texts)), kSaving);
  return add(name, listOf(lists, true));
}

RowTable& RowTable::add(const std::string& name, const Vector& value) {
  VectorColumnBuilder builder(arrow::default_memory_pool());
  builder.append(value);
  return add(name, builder.finish());
}

RowTable& RowTable::add(const std::string& name, const Matrix& value) {
  const auto type = matrixType();
  auto made = arrow::StructArray::Make(
      {arrayOf<int8_t>({1}), arrayOf<int32_t>({value.numRows()}), arrayOf<int32_t>({value.numCols()}),
       nothing(type->field(3)->type()), nothing(type->field(4)->type()), listOf(arrayOf(value.values()), false),
       arrayOf<bool>({value.isTransposed()})},
      type->fields());
  return add(name, valueOf(std::move(made), kSaving));
}

std::shared_ptr<arrow::Table> RowTable::table() const {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const auto& [name, array] : columns_) {
    fields.push_back(arrow::field(name, array->type()));
    arrays.push_back(array);
  }
  return arrow::Table::Make(arrow::schema(std::move(fields)), arrays, 1);
}

}  // namespace ferro::ml
