// Vectors as a column of a table, in Spark's layout (struct of type, size, indices, values): reading its rows without a
// copy, and building one. Both belong to one thread; the columns are Arrow's and immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/mllib/linalg/vector.h"

namespace ferro::ml {

// The rows of a vector column. Keeps the column alive.
class VectorColumn {
 public:
  // Error kInvalidArgument when the column does not hold vectors; `name` is what the error calls it.
  explicit VectorColumn(std::shared_ptr<arrow::Array> column, std::string name = "features");

  int64_t length() const { return length_; }
  bool isNull(int64_t row) const { return mayHaveNulls_ && isNullSlow(row); }
  // Error kMalformedData when the row's parts contradict each other. Not for rows that are null.
  VectorView operator[](int64_t row) const;
  // The size that all rows share, when they are dense, none is null, and their values lie side by side: values() then
  // is a matrix of length() rows.
  std::optional<int32_t> denseWidth() const;
  std::span<const double> values() const;

 private:
  bool isNullSlow(int64_t row) const;
  [[noreturn]] void throwMalformed(int64_t row) const;

  std::shared_ptr<arrow::Array> column_;
  std::string name_;
  std::vector<std::shared_ptr<arrow::Array>> parts_;  // as slices: they hold what the pointers below point into
  int64_t length_ = 0;
  bool mayHaveNulls_ = false;
  const int8_t* types_ = nullptr;
  const int32_t* sizes_ = nullptr;
  const int32_t* indexOffsets_ = nullptr;
  const int32_t* indices_ = nullptr;
  const int32_t* valueOffsets_ = nullptr;
  const double* values_ = nullptr;
};

class VectorColumnBuilder {
 public:
  explicit VectorColumnBuilder(arrow::MemoryPool* pool);
  ~VectorColumnBuilder();

  void appendDense(std::span<const double> values);
  // A dense row of so many values, for the caller to fill in; valid until the next call.
  std::span<double> appendDense(int32_t size);
  void appendSparse(int32_t size, std::span<const int32_t> indices, std::span<const double> values);
  void append(const VectorView& vector);
  void append(const Vector& vector) { append(vector.view()); }
  // Whichever form takes less room; `indices` ascend, and `values` may hold zeros, which a sparse row leaves out.
  void appendCompressed(int32_t size, std::span<const int32_t> indices, std::span<const double> values);
  void appendNull();
  int64_t length() const;
  std::shared_ptr<arrow::Array> finish();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  arrow::MemoryPool* pool_;
};

}  // namespace ferro::ml
