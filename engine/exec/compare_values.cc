#include "ferro/engine/exec/compare_values.h"

#include <algorithm>

#include "ferro/common/error.h"
#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

template <class T>
int compareNumbers(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b) return static_cast<int>(a != a) - static_cast<int>(b != b);
  }
  return static_cast<int>(a > b) - static_cast<int>(a < b);
}

template <class T>
int compareAt(const ColumnCursor& a, int64_t rowOfA, const ColumnCursor& b, int64_t rowOfB) {
  return compareNumbers(a.values<T>()[rowOfA], b.values<T>()[rowOfB]);
}

bool isNullAt(const arrow::ArrayData& column, int64_t row) {
  return column.type->id() == arrow::Type::NA || !ColumnCursor(column).isValid(row);
}

int compareNested(const arrow::ArrayData& a, int64_t rowOfA, const arrow::ArrayData& b, int64_t rowOfB) {
  const bool nullA = isNullAt(a, rowOfA);
  const bool nullB = isNullAt(b, rowOfB);
  if (nullA || nullB) return static_cast<int>(nullB) - static_cast<int>(nullA);
  return compareValues(a, rowOfA, b, rowOfB);
}

int compareLists(const arrow::ArrayData& a, int64_t rowOfA, const arrow::ArrayData& b, int64_t rowOfB) {
  const auto* offsetsA = ColumnCursor(a).values<int32_t>() + rowOfA;
  const auto* offsetsB = ColumnCursor(b).values<int32_t>() + rowOfB;
  const int32_t sizeA = offsetsA[1] - offsetsA[0];
  const int32_t sizeB = offsetsB[1] - offsetsB[0];
  for (int32_t i = 0; i < std::min(sizeA, sizeB); ++i) {
    const int order = compareNested(*a.child_data[0], offsetsA[0] + i, *b.child_data[0], offsetsB[0] + i);
    if (order != 0) return order;
  }
  return compareNumbers(sizeA, sizeB);
}

}  // namespace

bool hasOrder(const arrow::DataType& type) {
  if (type.id() == arrow::Type::MAP) return false;
  if (type.id() == arrow::Type::LIST || type.id() == arrow::Type::STRUCT) {
    return std::all_of(type.fields().begin(), type.fields().end(),
                       [](const auto& field) { return hasOrder(*field->type()); });
  }
  return type.id() == arrow::Type::NA || type.id() == arrow::Type::BOOL || isText(type) || isDictionary(type) ||
         fixedWidth(type) > 0;
}

int compareValues(const arrow::ArrayData& a, int64_t rowOfA, const arrow::ArrayData& b, int64_t rowOfB) {
  const ColumnCursor left(a);
  const ColumnCursor right(b);
  switch (isDictionary(*a.type) || isDictionary(*b.type) ? arrow::Type::STRING : a.type->id()) {
    case arrow::Type::NA: return 0;
    case arrow::Type::BOOL: return compareNumbers<int>(left.boolAt(rowOfA), right.boolAt(rowOfB));
    case arrow::Type::INT8: return compareAt<int8_t>(left, rowOfA, right, rowOfB);
    case arrow::Type::INT16: return compareAt<int16_t>(left, rowOfA, right, rowOfB);
    case arrow::Type::INT32:
    case arrow::Type::DATE32: return compareAt<int32_t>(left, rowOfA, right, rowOfB);
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DURATION: return compareAt<int64_t>(left, rowOfA, right, rowOfB);
    case arrow::Type::FLOAT: return compareAt<float>(left, rowOfA, right, rowOfB);
    case arrow::Type::DOUBLE: return compareAt<double>(left, rowOfA, right, rowOfB);
    case arrow::Type::DECIMAL128:
      return compareNumbers<Int128>(left.values<DecimalBits>()[rowOfA], right.values<DecimalBits>()[rowOfB]);
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return TextCursor(a).at(rowOfA).compare(TextCursor(b).at(rowOfB));
    case arrow::Type::LIST: return compareLists(a, rowOfA, b, rowOfB);
    case arrow::Type::STRUCT:
      for (size_t i = 0; i < a.child_data.size(); ++i) {
        const int order = compareNested(*a.child_data[i], a.offset + rowOfA, *b.child_data[i], b.offset + rowOfB);
        if (order != 0) return order;
      }
      return 0;
    default: throwInternal("values of type " + a.type->ToString() + " have no order");
  }
}

}  // namespace ferro
