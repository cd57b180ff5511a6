#include "ferro/blockmanager/block_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/memory_pool.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/block_file_layout.h"
#include "ferro/blockmanager/block_source.h"
#include "ferro/blockmanager/checksum_output.h"
#include "ferro/blockmanager/damaged_block.h"
#include "ferro/blockmanager/lazy_batch.h"
#include "ferro/blockmanager/sealed_batches.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/plain_columns.h"
#include "ferro/net/message.h"

namespace ferro {
namespace {

arrow::Status writeBatches(ChecksumOutput& output, const BatchesToStore& batches, BlockFileLayout& layout) {
  const std::unique_ptr<BatchSource> source = batches.open();
  while (auto batch = source->next()) {
    batch = plainBatch(batch, batches.schema, arrow::default_memory_pool());
    ARROW_ASSIGN_OR_RAISE(StoredBatch stored, writeBatch(output, *batch));
    layout.batches.push_back(std::move(stored));
  }
  layout.fileBytes = output.position();
  return output.Close();
}

std::shared_ptr<const BlockFileLayout> writeAside(const std::string& path, const BatchesToStore& batches,
                                                  const std::shared_ptr<const FileKey>& key) {
  const std::string aside = path + ".tmp";
  ChecksumOutput output(aside, key);
  auto layout = std::make_shared<BlockFileLayout>(BlockFileLayout{batches.schema, {}, 0});
  const arrow::Status status = writeBatches(output, batches, *layout);
  if (status.ok() && std::rename(aside.c_str(), path.c_str()) == 0) return layout;
  const int renameError = errno;
  unlink(aside.c_str());
  if (output.diskWasFull()) throwDiskFull(path, batches.bytes);
  check(status, "writing block file " + path);
  throw Error(ErrorCode::kIo, "cannot rename " + aside + ": " + std::strerror(renameError));
}

}  // namespace

BatchesToStore BatchesToStore::of(std::shared_ptr<const Block> block) {
  auto schema = plainSchemaOf(*block);
  const int64_t bytes = block->bytes();
  return BatchesToStore{std::move(schema), bytes, [block = std::move(block)] { return sourceOf(block); }};
}

std::shared_ptr<BlockFile> BlockFile::write(const LocalDirs& dirs, const BlockId& id, const BatchesToStore& batches,
                                            arrow::MemoryPool* pool) {
  // A block may be written again while the file of its former life is still being removed.
  const std::vector<std::string> paths = dirs.candidatesFor(dirs.uniqueName(id.name));
  for (const std::string& path : paths) {
    const bool last = &path == &paths.back();
    const int64_t free = freeBytes(std::filesystem::path(path).parent_path().string());
    try {
      if (free >= 0 && free < batches.bytes) throwDiskFull(path, batches.bytes);
      return std::shared_ptr<BlockFile>(new BlockFile(path, writeAside(path, batches, dirs.key()), dirs.key(), pool));
    } catch (const Error&) {
      // Full or broken: the next root may do. The last one's error is told.
      if (last) throw;
    }
  }
  throwInternal("there is no local directory");
}

BlockFile::BlockFile(std::string path, std::shared_ptr<const BlockFileLayout> layout,
                     std::shared_ptr<const FileKey> key, arrow::MemoryPool* pool)
    : path_(std::move(path)),
      layout_(std::move(layout)),
      key_(std::move(key)),
      pool_(pool == nullptr ? arrow::default_memory_pool() : pool) {}

BlockFile::~BlockFile() { unlink(path_.c_str()); }

int64_t BlockFile::bytes() const { return layout_->fileBytes; }

std::shared_ptr<const Block> BlockFile::map() {
  const auto batchLoader = loader();
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  batches.reserve(layout_->batches.size());
  for (size_t i = 0; i < layout_->batches.size(); ++i) {
    batches.push_back(std::make_shared<LazyBatch>(batchLoader, i, layout_->schema, layout_->batches[i].rows));
  }
  return std::make_shared<const Block>(std::move(batches), layout_->bufferBytes());
}

void BlockFile::verify() { loader()->verifyAll(); }

std::shared_ptr<const StoredBatches> BlockFile::loader() {
  std::lock_guard lock(mutex_);
  struct stat now{};
  if (stat(path_.c_str(), &now) != 0) {
    throw Error(ErrorCode::kNotFound, "block file " + path_ + " is gone: " + std::strerror(errno));
  }
  if (now.st_size != layout_->fileBytes) {
    throw DamagedBlock(
        path_, "it has " + std::to_string(now.st_size) + " bytes instead of " + std::to_string(layout_->fileBytes));
  }
  if (auto known = loader_.lock()) return known;
  auto opened = openLoader();
  loader_ = opened;
  return opened;
}

std::shared_ptr<const StoredBatches> BlockFile::openLoader() const {
  if (key_ != nullptr) return std::make_shared<SealedBatches>(path_, OpenFile::open(path_), layout_, key_, pool_);
  const std::string what = "mapping block file " + path_;
  auto file = valueOf(arrow::io::MemoryMappedFile::Open(path_, arrow::io::FileMode::READ), what);
  auto mapping = valueOf(file->ReadAt(0, layout_->fileBytes), what);
  if (mapping->size() != layout_->fileBytes) throw DamagedBlock(path_, "it ends too early");
  return std::make_shared<const MappedBatches>(path_, std::move(mapping), layout_);
}

}  // namespace ferro
