#include "ferro/shuffle/batch_bytes.h"

#include <algorithm>
#include <optional>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/type_traits.h>
#include <arrow/util/byte_size.h>

namespace ferro {
namespace {

// What the objects take that hold a batch and a column of it, their buffers not included. Measured: a thousand small
// batches cost an executor more in these than in rows.
constexpr int64_t kBatchObjectBytes = 320;
constexpr int64_t kColumnObjectBytes = 448;
constexpr int64_t kAlignment = 64;

enum class Measure { kHeld, kUsed };

// A buffer that belongs to this column alone holds all the memory that was allocated for it.
template <Measure kMeasure>
int64_t bufferBytes(const arrow::ArrayData& column, size_t index, int64_t used) {
  const auto& buffer = column.buffers[index];
  if (buffer == nullptr) return 0;
  if (kMeasure == Measure::kUsed) return used;
  const bool isOwn = column.offset == 0 && buffer->parent() == nullptr && buffer->size() <= used + kAlignment;
  return isOwn ? std::max(buffer->capacity(), used) : used;
}

// Nothing for columns with columns inside. Arrow's own count takes many microseconds, more than all the rest of
// appending a batch, so the common types are counted here.
template <Measure kMeasure>
std::optional<int64_t> flatColumnBytes(const arrow::ArrayData& column) {
  const int64_t validity = column.buffers.empty() ? 0 : bufferBytes<kMeasure>(column, 0, column.length / 8);
  if (arrow::is_fixed_width(*column.type)) {
    const auto& type = static_cast<const arrow::FixedWidthType&>(*column.type);
    return validity +
           (column.buffers.size() < 2 ? 0 : bufferBytes<kMeasure>(column, 1, column.length * type.bit_width() / 8));
  }
  if (arrow::is_binary_like(column.type->id())) {
    const auto* offsets = column.GetValues<int32_t>(1);
    const int64_t text = column.length == 0 ? 0 : offsets[column.length] - offsets[0];
    return validity + bufferBytes<kMeasure>(column, 1, (column.length + 1) * static_cast<int64_t>(sizeof(int32_t))) +
           bufferBytes<kMeasure>(column, 2, text);
  }
  return std::nullopt;
}

template <Measure kMeasure>
int64_t columnBytes(const arrow::ArrayData& column) {
  if (const auto bytes = flatColumnBytes<kMeasure>(column)) return *bytes;
  const auto referenced = arrow::util::ReferencedBufferSize(column);
  return referenced.ok() ? *referenced : arrow::util::TotalBufferSize(column);
}

}  // namespace

int64_t shuffledBytes(const arrow::RecordBatch& batch) {
  int64_t bytes = kBatchObjectBytes;
  for (int column = 0; column < batch.num_columns(); ++column) {
    bytes += kColumnObjectBytes + columnBytes<Measure::kHeld>(*batch.column_data(column));
  }
  return bytes;
}

int64_t rowBytes(const arrow::RecordBatch& batch) {
  int64_t bytes = batch.num_rows() > 0 ? 1 : 0;  // a segment of a few bits is not an empty one
  for (int column = 0; column < batch.num_columns(); ++column) {
    bytes += columnBytes<Measure::kUsed>(*batch.column_data(column));
  }
  return bytes;
}

}  // namespace ferro
