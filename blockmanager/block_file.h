// One block on disk, mapped and never copied when it is read, removed when the object goes. Its checksums stay in this
// process, which is the only one that reads it; each column of each batch is verified when a reader first asks for it.
// Where the directories have a key, the file is encrypted and read batch by batch instead. Any thread may call it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/local_dirs.h"

namespace ferro {

class StoredBatches;
struct BlockFileLayout;

// What a block file is written from. `open` is called once for each root that is tried.
struct BatchesToStore {
  std::shared_ptr<arrow::Schema> schema;
  int64_t bytes = 0;
  std::function<std::unique_ptr<BatchSource>()> open;

  static BatchesToStore of(std::shared_ptr<const Block> block);
};

class BlockFile {
 public:
  // Written aside, then renamed. A root that is full is left for the next one; Error kDiskFull when all are. What is
  // encrypted is read into `pool` (null: uncounted), which outlives all who read.
  static std::shared_ptr<BlockFile> write(const LocalDirs& dirs, const BlockId& id, const BatchesToStore& batches,
                                          arrow::MemoryPool* pool = nullptr);
  ~BlockFile();
  BlockFile(const BlockFile&) = delete;
  BlockFile& operator=(const BlockFile&) = delete;

  // The block with its buffers in the mapped file, or to be decrypted from it. Error kMalformedData when the file has
  // another length, kNotFound when it is gone. What is damaged otherwise shows when it is read: asking a batch for a
  // column throws DamagedBlock.
  std::shared_ptr<const Block> map();
  // Reads every byte. Throws what map() throws, and DamagedBlock.
  void verify();

  const std::string& path() const { return path_; }
  int64_t bytes() const;

 private:
  BlockFile(std::string path, std::shared_ptr<const BlockFileLayout> layout, std::shared_ptr<const FileKey> key,
            arrow::MemoryPool* pool);
  std::shared_ptr<const StoredBatches> loader();
  std::shared_ptr<const StoredBatches> openLoader() const;

  const std::string path_;
  const std::shared_ptr<const BlockFileLayout> layout_;
  const std::shared_ptr<const FileKey> key_;  // null: not encrypted
  arrow::MemoryPool* const pool_;
  std::mutex mutex_;
  std::weak_ptr<const StoredBatches> loader_;
};

}  // namespace ferro
