// Typed rows to Arrow record batches and back. A pair, tuple or plain struct becomes one column for each field, named
// _1, _2, ...; anything else one column named value. A RowWriter has one owner thread; a RowReader may be shared.
#pragma once

#include <cstdint>
#include <memory>

#include "ferro/common/column_reader.h"
#include "ferro/common/column_writer.h"

namespace ferro {

namespace detail {

template <class T>
struct ColumnsOf {
  static_assert(
      Element<T>,
      "this type cannot be the element of an Rdd: use numbers, bool, enums, std::string, pair, tuple, array, vector, "
      "optional, map, unordered_map or a plain struct of at most 24 of these, or specialise ferro::Codec<T>");
  using Type = TypeList<T>;
};
template <ProductElement T>
struct ColumnsOf<T> {
  static_assert(
      Element<T>,
      "a field of this type cannot be part of an Rdd's element: use numbers, bool, enums, std::string, pair, tuple, "
      "array, vector, optional, map, unordered_map or plain structs of these, or specialise ferro::Codec<T>");
  using Type = FieldsOf<T>;
};

}  // namespace detail

// The schema of the batches that hold rows of type T. The same for T and Stored<T>.
template <class T>
const std::shared_ptr<arrow::Schema>& schemaOf() {
  using Columns = typename detail::ColumnsOf<T>::Type;
  if constexpr (ProductElement<T>) {
    static const std::shared_ptr<arrow::Schema> schema = detail::productSchema(Columns{});
    return schema;
  } else {
    static const std::shared_ptr<arrow::Schema> schema = detail::makeValueSchema(detail::fieldShape<T>());
    return schema;
  }
}

// Collects rows in columns. T may hold string_views; their text is copied. The pool must outlive the batches.
template <class T>
class RowWriter {
 public:
  explicit RowWriter(arrow::MemoryPool* pool) : columns_(pool) {}

  // When this throws (no memory, a column beyond 2 GiB, a Codec that fails), the rows so far are lost with the writer.
  void append(const T& row) {
    if constexpr (ProductElement<T>) {
      visitFields(row, [this](const auto&... fields) { columns_.append(fields...); });
    } else {
      columns_.append(row);
    }
    ++rows_;
  }

  int64_t rows() const { return rows_; }
  // Payload so far, without what is allocated ahead.
  int64_t bytes() const { return columns_.bytes(); }

  // Hands over what was appended and starts anew, empty.
  std::shared_ptr<arrow::RecordBatch> finish() {
    const int64_t rows = std::exchange(rows_, 0);
    return makeBatch(schemaOf<T>(), rows, columns_.finish(rows));
  }

 private:
  detail::FieldWriters<typename detail::ColumnsOf<T>::Type> columns_;
  int64_t rows_ = 0;
};

// Reads the rows of one batch, in any order, and keeps the batch alive.
template <class T>
class RowReader {
 public:
  // Has no rows.
  RowReader() = default;
  // Error kMalformedData when the batch does not have the columns of T, or lies about where its bytes are.
  explicit RowReader(std::shared_ptr<arrow::RecordBatch> batch)
      : batch_(verified(std::move(batch))),
        columns_([this](int i) -> const arrow::ArrayData& { return columnOf(*batch_, i); }),
        rows_(rowsOf(*batch_)) {}

  int64_t rows() const { return rows_; }

  // Replaces out, reusing the memory it owns. A string_view in T points into the batch.
  void read(int64_t row, T& out) const {
    if constexpr (ProductElement<T>) {
      visitFields(out, [this, row](auto&... fields) { columns_.read(row, fields...); });
    } else {
      columns_.read(row, out);
    }
  }

 private:
  static std::shared_ptr<arrow::RecordBatch> verified(std::shared_ptr<arrow::RecordBatch> batch) {
    verifyBatch(*batch, *schemaOf<T>());
    return batch;
  }

  std::shared_ptr<arrow::RecordBatch> batch_;
  detail::FieldReaders<typename detail::ColumnsOf<T>::Type> columns_;
  int64_t rows_ = 0;
};

}  // namespace ferro
