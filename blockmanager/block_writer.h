// Stores a block batch by batch while a task computes it, so that a partition bigger than memory can be cached too.
// Batches stay in memory as long as there is room without evicting blocks of the same Rdd, and go to disk together from
// then on. Belongs to one task and its thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/blockmanager/block_manager.h"
#include "ferro/blockmanager/spill_file.h"
#include "ferro/blockmanager/storage_claim.h"

namespace ferro {

class BlockWriter {
 public:
  BlockWriter(BlockManager& manager, BlockId id, StorageLevel level, std::shared_ptr<arrow::Schema> schema);
  // Without finish() nothing is stored.
  ~BlockWriter();
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;

  // For the buffers of the batches; the writer counts them when they are added.
  arrow::MemoryPool* pool() const;

  void add(std::shared_ptr<arrow::RecordBatch> batch);

  // Stores the block if it fits where its level allows it, and gives its rows back to read: from there, or, when it
  // could not be stored, from wherever they are.
  std::unique_ptr<BatchSource> finish();
  // After finish: whether the block is stored.
  bool stored() const { return stored_; }
  int64_t bytesSpilled() const { return spill_ ? spill_->bytes() : 0; }

 private:
  bool tryKeepInMemory(std::shared_ptr<arrow::RecordBatch> batch);
  void leaveMemory();
  std::unique_ptr<BatchSource> finishInMemory();
  std::unique_ptr<BatchSource> finishOnDisk();

  BlockManager& manager_;
  const BlockId id_;
  const StorageLevel level_;
  const std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::shared_ptr<const StorageClaim>> claims_;  // one for each batch in memory
  SeenBuffers claimed_;                                      // batches may share a dictionary
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  int64_t bytes_ = 0;
  std::optional<SpillFile> spill_;
  bool stored_ = false;
};

}  // namespace ferro
