// Owns the one number that bounds a process's memory (DESIGN: "one number, one arbiter"). Bytes allocated through it as
// an arrow::MemoryPool, bytes claimed by MemoryConsumers and cached blocks all count against the same limit. One per
// executor; it outlives everything that uses it. Any thread may call anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <arrow/memory_pool.h>

namespace ferro {

class MemoryConsumer;
class ReclaimList;
class StorageClaim;

// Something that holds memory it can give back, by dropping it or by writing it to disk.
class Reclaimable {
 public:
  virtual ~Reclaimable() = default;
  // Frees `bytes` or as much as it can, and returns what it freed. Called on any thread, by several at once, with no
  // lock of the arbiter's held. Must not claim memory from the arbiter, and nobody may ask the arbiter for memory while
  // holding a lock that this takes.
  virtual int64_t reclaim(int64_t bytes) = 0;
};

// Who is asked first when memory is short. Storage is asked only down to its floor.
enum class ReclaimOrder { kStorage, kShuffle };

class MemoryArbiter : public arrow::MemoryPool {
 public:
  // Execution may evict storage down to storageFraction * limitBytes.
  MemoryArbiter(int64_t limitBytes, double storageFraction);
  ~MemoryArbiter() override;

  int64_t limit() const { return limit_; }
  int64_t used() const { return used_.load(std::memory_order_relaxed); }
  int64_t peak() const { return peak_.load(std::memory_order_relaxed); }
  int64_t storageUsed() const { return storageUsed_.load(std::memory_order_relaxed); }
  int64_t storageFloor() const { return storageFloor_; }

  // Who holds what, biggest first, in one line: "cached blocks 30.0 MB, sort buffer 12.3 MB".
  std::string holdersTable() const;

  // remove returns when no thread is inside reclaimable->reclaim() any more.
  void addReclaimable(Reclaimable* reclaimable, ReclaimOrder order);
  void removeReclaimable(Reclaimable* reclaimable);

  // For buffers that a claim covers: the pool beneath, which this arbiter does not count.
  arrow::MemoryPool* uncounted() const { return backend_; }

  // Allocations that would pass the limit reclaim first, then fail with Status::OutOfMemory and the table of holders.
  using arrow::MemoryPool::Allocate;
  using arrow::MemoryPool::Free;
  using arrow::MemoryPool::Reallocate;
  arrow::Status Allocate(int64_t size, int64_t alignment, uint8_t** out) override;
  arrow::Status Reallocate(int64_t oldSize, int64_t newSize, int64_t alignment, uint8_t** pointer) override;
  void Free(uint8_t* buffer, int64_t size, int64_t alignment) override;
  int64_t bytes_allocated() const override { return allocated_.load(std::memory_order_relaxed); }
  int64_t max_memory() const override { return peak(); }
  int64_t total_bytes_allocated() const override { return totalAllocated_.load(std::memory_order_relaxed); }
  int64_t num_allocations() const override { return allocations_.load(std::memory_order_relaxed); }
  std::string backend_name() const override;

 private:
  friend class MemoryConsumer;
  friend class StorageClaim;

  // Whether a caller that finds others reclaiming waits for what they free, or takes no for an answer.
  enum class Patience { kNone, kWaitForOthers };

  bool tryTake(int64_t bytes, int64_t headroom);
  bool takeOrReclaim(int64_t bytes, int64_t headroom, Patience patience);
  int64_t reclaimOnce(int64_t missing);
  void giveBack(int64_t bytes) { used_.fetch_sub(bytes, std::memory_order_acq_rel); }

  // What a task's claim may hold whatever the others hold, and what the bigger ones leave free so that it can be had.
  int64_t consumerFloor() const;
  int64_t headroom() const;
  int64_t fairShare(bool callerIsActive) const;

  void addConsumer(const MemoryConsumer* consumer);
  void removeConsumer(const MemoryConsumer* consumer);
  std::string outOfMemory(std::string_view who, int64_t bytes) const;

  const int64_t limit_;
  const int64_t storageFloor_;
  arrow::MemoryPool* const backend_;
  std::atomic<int64_t> used_{0};
  std::atomic<int64_t> peak_{0};
  std::atomic<int64_t> storageUsed_{0};  // memory of cached blocks, a part of used_
  std::atomic<int64_t> storageAllocated_{
      0};  // the part of storageUsed_ that came from this pool, so is in allocated_ too
  std::atomic<int64_t> allocated_{0};
  std::atomic<int64_t> totalAllocated_{0};
  std::atomic<int64_t> allocations_{0};
  std::atomic<int> taskConsumers_{0};
  std::atomic<int> activeConsumers_{0};  // those of tasks that hold more than the floor
  const std::unique_ptr<ReclaimList> reclaimables_;
  mutable std::mutex mutex_;
  std::vector<const MemoryConsumer*> consumers_;
};

}  // namespace ferro
