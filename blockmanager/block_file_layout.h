// How the batches of a block lie in its file: for each batch the message that describes it, then its buffers, each
// padded to 8 bytes; in an encrypted file, each batch encrypted by itself. Places and checksums are not in the file;
// they stay in the process that wrote it. Immutable once
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

// Before it was encrypted.
struct StoredRange {
  int64_t offset = 0;
  int64_t size = 0;
  uint64_t checksum = 0;  // XXH3-64; of an encrypted file, of no use
};

struct StoredBatch {
  int64_t rows = 0;
  StoredRange message;
  int64_t bodyOffset = 0;
  int64_t bodySize = 0;
  std::vector<StoredRange> buffers;  // by offset; empty ones are left out
  int64_t fileOffset = 0;            // of all of it as it lies in the file
  int64_t fileBytes = 0;
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

// The columns of a batch whose bytes lie in `bytes`, which begins at `begin` of what was written. `path` is for errors.
arrow::ArrayDataVector decodeStored(const BlockFileLayout& layout, const StoredBatch& stored,
                                    const std::shared_ptr<arrow::Buffer>& bytes, int64_t begin,
                                    const std::string& path);

class StoredBatches : public BatchLoader {
 public:
  // Every byte that any reader may get. Throws DamagedBlock.
  virtual void verifyAll() const = 0;
};

// Reads batches where the file is mapped. Their buffers keep the mapping.
class MappedBatches final : public StoredBatches {
 public:
  MappedBatches(std::string path, std::shared_ptr<arrow::Buffer> mapping,
                std::shared_ptr<const BlockFileLayout> layout);

  // Both throw DamagedBlock.
  arrow::ArrayDataVector decode(size_t batch) const override;
  void verify(size_t batch, const arrow::ArrayData& column) const override;
  void verifyAll() const override;

 private:
  void verifyRange(const StoredRange& range) const;

  const std::string path_;
  const std::shared_ptr<arrow::Buffer> mapping_;
  const std::shared_ptr<const BlockFileLayout> layout_;
};

}  // namespace ferro
