#include "ferro/engine/frame/row.h"

#include <limits>
#include <ostream>
#include <type_traits>

#include <arrow/array.h>
#include <arrow/record_batch.h>
#include <arrow/table.h>
#include <arrow/type.h>
#include <arrow/util/decimal.h>

#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/letter_case.h"
#include "ferro/common/nearest_name.h"
#include "ferro/engine/expr/value_text.h"
#include "ferro/engine/types/data_types.h"

namespace ferro {
namespace detail {
namespace {

template <class Array>
auto valueIn(const arrow::Array& column, int64_t row) {
  return static_cast<const Array&>(column).Value(row);
}

// What a column of whole numbers holds; false for other columns.
bool wholeNumber(const arrow::Array& column, int64_t row, int64_t& value) {
  switch (column.type_id()) {
    case arrow::Type::INT8: value = valueIn<arrow::Int8Array>(column, row); return true;
    case arrow::Type::INT16: value = valueIn<arrow::Int16Array>(column, row); return true;
    case arrow::Type::INT32: value = valueIn<arrow::Int32Array>(column, row); return true;
    case arrow::Type::INT64: value = valueIn<arrow::Int64Array>(column, row); return true;
    default: return false;
  }
}

template <class T>
bool narrowed(const arrow::Array& column, int64_t row, T& value) {
  int64_t whole = 0;
  if (!wholeNumber(column, row, whole)) return false;
  if (whole < std::numeric_limits<T>::min() || whole > std::numeric_limits<T>::max()) {
    throw Error(ErrorCode::kInvalidArgument, "the value " + std::to_string(whole) + " does not fit an integer of " +
                                                 std::to_string(8 * sizeof(T)) + " bits; read it as get<int64_t>()");
  }
  value = static_cast<T>(whole);
  return true;
}

}  // namespace

bool isNullCell(const arrow::Array& column, int64_t row) { return column.IsNull(row); }

bool readCell(const arrow::Array& column, int64_t row, bool& value) {
  if (column.type_id() != arrow::Type::BOOL) return false;
  value = valueIn<arrow::BooleanArray>(column, row);
  return true;
}

bool readCell(const arrow::Array& column, int64_t row, int8_t& value) { return narrowed(column, row, value); }
bool readCell(const arrow::Array& column, int64_t row, int16_t& value) { return narrowed(column, row, value); }
bool readCell(const arrow::Array& column, int64_t row, int32_t& value) { return narrowed(column, row, value); }
bool readCell(const arrow::Array& column, int64_t row, int64_t& value) { return narrowed(column, row, value); }
bool readCell(const arrow::Array& column, int64_t row, long long& value) { return narrowed(column, row, value); }

bool readCell(const arrow::Array& column, int64_t row, double& value) {
  if (column.type_id() == arrow::Type::DOUBLE) {
    value = valueIn<arrow::DoubleArray>(column, row);
    return true;
  }
  if (column.type_id() == arrow::Type::FLOAT) {
    value = static_cast<double>(valueIn<arrow::FloatArray>(column, row));
    return true;
  }
  if (column.type_id() == arrow::Type::DECIMAL128) {
    const auto& type = static_cast<const arrow::Decimal128Type&>(*column.type());
    value = arrow::Decimal128(static_cast<const arrow::Decimal128Array&>(column).GetValue(row)).ToDouble(type.scale());
    return true;
  }
  int64_t whole = 0;
  if (!wholeNumber(column, row, whole)) return false;
  value = static_cast<double>(whole);
  return true;
}

bool readCell(const arrow::Array& column, int64_t row, float& value) {
  double wide = 0;
  if (!readCell(column, row, wide)) return false;
  value = static_cast<float>(wide);
  return true;
}

bool readCell(const arrow::Array& column, int64_t row, std::string& value) {
  if (column.type_id() == arrow::Type::STRING || column.type_id() == arrow::Type::BINARY) {
    value = std::string(static_cast<const arrow::BinaryArray&>(column).GetView(row));
  } else {
    value = valueText(column, row);
  }
  return true;
}

bool readCell(const arrow::Array& column, int64_t row, Row& value) {
  if (column.type_id() != arrow::Type::STRUCT) return false;
  const auto& record = static_cast<const arrow::StructArray&>(column);
  value = Row(arrow::RecordBatch::Make(arrow::schema(record.struct_type()->fields()), record.length(),
                                       valueOf(record.Flatten(), "the fields of a struct")),
              row);
  return true;
}

bool readCell(const arrow::Array& column, int64_t row, ListCell& value) {
  if (column.type_id() == arrow::Type::LIST) {
    value.elements = static_cast<const arrow::ListArray&>(column).value_slice(row);
  } else if (column.type_id() == arrow::Type::FIXED_SIZE_LIST) {
    value.elements = static_cast<const arrow::FixedSizeListArray&>(column).value_slice(row);
  } else {
    return false;
  }
  value.count = value.elements->length();
  return true;
}

void throwNullElement() {
  throw Error(ErrorCode::kInvalidArgument,
              "a list has a null element; read it as get<std::vector<std::optional<T>>>()");
}

}  // namespace detail

namespace {

// How a user would read a column of this type.
std::string readAs(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL: return "bool";
    case arrow::Type::INT8: return "int8_t";
    case arrow::Type::INT16: return "int16_t";
    case arrow::Type::INT32: return "int32_t";
    case arrow::Type::INT64: return "int64_t";
    case arrow::Type::FLOAT: return "float";
    case arrow::Type::DECIMAL128:
    case arrow::Type::DOUBLE: return "double";
    case arrow::Type::STRUCT: return "ferro::Row";
    case arrow::Type::LIST: return "std::vector<" + readAs(*type.field(0)->type()) + ">";
    default: return "std::string";
  }
}

}  // namespace

