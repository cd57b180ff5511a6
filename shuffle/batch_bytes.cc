#include "ferro/shuffle/batch_bytes.h"

#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>

namespace ferro {
namespace {

constexpr int64_t kBatchObjectBytes = 256;
constexpr int64_t kColumnObjectBytes = 384;

}  // namespace

int64_t batchBytes(const arrow::RecordBatch& batch) {
  const auto referenced = arrow::util::ReferencedBufferSize(batch);
  const int64_t buffers = referenced.ok() ? *referenced : arrow::util::TotalBufferSize(batch);
  return buffers + kBatchObjectBytes + batch.num_columns() * kColumnObjectBytes;
}

}  // namespace ferro
