// Reads the batches of an encrypted block file: each is decrypted as a whole when the first of its columns is asked
// for, into memory that the arbiter counts as far as there is any. The file stays readable after its name is gone.
// Immutable; any thread may call it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/blockmanager/block_file_layout.h"

namespace ferro {

class FileKey;
class OpenFile;

class SealedBatches final : public StoredBatches {
 public:
  SealedBatches(std::string path, std::shared_ptr<const OpenFile> file, std::shared_ptr<const BlockFileLayout> layout,
                std::shared_ptr<const FileKey> key, arrow::MemoryPool* pool);

  // All throw DamagedBlock.
  arrow::ArrayDataVector decode(size_t batch) const override;
  // Decrypting has verified it.
  void verify(size_t, const arrow::ArrayData&) const override {}
  void verifyAll() const override;

 private:
  std::shared_ptr<arrow::Buffer> unseal(const StoredBatch& stored) const;

  const std::string path_;
  const std::shared_ptr<const OpenFile> file_;
  const std::shared_ptr<const BlockFileLayout> layout_;
  const std::shared_ptr<const FileKey> key_;
  arrow::MemoryPool* const pool_;
};

}  // namespace ferro
