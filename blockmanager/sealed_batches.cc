#include "ferro/blockmanager/sealed_batches.h"

#include <utility>

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/memory_pool.h>

#include "ferro/blockmanager/damaged_block.h"
#include "ferro/blockmanager/sealed_bytes.h"
#include "ferro/common/arrow_check.h"
#include "ferro/common/error.h"
#include "ferro/net/message.h"

namespace ferro {
namespace {

// Who reads has at most one batch at a time, which it cannot do without: it goes on uncounted when memory is short.
std::shared_ptr<arrow::Buffer> allocateCountedIfPossible(int64_t bytes, arrow::MemoryPool* pool) {
  auto counted = arrow::AllocateBuffer(bytes, pool);
  if (counted.ok()) return std::move(counted).ValueUnsafe();
  return valueOf(arrow::AllocateBuffer(bytes, arrow::default_memory_pool()), "decrypting a cached block");
}

}  // namespace

SealedBatches::SealedBatches(std::string path, std::shared_ptr<const OpenFile> file,
                             std::shared_ptr<const BlockFileLayout> layout, std::shared_ptr<const FileKey> key,
                             arrow::MemoryPool* pool)
    : path_(std::move(path)), file_(std::move(file)), layout_(std::move(layout)), key_(std::move(key)), pool_(pool) {}

arrow::ArrayDataVector SealedBatches::decode(size_t batch) const {
  const StoredBatch& stored = layout_->batches[batch];
  return decodeStored(*layout_, stored, unseal(stored), stored.message.offset, path_);
}

void SealedBatches::verifyAll() const {
  for (const StoredBatch& batch : layout_->batches) unseal(batch);
}

std::shared_ptr<arrow::Buffer> SealedBatches::unseal(const StoredBatch& stored) const {
  std::shared_ptr<arrow::Buffer> plain = allocateCountedIfPossible(plainBytesOf(stored.fileBytes), pool_);
  try {
    unsealFrom(file_->descriptor(), path_, stored.fileOffset, stored.fileBytes, key_, plain->mutable_data());
  } catch (const Error& error) {
    throw DamagedBlock(path_, error.what());
  }
  return plain;
}

}  // namespace ferro
