#include "table_rows.h"

#include <algorithm>
#include <cmath>

#include <arrow/api.h>

#include "ferro_test.h"

namespace ferro::test {
namespace {

bool nearlyEqual(const Value& a, const Value& b) {
  if (a.kind != Value::Kind::kNumber || b.kind != Value::Kind::kNumber) return a == b;
  if (std::isnan(a.number) || std::isnan(b.number)) return std::isnan(a.number) && std::isnan(b.number);
  if (a.number == b.number) return true;
  return std::abs(a.number - b.number) <= 1e-9 * std::max({1.0, std::abs(a.number), std::abs(b.number)});
}

bool nearlyEqual(const Row& a, const Row& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Value& x, const Value& y) { return nearlyEqual(x, y); });
}

template <class Array>
double numberAt(const arrow::Array& array, int64_t row) {
  return static_cast<double>(static_cast<const Array&>(array).Value(row));
}

}  // namespace

int compare(const Value& a, const Value& b) {
  if (a.kind != b.kind) return a.kind < b.kind ? -1 : 1;
  if (a.kind == Value::Kind::kText) return a.text.compare(b.text);
  if (std::isnan(a.number) || std::isnan(b.number)) return int{std::isnan(a.number)} - int{std::isnan(b.number)};
  if (a.whole != b.whole && a.number == b.number) return a.whole < b.whole ? -1 : 1;
  return int{a.number > b.number} - int{a.number < b.number};
}

Value valueAt(const arrow::Array& array, int64_t row) {
  if (array.IsNull(row)) return {};
  switch (array.type_id()) {
    case arrow::Type::NA: return {};
    case arrow::Type::BOOL: return Value::of(int64_t{static_cast<const arrow::BooleanArray&>(array).Value(row)});
    case arrow::Type::INT8: return Value::of(int64_t{static_cast<const arrow::Int8Array&>(array).Value(row)});
    case arrow::Type::INT16: return Value::of(int64_t{static_cast<const arrow::Int16Array&>(array).Value(row)});
    case arrow::Type::INT32: return Value::of(int64_t{static_cast<const arrow::Int32Array&>(array).Value(row)});
    case arrow::Type::DATE32: return Value::of(int64_t{static_cast<const arrow::Date32Array&>(array).Value(row)});
    case arrow::Type::INT64: return Value::of(static_cast<const arrow::Int64Array&>(array).Value(row));
    case arrow::Type::FLOAT: return Value::of(numberAt<arrow::FloatArray>(array, row));
    case arrow::Type::DOUBLE: return Value::of(numberAt<arrow::DoubleArray>(array, row));
    case arrow::Type::DECIMAL128: {
      const arrow::Decimal128 decimal(static_cast<const arrow::Decimal128Array&>(array).GetValue(row));
      const auto& type = static_cast<const arrow::DecimalType&>(*array.type());
      Value value = Value::of(static_cast<int64_t>(decimal.low_bits()));
      value.number = decimal.ToDouble(type.scale());
      return value;
    }
    case arrow::Type::STRING: return Value::of(static_cast<const arrow::StringArray&>(array).GetString(row));
    case arrow::Type::BINARY: return Value::of(static_cast<const arrow::BinaryArray&>(array).GetString(row));
    case arrow::Type::DICTIONARY: {
      const auto& coded = static_cast<const arrow::DictionaryArray&>(array);
      return valueAt(*coded.dictionary(), coded.GetValueIndex(row));
    }
    case arrow::Type::LIST:
    case arrow::Type::MAP: {
      const auto& list = static_cast<const arrow::ListArray&>(array);
      Row elements;
      for (int64_t i = list.value_offset(row); i < list.value_offset(row + 1); ++i) {
        elements.push_back(valueAt(*list.values(), i));
      }
      return Value::of("[" + textOf(elements) + "]");
    }
    case arrow::Type::STRUCT: {
      const auto& rows = static_cast<const arrow::StructArray&>(array);
      Row fields;
      for (int i = 0; i < rows.num_fields(); ++i) fields.push_back(valueAt(*rows.field(i), row));
      return Value::of("{" + textOf(fields) + "}");
    }
    default: return Value::of("?" + array.type()->ToString());
  }
}

Rows rowsOf(const arrow::Table& table) {
  Rows rows(static_cast<size_t>(table.num_rows()));
  for (int column = 0; column < table.num_columns(); ++column) {
    size_t row = 0;
    for (const auto& chunk : table.column(column)->chunks()) {
      for (int64_t i = 0; i < chunk->length(); ++i) rows[row++].push_back(valueAt(*chunk, i));
    }
  }
  return rows;
}

Rows sortedRows(Rows rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::string textOf(const Row& row) {
  std::string text;
  for (const Value& value : row) {
    if (!text.empty()) text += ", ";
    if (value.isNull()) {
      text += "null";
    } else if (value.kind == Value::Kind::kText) {
      text += "'" + value.text + "'";
    } else {
      text += value.whole != 0 ? std::to_string(value.whole) : std::to_string(value.number + 0.0);
    }
  }
  return text;
}

void checkSameSequence(const Rows& actual, const Rows& expected) {
  CHECK(actual.size() == expected.size());
  for (size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    if (nearlyEqual(actual[i], expected[i])) continue;
    FAIL_CHECK("row " << i << " is " << textOf(actual[i]) << " and should be " << textOf(expected[i]));
    return;
  }
}

void checkSameRows(Rows actual, Rows expected) {
  checkSameSequence(sortedRows(std::move(actual)), sortedRows(std::move(expected)));
}

}  // namespace ferro::test
