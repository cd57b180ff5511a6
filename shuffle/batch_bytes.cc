#include "ferro/shuffle/batch_bytes.h"

#include <optional>

#include <arrow/array/data.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/type_traits.h>
#include <arrow/util/byte_size.h>

namespace ferro {
namespace {

constexpr int64_t kBatchObjectBytes = 256;
constexpr int64_t kColumnObjectBytes = 384;

// Nothing for columns with columns inside. Arrow's own count takes many microseconds, more than all the rest of
// appending a batch, so the common types are counted here.
std::optional<int64_t> flatColumnBytes(const arrow::ArrayData& column) {
  const int64_t validity = column.buffers.empty() || column.buffers[0] == nullptr ? 0 : column.length / 8;
  if (arrow::is_fixed_width(*column.type)) {
    const auto& type = static_cast<const arrow::FixedWidthType&>(*column.type);
    return validity + column.length * type.bit_width() / 8;
  }
  if (arrow::is_binary_like(column.type->id())) {
    const auto* offsets = column.GetValues<int32_t>(1);
    const int64_t text = column.length == 0 ? 0 : offsets[column.length] - offsets[0];
    return validity + (column.length + 1) * static_cast<int64_t>(sizeof(int32_t)) + text;
  }
  return std::nullopt;
}

int64_t columnBytes(const arrow::ArrayData& column) {
  if (const auto bytes = flatColumnBytes(column)) return *bytes;
  const auto referenced = arrow::util::ReferencedBufferSize(column);
  return referenced.ok() ? *referenced : arrow::util::TotalBufferSize(column);
}

}  // namespace

int64_t batchBytes(const arrow::RecordBatch& batch) {
  int64_t bytes = kBatchObjectBytes;
  for (int column = 0; column < batch.num_columns(); ++column) {
    bytes += kColumnObjectBytes + columnBytes(*batch.column_data(column));
  }
  return bytes;
}

}  // namespace ferro
