// Record batches that left memory for a while: written in sequence, read back in the same order, gone from disk when
// the object goes. Every batch carries a checksum that reading verifies, or is encrypted where the directories have a
// key. Owned and used by one thread at a time.
#pragma once

#include <cstdint>
#include <memory>

#include <arrow/type_fwd.h>
#include <arrow/util/type_fwd.h>

#include "ferro/blockmanager/batch_source.h"

namespace ferro {

class LocalDirs;

class SpillFile {
 public:
  SpillFile(const LocalDirs& dirs, std::shared_ptr<arrow::Schema> schema,
            arrow::Compression::type codec = arrow::Compression::LZ4_FRAME);
  ~SpillFile();
  SpillFile(SpillFile&&) noexcept;
  SpillFile& operator=(SpillFile&&) noexcept;

  // A root that fills up is left for the next one, in the middle of a file too. Error kDiskFull when all are full.
  void write(const arrow::RecordBatch& batch);
  void finishWriting();

  // After finishWriting, as often as wanted; the file stays while a source reads it. One batch is in memory at a time,
  // allocated from `pool` (null: uncounted).
  std::unique_ptr<BatchSource> read(arrow::MemoryPool* pool = nullptr) const;

  int64_t rows() const;
  int64_t bytes() const;  // on disk

 private:
  class Impl;
  class Source;
  std::shared_ptr<Impl> impl_;
};

}  // namespace ferro
