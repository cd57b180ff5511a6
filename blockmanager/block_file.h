// One block on disk: an uncompressed Arrow IPC file, mapped and never copied when it is read, removed when the object
// goes. Its checksum stays in this process, which is the only one that reads it. Any thread may call it.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ferro/blockmanager/batch_source.h"
#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/local_dirs.h"

namespace ferro {

// What a block file is written from. `open` is called once for each root that is tried.
struct BatchesToStore {
  std::shared_ptr<arrow::Schema> schema;
  int64_t bytes = 0;
  std::function<std::unique_ptr<BatchSource>()> open;

  static BatchesToStore of(std::shared_ptr<const Block> block);
};

class BlockFile {
 public:
  // Written aside, then renamed. A root that is full is left for the next one; Error kDiskFull when all are.
  static std::shared_ptr<BlockFile> write(const LocalDirs& dirs, const BlockId& id, const BatchesToStore& batches);
  ~BlockFile();
  BlockFile(const BlockFile&) = delete;
  BlockFile& operator=(const BlockFile&) = delete;

  // The block with its buffers in the mapped file. Error kMalformedData when the file is damaged, kNotFound when it is
  // gone.
  std::shared_ptr<const Block> map();

  const std::string& path() const { return path_; }
  int64_t bytes() const { return bytes_; }

 private:
  BlockFile(std::string path, int64_t bytes, uint64_t checksum);
  std::shared_ptr<const Block> mapAndVerify(bool verify) const;

  const std::string path_;
  const int64_t bytes_;
  const uint64_t checksum_;
  std::mutex mutex_;
  // The state of the file when its checksum was last verified. Whoever changes a file changes its time.
  struct stat verified_{};
  std::weak_ptr<const Block> mapped_;
};

}  // namespace ferro
