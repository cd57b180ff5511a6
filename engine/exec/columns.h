// Reading and making Arrow columns row by row, without Arrow's own classes in between: what every operator on batches
// is built from. Pure functions; any thread. For .cc files: it parses Arrow headers.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/common/column_arrow.h"
#include "ferro/common/plain_columns.h"

namespace ferro {

__extension__ using Int128 = __int128;

// A decimal where it lies in a column: nothing says that it lies at a multiple of 16.
struct DecimalBits {
  uint64_t low;
  int64_t high;
  operator Int128() const { return static_cast<Int128>(high) << 64 | low; }
};

inline bool bitAt(const uint8_t* bits, int64_t index) { return (bits[index >> 3] >> (index & 7) & 1) != 0; }

inline bool isText(const arrow::DataType& type) {
  return type.id() == arrow::Type::STRING || type.id() == arrow::Type::BINARY;
}

// Bytes of one value of a fixed-width type, 0 for booleans, which are bits, and for types of other kinds.
int fixedWidth(const arrow::DataType& type);

// One column of a batch, its row 0 being the first of the batch.
struct ColumnCursor {
  explicit ColumnCursor(const arrow::ArrayData& column) : view(viewOf(column)) {}

  bool isValid(int64_t row) const { return view.validity == nullptr || bitAt(view.validity, view.offset + row); }
  bool mayHaveNulls() const { return view.validity != nullptr; }
  template <class T>
  const T* values() const {
    return reinterpret_cast<const T*>(view.values) + view.offset;
  }
  bool boolAt(int64_t row) const { return bitAt(view.values, view.offset + row); }
  std::string_view textAt(int64_t row) const {
    const int32_t* offsets = values<int32_t>() + row;
    return {reinterpret_cast<const char*>(view.text) + offsets[0], static_cast<size_t>(offsets[1] - offsets[0])};
  }

  ColumnView view;
};

// Text, whether the column holds it or a dictionary of it.
class TextCursor {
 public:
  explicit TextCursor(const arrow::ArrayData& column)
      : rows_(column),
        texts_(isDictionary(*column.type) ? *column.dictionary : column),
        coded_(isDictionary(*column.type)) {}

  bool isValid(int64_t row) const {
    return rows_.isValid(row) && (!coded_ || texts_.isValid(rows_.values<int32_t>()[row]));
  }
  bool mayHaveNulls() const { return rows_.mayHaveNulls() || (coded_ && texts_.mayHaveNulls()); }
  std::string_view at(int64_t row) const { return texts_.textAt(coded_ ? rows_.values<int32_t>()[row] : row); }

 private:
  ColumnCursor rows_;
  ColumnCursor texts_;
  bool coded_;
};

std::shared_ptr<arrow::Buffer> allocateBytes(int64_t bytes, arrow::MemoryPool* pool);

// The bits of a column that is being made; none are kept while all rows are valid.
class ValidityWriter {
 public:
  ValidityWriter(int64_t rows, arrow::MemoryPool* pool) : rows_(rows), pool_(pool) {}
  void setNull(int64_t row);
  Validity finish() { return {std::move(bits_), nulls_}; }

 private:
  int64_t rows_;
  arrow::MemoryPool* pool_;
  std::shared_ptr<arrow::Buffer> bits_;
  int64_t nulls_ = 0;
};

// A column of a fixed-width type from values that lie in memory one after another.
template <class T>
ArrayPointer fixedColumn(std::shared_ptr<arrow::DataType> type, std::span<const T> values, Validity validity,
                         arrow::MemoryPool* pool) {
  auto buffer = allocateBytes(static_cast<int64_t>(values.size_bytes()), pool);
  if (!values.empty()) std::memcpy(buffer->mutable_data(), values.data(), values.size_bytes());
  return makeArray(std::move(type), static_cast<int64_t>(values.size()), std::move(validity), {std::move(buffer)});
}

// A column of text, from textOf(row); size 0 where a row is null.
template <class TextOf>
ArrayPointer textColumn(std::shared_ptr<arrow::DataType> type, int64_t rows, Validity validity, arrow::MemoryPool* pool,
                        TextOf textOf);

// Throws Error kOutOfMemory when the texts or lists of one batch need more than their 32-bit offsets can say.
void requireOffsetsFit(int64_t bytesOrElements);

template <class TextOf>
ArrayPointer textColumn(std::shared_ptr<arrow::DataType> type, int64_t rows, Validity validity, arrow::MemoryPool* pool,
                        TextOf textOf) {
  auto offsets = allocateBytes((rows + 1) * int64_t{sizeof(int32_t)}, pool);
  auto* offset = reinterpret_cast<int32_t*>(offsets->mutable_data());
  int64_t bytes = 0;
  offset[0] = 0;
  for (int64_t row = 0; row < rows; ++row) {
    bytes += static_cast<int64_t>(textOf(row).size());
    offset[row + 1] = static_cast<int32_t>(bytes);
  }
  requireOffsetsFit(bytes);
  auto texts = allocateBytes(bytes, pool);
  auto* place = reinterpret_cast<char*>(texts->mutable_data());
  for (int64_t row = 0; row < rows; ++row) {
    const std::string_view text = textOf(row);
    if (!text.empty()) std::memcpy(place + offset[row], text.data(), text.size());
  }
  return makeArray(std::move(type), rows, std::move(validity), {std::move(offsets), std::move(texts)});
}

ArrayPointer nullColumn(const std::shared_ptr<arrow::DataType>& type, int64_t rows, arrow::MemoryPool* pool);

}  // namespace ferro
