#include "ferro/engine/exec/row_hash.h"

#include <algorithm>
#include <array>

#include <arrow/array/data.h>

#include "ferro/common/error.h"
#include "ferro/common/hash.h"
#include "ferro/engine/exec/columns.h"

namespace ferro {
namespace {

constexpr uint64_t kNullHash = 0x2545f4914f6cdd1d;

template <class HashAt>
void hashEach(const ColumnCursor& cursor, std::span<uint64_t> hashes, HashAt hashAt) {
  if (!cursor.mayHaveNulls()) {
    for (size_t i = 0; i < hashes.size(); ++i) hashes[i] = hashAt(static_cast<int64_t>(i));
    return;
  }
  for (size_t i = 0; i < hashes.size(); ++i) {
    const auto row = static_cast<int64_t>(i);
    hashes[i] = cursor.isValid(row) ? hashAt(row) : kNullHash;
  }
}

template <class T>
void hashNumbers(const ColumnCursor& cursor, std::span<uint64_t> hashes) {
  const T* values = cursor.values<T>();
  hashEach(cursor, hashes, [values](int64_t row) { return hashValue(values[row]); });
}

void hashDictionary(const arrow::ArrayData& column, std::span<uint64_t> hashes) {
  if (static_cast<size_t>(column.dictionary->length) > hashes.size()) {
    const TextCursor texts(column);
    for (size_t i = 0; i < hashes.size(); ++i) {
      const auto row = static_cast<int64_t>(i);
      hashes[i] = texts.isValid(row) ? hashValue(texts.at(row)) : kNullHash;
    }
    return;
  }
  std::vector<uint64_t> entries(static_cast<size_t>(column.dictionary->length));
  hashColumn(*column.dictionary, entries);
  const ColumnCursor cursor(column);
  const auto* codes = cursor.values<int32_t>();
  hashEach(cursor, hashes, [&](int64_t row) { return entries[static_cast<size_t>(codes[row])]; });
}

// The hashes of all values inside, folded for each row in their order.
void hashLists(const arrow::ArrayData& column, std::span<uint64_t> hashes) {
  const ColumnCursor cursor(column);
  const auto* offsets = cursor.values<int32_t>();
  const arrow::ArrayData& child = *column.child_data[0];
  std::vector<uint64_t> inner(static_cast<size_t>(child.length));
  hashColumn(child, inner);
  hashEach(cursor, hashes, [&](int64_t row) {
    auto hash = static_cast<uint64_t>(offsets[row + 1] - offsets[row]);
    for (int32_t i = offsets[row]; i < offsets[row + 1]; ++i) {
      hash = detail::combineHashes(hash, inner[static_cast<size_t>(i)]);
    }
    return hash;
  });
}

void hashStructs(const arrow::ArrayData& column, std::span<uint64_t> hashes) {
  std::vector<uint64_t> all(hashes.size(), column.child_data.size());
  std::vector<uint64_t> field(hashes.size());
  for (const auto& child : column.child_data) {
    hashColumn(*child->Slice(column.offset, column.length), field);
    for (size_t i = 0; i < all.size(); ++i) all[i] = detail::combineHashes(all[i], field[i]);
  }
  hashEach(ColumnCursor(column), hashes, [&](int64_t row) { return all[static_cast<size_t>(row)]; });
}

void hashDecimals(const ColumnCursor& cursor, std::span<uint64_t> hashes) {
  const auto* words = cursor.values<std::array<uint64_t, 2>>();
  hashEach(cursor, hashes, [words](int64_t row) { return detail::combineHashes(words[row][0], words[row][1]); });
}

}  // namespace

void hashColumn(const arrow::ArrayData& column, std::span<uint64_t> hashes) {
  const ColumnCursor cursor(column);
  switch (column.type->id()) {
    case arrow::Type::NA: std::fill(hashes.begin(), hashes.end(), kNullHash); return;
    case arrow::Type::BOOL:
      hashEach(cursor, hashes, [&](int64_t row) { return hashValue(cursor.boolAt(row)); });
      return;
    case arrow::Type::INT8: return hashNumbers<int8_t>(cursor, hashes);
    case arrow::Type::INT16: return hashNumbers<int16_t>(cursor, hashes);
    case arrow::Type::INT32:
    case arrow::Type::DATE32: return hashNumbers<int32_t>(cursor, hashes);
    case arrow::Type::INT64:
    case arrow::Type::TIMESTAMP:
    case arrow::Type::DURATION: return hashNumbers<int64_t>(cursor, hashes);
    case arrow::Type::FLOAT: return hashNumbers<float>(cursor, hashes);
    case arrow::Type::DOUBLE: return hashNumbers<double>(cursor, hashes);
    case arrow::Type::DECIMAL128: return hashDecimals(cursor, hashes);
    case arrow::Type::STRING:
    case arrow::Type::BINARY:
      hashEach(cursor, hashes, [&](int64_t row) { return hashValue(cursor.textAt(row)); });
      return;
    case arrow::Type::DICTIONARY: return hashDictionary(column, hashes);
    case arrow::Type::LIST:
    case arrow::Type::MAP: return hashLists(column, hashes);
    case arrow::Type::STRUCT: return hashStructs(column, hashes);
    default: throwInternal("rows cannot be spread by a column of type " + column.type->ToString());
  }
}

void hashRows(std::span<const ArrayPointer> columns, std::span<uint64_t> hashes) {
  if (columns.size() == 1) return hashColumn(*columns[0], hashes);
  std::fill(hashes.begin(), hashes.end(), columns.size());
  std::vector<uint64_t> column(hashes.size());
  for (const auto& data : columns) {
    hashColumn(*data, column);
    for (size_t i = 0; i < hashes.size(); ++i) hashes[i] = detail::combineHashes(hashes[i], column[i]);
  }
}

}  // namespace ferro
