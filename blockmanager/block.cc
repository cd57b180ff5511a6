#include "ferro/blockmanager/block.h"

#include <charconv>
#include <string_view>
#include <utility>

#include <arrow/record_batch.h>
#include <arrow/type.h>
#include <arrow/util/byte_size.h>

#include "ferro/common/plain_columns.h"

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

BlockId BlockId::broadcastPiece(int64_t broadcast, int64_t piece) {
  return BlockId{"broadcast_" + std::to_string(broadcast) + "_piece" + std::to_string(piece)};
}

BlockId BlockId::taskResult(int64_t task) { return BlockId{"taskresult_" + std::to_string(task)}; }

std::optional<int> BlockId::rddId() const {
  auto both = rddPartition();
  return both ? std::optional(both->rdd) : std::nullopt;
}

std::optional<BlockId::RddPartition> BlockId::rddPartition() const {
  if (!name.starts_with(kRddPrefix)) return std::nullopt;
  RddPartition both{};
  const char* end = name.data() + name.size();
  auto [underscore, rddError] = std::from_chars(name.data() + kRddPrefix.size(), end, both.rdd);
  if (rddError != std::errc() || underscore == end || *underscore != '_') return std::nullopt;
  auto [last, partitionError] = std::from_chars(underscore + 1, end, both.partition);
  if (partitionError != std::errc() || last != end) return std::nullopt;
  return both;
}

Block::Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches) : Block(std::move(batches), nullptr) {}

Block::Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches, std::shared_ptr<const void> claim)
    : claim_(std::move(claim)), batches_(std::move(batches)) {
  for (const auto& batch : batches_) {
    rows_ += batch->num_rows();
    bytes_ += payloadBytes(*batch);
  }
}

Block::Block(std::vector<std::shared_ptr<arrow::RecordBatch>> batches, int64_t bytes)
    : batches_(std::move(batches)), bytes_(bytes) {
  for (const auto& batch : batches_) rows_ += batch->num_rows();
}

Block::~Block() = default;

std::shared_ptr<arrow::Schema> plainSchemaOf(const Block& block) {
  if (block.batches().empty()) return arrow::schema(arrow::FieldVector{});
  return plainSchema(*block.batches().front()->schema());
}

}  // namespace ferro
