#include "ferro/engine/exec/value_bytes.h"

#include <limits>

#include "ferro/common/error.h"
#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

template <class T>
void appendRaw(const T& value, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

template <class T>
void appendNumber(T value, std::string& bytes) {
  if (value != value) value = std::numeric_limits<T>::quiet_NaN();
  appendRaw(static_cast<T>(value + T{0}), bytes);
}

void appendText(std::string_view text, std::string& bytes) {
  appendRaw(static_cast<uint64_t>(text.size()), bytes);
  bytes.append(text);
}

void appendList(const arrow::ArrayData& column, int64_t row, std::string& bytes) {
  const auto* offsets = ColumnCursor(column).values<int32_t>() + row;
  appendRaw(offsets[1] - offsets[0], bytes);
  for (int32_t i = offsets[0]; i < offsets[1]; ++i) appendValueBytes(*column.child_data[0], i, bytes);
}

}  // namespace

void appendValueBytes(const arrow::ArrayData& column, int64_t row, std::string& bytes) {
  const ColumnCursor cursor(column);
  const bool valid = column.type->id() != arrow::Type::NA && cursor.isValid(row);
  bytes.push_back(valid ? '\1' : '\0');
  if (!valid) return;
  switch (column.type->id()) {
    case arrow::Type::BOOL: bytes.push_back(cursor.boolAt(row) ? '\1' : '\0'); return;
    case arrow::Type::FLOAT: return appendNumber(cursor.values<float>()[row], bytes);
    case arrow::Type::DOUBLE: return appendNumber(cursor.values<double>()[row], bytes);
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return appendText(cursor.textAt(row), bytes);
    case arrow::Type::DICTIONARY: return appendText(TextCursor(column).at(row), bytes);
    case arrow::Type::LIST:
    case arrow::Type::MAP: return appendList(column, row, bytes);
    case arrow::Type::STRUCT:
      for (const auto& child : column.child_data) appendValueBytes(*child, column.offset + row, bytes);
      return;
    default: break;
  }
  const int width = fixedWidth(*column.type);
  if (width == 0) throwInternal("a value of type " + column.type->ToString() + " cannot be a key");
  bytes.append(cursor.values<char>() - cursor.view.offset + (cursor.view.offset + row) * width,
               static_cast<size_t>(width));
}

}  // namespace ferro
