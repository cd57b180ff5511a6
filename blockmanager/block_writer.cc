#include "ferro/blockmanager/block_writer.h"

#include <utility>

#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>

#include "ferro/blockmanager/block_file.h"
#include "ferro/blockmanager/block_source.h"
#include "ferro/common/plain_columns.h"

namespace ferro {

BlockWriter::BlockWriter(BlockManager& manager, BlockId id, StorageLevel level, std::shared_ptr<arrow::Schema> schema)
    : manager_(manager), id_(std::move(id)), level_(level), schema_(std::move(schema)) {}

BlockWriter::~BlockWriter() = default;

arrow::MemoryPool* BlockWriter::pool() const { return manager_.arbiter_.uncounted(); }

void BlockWriter::add(std::shared_ptr<arrow::RecordBatch> batch) {
  if (!spill_ && tryKeepInMemory(batch)) return;
  if (!spill_) leaveMemory();
  bytes_ += Block({batch}).bytes();
  spill_->write(*plainBatch(batch, schema_, pool()));
}

bool BlockWriter::tryKeepInMemory(std::shared_ptr<arrow::RecordBatch> batch) {
  if (!level_.useMemory) return false;
  auto claim = manager_.claimMemory(id_, BufferUsage::of(*batch, manager_.arbiter_, claimed_));
  if (claim == nullptr) return false;
  bytes_ += Block({batch}).bytes();
  claims_.push_back(std::move(claim));
  batches_.push_back(std::move(batch));
  return true;
}

void BlockWriter::leaveMemory() {
  // A block file is not compressed, so that it can be mapped; what is not stored is read once, and better small.
  const auto codec = level_.useDisk ? arrow::Compression::UNCOMPRESSED : arrow::Compression::LZ4_FRAME;
  spill_.emplace(manager_.dirs_, schema_, codec);
  for (auto& batch : batches_) {
    spill_->write(*plainBatch(batch, schema_, pool()));
    batch.reset();
  }
  batches_.clear();
  claims_.clear();
}

std::unique_ptr<BatchSource> BlockWriter::finish() {
  if (!spill_ && level_.useMemory) return finishInMemory();
  if (!spill_) leaveMemory();
  spill_->finishWriting();
  return level_.useDisk ? finishOnDisk() : spill_->read();
}

std::unique_ptr<BatchSource> BlockWriter::finishInMemory() {
  int64_t memSize = 0;
  for (const auto& claim : claims_) memSize += claim->bytes();
  auto claim = std::make_shared<const std::vector<std::shared_ptr<const StorageClaim>>>(std::move(claims_));
  auto block = std::make_shared<const Block>(std::move(batches_), std::move(claim));
  manager_.replicate(manager_.storeInMemory(id_, block, memSize, level_), id_, block, level_);
  stored_ = true;
  return sourceOf(std::move(block));
}

std::unique_ptr<BatchSource> BlockWriter::finishOnDisk() {
  auto file = manager_.writeFile(id_, BatchesToStore{schema_, bytes_, [this] { return spill_->read(); }});
  if (file == nullptr) return spill_->read();
  auto block = file->map();
  manager_.replicate(manager_.storeOnDisk(id_, std::move(file), level_), id_, block, level_);
  stored_ = true;
  return sourceOf(std::move(block));
}

}  // namespace ferro
