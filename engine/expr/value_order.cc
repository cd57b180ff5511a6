#include "ferro/engine/expr/value_order.h"

#include <algorithm>

#include <arrow/util/decimal.h>

#include "ferro/common/error.h"

namespace ferro {

namespace {

template <class T>
int order(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b) return static_cast<int>(a != a) - static_cast<int>(b != b);
  }
  return a < b ? -1 : static_cast<int>(b < a);
}

template <class ArrayType>
int orderOf(const arrow::Array& a, int64_t rowA, const arrow::Array& b, int64_t rowB) {
  return order(static_cast<const ArrayType&>(a).GetView(rowA), static_cast<const ArrayType&>(b).GetView(rowB));
}

int orderDecimals(const arrow::Array& a, int64_t rowA, const arrow::Array& b, int64_t rowB) {
  const arrow::Decimal128 left(static_cast<const arrow::Decimal128Array&>(a).GetValue(rowA));
  const arrow::Decimal128 right(static_cast<const arrow::Decimal128Array&>(b).GetValue(rowB));
  return left < right ? -1 : static_cast<int>(right < left);
}

int orderLists(const arrow::ListArray& a, int64_t rowA, const arrow::ListArray& b, int64_t rowB) {
  const int32_t sizeA = a.value_length(rowA);
  const int32_t sizeB = b.value_length(rowB);
  for (int32_t i = 0; i < std::min(sizeA, sizeB); ++i) {
    const int found = compareValues(*a.values(), a.value_offset(rowA) + i, *b.values(), b.value_offset(rowB) + i);
    if (found != 0) return found;
  }
  return order(sizeA, sizeB);
}

int orderStructs(const arrow::StructArray& a, int64_t rowA, const arrow::StructArray& b, int64_t rowB) {
  for (int i = 0; i < a.num_fields(); ++i) {
    const int found = compareValues(*a.field(i), rowA, *b.field(i), rowB);
    if (found != 0) return found;
  }
  return 0;
}

}  // namespace

int compareValues(const arrow::Array& a, int64_t rowA, const arrow::Array& b, int64_t rowB) {
  const bool nullA = a.IsNull(rowA);
  const bool nullB = b.IsNull(rowB);
  if (nullA || nullB) return static_cast<int>(nullB) - static_cast<int>(nullA);
  switch (a.type_id()) {
    case arrow::Type::BOOL: return orderOf<arrow::BooleanArray>(a, rowA, b, rowB);
    case arrow::Type::INT8: return orderOf<arrow::Int8Array>(a, rowA, b, rowB);
    case arrow::Type::INT16: return orderOf<arrow::Int16Array>(a, rowA, b, rowB);
    case arrow::Type::INT32: return orderOf<arrow::Int32Array>(a, rowA, b, rowB);
    case arrow::Type::INT64: return orderOf<arrow::Int64Array>(a, rowA, b, rowB);
    case arrow::Type::FLOAT: return orderOf<arrow::FloatArray>(a, rowA, b, rowB);
    case arrow::Type::DOUBLE: return orderOf<arrow::DoubleArray>(a, rowA, b, rowB);
    case arrow::Type::DATE32: return orderOf<arrow::Date32Array>(a, rowA, b, rowB);
    case arrow::Type::TIMESTAMP: return orderOf<arrow::TimestampArray>(a, rowA, b, rowB);
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return orderOf<arrow::BinaryArray>(a, rowA, b, rowB);
    case arrow::Type::DECIMAL128: return orderDecimals(a, rowA, b, rowB);
    case arrow::Type::LIST:
    case arrow::Type::MAP:
      return orderLists(static_cast<const arrow::ListArray&>(a), rowA, static_cast<const arrow::ListArray&>(b), rowB);
    case arrow::Type::STRUCT:
      return orderStructs(static_cast<const arrow::StructArray&>(a), rowA, static_cast<const arrow::StructArray&>(b),
                          rowB);
    default: throwInternal("the order of a column of " + a.type()->ToString());
  }
}

}  // namespace ferro
