#include "ferro/blockmanager/storage_claim.h"

#include <arrow/array/data.h>
#include <arrow/buffer.h>
#include <arrow/device.h>
#include <arrow/record_batch.h>

namespace ferro {
namespace {

bool isFrom(const arrow::Buffer& buffer, const MemoryArbiter& arbiter) {
  auto* manager = dynamic_cast<const arrow::CPUMemoryManager*>(buffer.memory_manager().get());
  return manager != nullptr && manager->pool() == &arbiter;
}

void addColumn(const arrow::ArrayData& column, const MemoryArbiter& arbiter, SeenBuffers& seen, BufferUsage& usage) {
  for (const auto& buffer : column.buffers) {
    if (buffer == nullptr) continue;
    std::shared_ptr<arrow::Buffer> whole = buffer;
    while (whole->parent() != nullptr) whole = whole->parent();
    if (!seen.insert(whole->data()).second) continue;
    (isFrom(*whole, arbiter) ? usage.allocated : usage.elsewhere) += whole->capacity();
  }
  for (const auto& child : column.child_data) addColumn(*child, arbiter, seen, usage);
  if (column.dictionary != nullptr) addColumn(*column.dictionary, arbiter, seen, usage);
}

}  // namespace

BufferUsage BufferUsage::of(const Block& block, const MemoryArbiter& arbiter) {
  BufferUsage usage;
  SeenBuffers seen;
  for (const auto& batch : block.batches()) {
    const BufferUsage one = of(*batch, arbiter, seen);
    usage.allocated += one.allocated;
    usage.elsewhere += one.elsewhere;
  }
  return usage;
}

BufferUsage BufferUsage::of(const arrow::RecordBatch& batch, const MemoryArbiter& arbiter, SeenBuffers& seen) {
  BufferUsage usage;
  for (int i = 0; i < batch.num_columns(); ++i) addColumn(*batch.column_data(i), arbiter, seen, usage);
  return usage;
}

std::shared_ptr<const StorageClaim> StorageClaim::tryTake(MemoryArbiter& arbiter, BufferUsage usage) {
  if (!arbiter.tryTake(usage.elsewhere, 0)) return nullptr;
  arbiter.storageUsed_.fetch_add(usage.total(), std::memory_order_relaxed);
  arbiter.storageAllocated_.fetch_add(usage.allocated, std::memory_order_relaxed);
  return std::shared_ptr<const StorageClaim>(new StorageClaim(arbiter, usage));
}

StorageClaim::~StorageClaim() {
  arbiter_.storageUsed_.fetch_sub(usage_.total(), std::memory_order_relaxed);
  arbiter_.storageAllocated_.fetch_sub(usage_.allocated, std::memory_order_relaxed);
  arbiter_.giveBack(usage_.elsewhere);
}

}  // namespace ferro
