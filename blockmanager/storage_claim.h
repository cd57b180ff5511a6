// The memory of one cached block, as the arbiter counts it: for as long as the block or any reader of it lives. Any
// thread may make or drop one.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_set>

#include "ferro/blockmanager/block.h"
#include "ferro/blockmanager/memory_arbiter.h"

namespace ferro {

using SeenBuffers = std::unordered_set<const uint8_t*>;

// What a block's buffers take up, each buffer counted once and whole, even where only a slice of it is used.
struct BufferUsage {
  int64_t allocated = 0;  // from the arbiter's own pool: counted there already
  int64_t elsewhere = 0;

  static BufferUsage of(const Block& block, const MemoryArbiter& arbiter);
  // Of one batch of several: what is in `seen` was counted with another, and what is counted now is added.
  static BufferUsage of(const arrow::RecordBatch& batch, const MemoryArbiter& arbiter, SeenBuffers& seen);
  int64_t total() const { return allocated + elsewhere; }
};

class StorageClaim {
 public:
  // Null when what is not counted yet is not free. Evicts nothing.
  static std::shared_ptr<const StorageClaim> tryTake(MemoryArbiter& arbiter, BufferUsage usage);
  ~StorageClaim();
  StorageClaim(const StorageClaim&) = delete;
  StorageClaim& operator=(const StorageClaim&) = delete;

  int64_t bytes() const { return usage_.total(); }

 private:
  StorageClaim(MemoryArbiter& arbiter, BufferUsage usage) : arbiter_(arbiter), usage_(usage) {}

  MemoryArbiter& arbiter_;
  const BufferUsage usage_;
};

}  // namespace ferro
