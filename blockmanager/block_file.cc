#include "ferro/blockmanager/block_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <arrow/buffer.h>
#include <arrow/io/file.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/options.h>
#include <arrow/ipc/reader.h>
#include <arrow/ipc/writer.h>
#include <arrow/record_batch.h>
#include <arrow/type.h>

#include "ferro/blockmanager/block_source.h"
#include "ferro/blockmanager/checksum_output.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/common/plain_columns.h"

namespace ferro {
namespace {

arrow::Status writeBatches(const std::shared_ptr<ChecksumOutput>& output, const BatchesToStore& batches) {
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  options.use_threads = false;
  ARROW_ASSIGN_OR_RAISE(auto writer, arrow::ipc::MakeFileWriter(output, batches.schema, options));
  const std::unique_ptr<BatchSource> source = batches.open();
  while (auto batch = source->next()) {
    ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(*plainBatch(batch, batches.schema, arrow::default_memory_pool())));
  }
  ARROW_RETURN_NOT_OK(writer->Close());
  return output->Close();
}

struct Written {
  int64_t bytes;
  uint64_t checksum;
};

Written writeAside(const std::string& path, const BatchesToStore& batches) {
  const std::string aside = path + ".tmp";
  auto output = std::make_shared<ChecksumOutput>(aside);
  const arrow::Status status = writeBatches(output, batches);
  if (status.ok() && std::rename(aside.c_str(), path.c_str()) == 0) {
    return {output->position(), output->takeChecksum()};
  }
  const int renameError = errno;
  unlink(aside.c_str());
  if (output->diskWasFull()) throwDiskFull(path, batches.bytes);
  check(status, "writing block file " + path);
  throw Error(ErrorCode::kIo, "cannot rename " + aside + ": " + std::strerror(renameError));
}

bool sameState(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
         a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

}  // namespace

BatchesToStore BatchesToStore::of(std::shared_ptr<const Block> block) {
  auto schema = plainSchemaOf(*block);
  const int64_t bytes = block->bytes();
  return BatchesToStore{std::move(schema), bytes, [block = std::move(block)] { return sourceOf(block); }};
}

std::shared_ptr<BlockFile> BlockFile::write(const LocalDirs& dirs, const BlockId& id, const BatchesToStore& batches) {
  // A block may be written again while the file of its former life is still being removed.
  const std::vector<std::string> paths = dirs.candidatesFor(dirs.uniqueName(id.name));
  for (const std::string& path : paths) {
    const bool last = &path == &paths.back();
    const int64_t free = freeBytes(std::filesystem::path(path).parent_path().string());
    try {
      if (free >= 0 && free < batches.bytes) throwDiskFull(path, batches.bytes);
      const Written written = writeAside(path, batches);
      return std::shared_ptr<BlockFile>(new BlockFile(path, written.bytes, written.checksum));
    } catch (const Error&) {
      // Full or broken: the next root may do. The last one's error is told.
      if (last) throw;
    }
  }
  throwInternal("there is no local directory");
}

BlockFile::BlockFile(std::string path, int64_t bytes, uint64_t checksum)
    : path_(std::move(path)), bytes_(bytes), checksum_(checksum) {}

BlockFile::~BlockFile() { unlink(path_.c_str()); }

std::shared_ptr<const Block> BlockFile::map() {
  std::lock_guard lock(mutex_);
  struct stat now{};
  if (stat(path_.c_str(), &now) != 0) {
    throw Error(ErrorCode::kNotFound, "block file " + path_ + " is gone: " + std::strerror(errno));
  }
  const bool unchanged = sameState(now, verified_);
  std::shared_ptr<const Block> block = unchanged ? mapped_.lock() : nullptr;
  if (block != nullptr) return block;
  block = mapAndVerify(!unchanged);
  verified_ = now;
  mapped_ = block;
  return block;
}

std::shared_ptr<const Block> BlockFile::mapAndVerify(bool verify) const {
  const std::string what = "mapping block file " + path_;
  auto file = valueOf(arrow::io::MemoryMappedFile::Open(path_, arrow::io::FileMode::READ), what);
  auto mapping = valueOf(file->ReadAt(0, bytes_), what);
  const bool complete = mapping->size() == bytes_ && valueOf(file->GetSize(), what) == bytes_;
  if (!complete || (verify && checksumOf(mapping->data(), bytes_) != checksum_)) {
    throw Error(ErrorCode::kMalformedData, "block file " + path_ + " is damaged: its checksum does not match");
  }
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.use_threads = false;
  auto input = std::make_shared<arrow::io::BufferReader>(std::move(mapping));
  auto reader = valueOf(arrow::ipc::RecordBatchFileReader::Open(std::move(input), options), what);
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  for (int i = 0; i < reader->num_record_batches(); ++i) batches.push_back(valueOf(reader->ReadRecordBatch(i), what));
  return std::make_shared<const Block>(std::move(batches));
}

}  // namespace ferro
