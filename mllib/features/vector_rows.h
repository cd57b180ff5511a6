// One vector of each row made into another: what most stages on vectors do. For .cc files of stages.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <arrow/array/array_base.h>
#include <arrow/record_batch.h>

#include "ferro/mllib/linalg/vector_column.h"

namespace ferro::ml {

// The column of the batch as it is called in errors, and the size that its vectors must have; -1 for any.
struct VectorInput {
  std::string column{};
  int32_t size = -1;
};

[[noreturn]] void throwVectorSize(const VectorInput& input, int32_t found, int64_t row);

// Calls make(vector, builder), which appends one vector, for each row of the batch's first column. A null stays null.
template <class Make>
std::shared_ptr<arrow::Array> mapVectors(const arrow::RecordBatch& batch, arrow::MemoryPool* pool,
                                         const VectorInput& input, const Make& make) {
  const VectorColumn rows(batch.column(0), input.column);
  VectorColumnBuilder builder(pool);
  for (int64_t row = 0; row < rows.length(); ++row) {
    if (rows.isNull(row)) {
      builder.appendNull();
      continue;
    }
    const VectorView vector = rows[row];
    if (input.size >= 0 && vector.size != input.size) throwVectorSize(input, vector.size, row);
    make(vector, builder);
  }
  return builder.finish();
}

}  // namespace ferro::ml