int Row::size() const { return rows_ == nullptr ? 0 : rows_->num_columns(); }

std::shared_ptr<arrow::Schema> Row::schema() const { return rows_ == nullptr ? arrow::schema({}) : rows_->schema(); }

std::vector<std::string> Row::fieldNames() const { return schema()->field_names(); }

int Row::fieldIndex(std::string_view name) const {
  const std::vector<std::string> names = fieldNames();
  int inOtherCase = -1;
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<int>(i);
    if (lowerCase(names[i]) == lowerCase(name)) inOtherCase = inOtherCase == -1 ? static_cast<int>(i) : -2;
  }
  if (inOtherCase >= 0) return inOtherCase;
  std::string message = "a row has no column `" + std::string(name) + "`";
  const std::vector<std::string_view> known(names.begin(), names.end());
  if (const auto nearest = nearestName(name, known)) message += "; did you mean `" + std::string(*nearest) + "`?";
  throw Error(ErrorCode::kNotFound, message);
}

const arrow::Array& Row::cellsFor(int column, bool nullable) const {
  if (column < 0 || column >= size()) {
    throw Error(ErrorCode::kInvalidArgument, "a row of " + std::to_string(size()) + " columns has no column " +
                                                 std::to_string(column) + "; they are counted from 0");
  }
  const arrow::Array& cells = *rows_->column(column);
  if (!nullable && cells.IsNull(row_)) {
    throw Error(ErrorCode::kInvalidArgument, "column `" + rows_->schema()->field(column)->name() +
                                                 "` is null in this row; ask isNullAt() first, or read it as "
                                                 "get<std::optional<" +
                                                 readAs(*cells.type()) + ">>()");
  }
  return cells;
}

void Row::throwOtherType(int column) const {
  const auto& field = *rows_->schema()->field(column);
  throw Error(ErrorCode::kInvalidArgument, "column `" + field.name() + "` is of type " + sqlName(*field.type()) +
                                               ", which the type asked for cannot hold; read it as get<" +
                                               readAs(*field.type()) + ">(), or cast the column before");
}

bool Row::isNullAt(int column) const { return cellsFor(column, true).IsNull(row_); }

bool Row::anyNull() const {
  for (int i = 0; i < size(); ++i) {
    if (isNullAt(i)) return true;
  }
  return false;
}

std::string Row::toString() const {
  std::string text = "[";
  for (int i = 0; i < size(); ++i) {
    if (i > 0) text += ",";
    text += isNullAt(i) ? "null" : get<std::string>(i);
  }
  return text + "]";
}

bool operator==(const Row& a, const Row& b) {
  if (a.size() == 0 || b.size() == 0) return a.size() == b.size();
  return a.rows_->Slice(a.row_, 1)->Equals(*b.rows_->Slice(b.row_, 1));
}

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.toString(); }

int64_t CollectedTable::numRows() const { return get() == nullptr ? 0 : get()->num_rows(); }

int CollectedTable::numColumns() const { return get() == nullptr ? 0 : get()->num_columns(); }

CollectedTable::Iterator CollectedTable::begin() const {
  if (numRows() == 0) return {nullptr, 0};
  return {valueOf(get()->CombineChunksToBatch(), "the rows of a table"), 0};
}

std::vector<Row> CollectedTable::rows() const {
  std::vector<Row> list;
  list.reserve(static_cast<size_t>(numRows()));
  for (Iterator row = begin(); row != end(); ++row) list.push_back(*row);
  return list;
}

}  // namespace ferro
