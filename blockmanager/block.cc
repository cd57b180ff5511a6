#include "ferro/blockmanager/block.h"

#include <charconv>
#include <string_view>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/util/byte_size.h>

namespace ferro {
namespace {

constexpr std::string_view kRddPrefix = "rdd_";

// Buffers that several columns share count once for each column; that is the size the block has on disk.
int64_t payloadBytes(const arrow::RecordBatch& batch) {
  auto referenced = arrow::util::ReferencedBufferSize(batch);
  return referenced.ok() ? *referenced : arrow::util::TotalBufferSize(batch);
}

}  // namespace

BlockId BlockId::rdd(int rdd, int partition) {
  return BlockId{std::string(kRddPrefix) + std::to_string(rdd) + "_" + std::to_string(partition)};
}

BlockId BlockId::broadcast(int64_t broadcast) { return BlockId{"broadcast_" + std::to_string(broadcast)}; }

std::optional<int> BlockId::rddId() const {
  if (!name.starts_with(kRddPrefix)) return std::nullopt;
  int id = 0;
  const char* end = name.data() + name.size();
  auto [next, error] = std::from_chars(name.data() + kRddPrefix.size(), end, id);
  if (error != std::errc() || next == end || *next != '_') return std::nullopt;
  return id;
}

Block::Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches) : Block(std::move(batches), nullptr) {}

Block::Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches, std::shared_ptr<const void> claim)
    : claim_(std::move(claim)), batches_(std::move(batches)) {
  for (const auto& batch : batches_) {
    rows_ += batch->num_rows();
    bytes_ += payloadBytes(*batch);
  }
}

Block::~Block() = default;

}  // namespace ferro
