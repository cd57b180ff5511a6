// Bytes of a peer that should be a block and come without a checksum. What passes for a block is read to the last value
// and sent on.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <variant>

#include <arrow/buffer.h>
#include <arrow/record_batch.h>

#include "ferro/blockmanager/block_stream.h"
#include "ferro/common/error.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

std::shared_ptr<arrow::Buffer> received(const ferro::Payload& payload) {
  std::string bytes;
  for (const auto& part : payload.parts()) bytes += std::get<std::shared_ptr<arrow::Buffer>>(part)->ToString();
  return arrow::Buffer::FromString(std::move(bytes));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::shared_ptr<const ferro::Block> block;
  try {
    // A copy of exactly this size, so that a read beyond its end is noticed.
    block =
        ferro::decodeUncheckedBlock(arrow::Buffer::FromString(std::string(reinterpret_cast<const char*>(data), size)));
  } catch (const ferro::Error& error) {
    check(error.code() == ferro::ErrorCode::kMalformedData);
    return 0;
  }
  for (const auto& batch : block->batches()) check(batch->ToString().empty() == (batch->num_columns() == 0));
  const ferro::BlockStream stream = ferro::encodeBlock(block);
  check(ferro::decodeBlock(received(stream.payload), stream.checksum)->rows() == block->rows());
  return 0;
}
