// How the batches of a block lie in its file: for each batch the message that describes it, then its buffers, each
// padded to 8 bytes. Places and checksums are not in the file; they stay in the process that wrote it. Immutable once
// written; any thread may read it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/checksum_output.h"
#include "ferro/blockmanager/lazy_batch.h"

namespace ferro {

struct StoredRange {
  int64_t offset = 0;
  int64_t size = 0;
  uint64_t checksum = 0;  // XXH3-64
};

struct StoredBatch {
  int64_t rows = 0;
  StoredRange message;
  int64_t bodyOffset = 0;
  int64_t bodySize = 0;
  std::vector<StoredRange> buffers;  // by offset; empty ones are left out
};

struct BlockFileLayout {
  std::shared_ptr<arrow::Schema> schema;
  std::vector<StoredBatch> batches;
  int64_t fileBytes = 0;

  // Of the buffers alone.
  int64_t bufferBytes() const;
};

// Appends a batch without dictionaries.
arrow::Result<StoredBatch> writeBatch(ChecksumOutput& output, const arrow::RecordBatch& batch);

// Reads batches where the file is mapped. Their buffers keep the mapping.
class MappedBatches final : public BatchLoader {
 public:
  MappedBatches(std::string path, std::shared_ptr<arrow::Buffer> mapping,
                std::shared_ptr<const BlockFileLayout> layout);

  // Both throw DamagedBlock.
  arrow::ArrayDataVector decode(size_t batch) const override;
  void verify(size_t batch, const arrow::ArrayData& column) const override;
  // Every byte that any reader may get.
  void verifyAll() const;

 private:
  void verifyRange(const StoredRange& range) const;

  const std::string path_;
  const std::shared_ptr<arrow::Buffer> mapping_;
  const std::shared_ptr<const BlockFileLayout> layout_;
};

}  // namespace ferro
