#include "ferro/blockmanager/memory_arbiter.h"

#include <algorithm>
#include <map>

#include "ferro/blockmanager/byte_text.h"
#include "ferro/blockmanager/memory_consumer.h"
#include "ferro/blockmanager/reclaim_list.h"
#include "ferro/common/error.h"

namespace ferro {
namespace {

constexpr int64_t kMegabyte = int64_t{1} << 20;
constexpr size_t kHoldersShown = 12;

}  // namespace

MemoryArbiter::MemoryArbiter(int64_t limitBytes, double storageFraction)
    : limit_(limitBytes),
      storageFloor_(static_cast<int64_t>(static_cast<double>(limitBytes) * storageFraction)),
      backend_(arrow::default_memory_pool()),
      reclaimables_(std::make_unique<ReclaimList>()) {
  if (limitBytes <= 0 || !(storageFraction >= 0 && storageFraction <= 1)) {
    throw Error(ErrorCode::kInvalidArgument,
                "a memory limit must be positive and its storage fraction between 0 and 1");
  }
}

MemoryArbiter::~MemoryArbiter() = default;

std::string MemoryArbiter::backend_name() const { return "ferro over " + backend_->backend_name(); }

arrow::Status MemoryArbiter::Allocate(int64_t size, int64_t alignment, uint8_t** out) {
  if (!takeOrReclaim(size, 0, Patience::kWaitForOthers)) {
    return arrow::Status::OutOfMemory(outOfMemory("an Arrow buffer", size));
  }
  arrow::Status status = backend_->Allocate(size, alignment, out);
  if (!status.ok()) {
    giveBack(size);
    return status;
  }
  allocated_.fetch_add(size, std::memory_order_relaxed);
  totalAllocated_.fetch_add(size, std::memory_order_relaxed);
  allocations_.fetch_add(1, std::memory_order_relaxed);
  return status;
}

arrow::Status MemoryArbiter::Reallocate(int64_t oldSize, int64_t newSize, int64_t alignment, uint8_t** pointer) {
  const int64_t more = std::max<int64_t>(newSize - oldSize, 0);
  if (!takeOrReclaim(more, 0, Patience::kWaitForOthers)) {
    return arrow::Status::OutOfMemory(outOfMemory("an Arrow buffer", more));
  }
  arrow::Status status = backend_->Reallocate(oldSize, newSize, alignment, pointer);
  if (!status.ok()) {
    giveBack(more);
    return status;
  }
  if (newSize < oldSize) giveBack(oldSize - newSize);
  allocated_.fetch_add(newSize - oldSize, std::memory_order_relaxed);
  totalAllocated_.fetch_add(more, std::memory_order_relaxed);
  allocations_.fetch_add(1, std::memory_order_relaxed);
  return status;
}

void MemoryArbiter::Free(uint8_t* buffer, int64_t size, int64_t alignment) {
  backend_->Free(buffer, size, alignment);
  allocated_.fetch_sub(size, std::memory_order_relaxed);
  giveBack(size);
}

bool MemoryArbiter::tryTake(int64_t bytes, int64_t headroom) {
  int64_t before = used_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit_ - headroom - before) return bytes == 0;
  } while (!used_.compare_exchange_weak(before, before + bytes, std::memory_order_acq_rel, std::memory_order_relaxed));
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < before + bytes && !peak_.compare_exchange_weak(peak, before + bytes, std::memory_order_relaxed)) {
  }
  return true;
}

bool MemoryArbiter::takeOrReclaim(int64_t bytes, int64_t headroom, Patience patience) {
  if (tryTake(bytes, headroom)) return true;
  if (bytes > limit_ - headroom || reclaimables_->isReclaiming()) return false;
  while (true) {
    const uint64_t seen = reclaimables_->successes();
    const int64_t missing = used() + bytes + headroom - limit_;
    const int64_t freed = missing > 0 ? reclaimOnce(missing) : 0;
    if (tryTake(bytes, headroom)) return true;
    if (missing <= 0 || freed > 0) continue;
    // What other threads are just writing to disk will be free soon: failing now would be failing for nothing.
    if (patience == Patience::kNone || !reclaimables_->waitForSuccess(seen)) return tryTake(bytes, headroom);
  }
}

int64_t MemoryArbiter::reclaimOnce(int64_t missing) {
  int64_t freed = 0;
  const int64_t evictable = std::min(missing, storageUsed() - storageFloor_);
  if (evictable > 0) freed += reclaimables_->reclaim(ReclaimOrder::kStorage, evictable);
  if (freed < missing) freed += reclaimables_->reclaim(ReclaimOrder::kShuffle, missing - freed);
  return freed;
}

int64_t MemoryArbiter::consumerFloor() const {
  const int64_t claims = std::max(1, taskConsumers_.load(std::memory_order_relaxed));
  return std::min(kMegabyte, limit_ / (8 * claims));
}

int64_t MemoryArbiter::headroom() const {
  // Room for the floors of the claims there are, and of those that may come while the present ones hold on.
  const int64_t floors = consumerFloor() * taskConsumers_.load(std::memory_order_relaxed);
  return std::max(floors, std::min(16 * kMegabyte, limit_ / 8));
}

int64_t MemoryArbiter::fairShare(bool callerIsActive) const {
  const int64_t claims = activeConsumers_.load(std::memory_order_relaxed) + (callerIsActive ? 0 : 1);
  return (limit_ - std::min(storageUsed(), storageFloor_)) / std::max<int64_t>(1, claims);
}

void MemoryArbiter::addReclaimable(Reclaimable* reclaimable, ReclaimOrder order) {
  reclaimables_->add(reclaimable, order);
}

void MemoryArbiter::removeReclaimable(Reclaimable* reclaimable) { reclaimables_->remove(reclaimable); }

void MemoryArbiter::addConsumer(const MemoryConsumer* consumer) {
  std::lock_guard lock(mutex_);
  consumers_.push_back(consumer);
}

void MemoryArbiter::removeConsumer(const MemoryConsumer* consumer) {
  std::lock_guard lock(mutex_);
  auto found = std::find(consumers_.begin(), consumers_.end(), consumer);
  *found = consumers_.back();
  consumers_.pop_back();
}

std::string MemoryArbiter::holdersTable() const {
  std::map<std::string, int64_t> byName;
  byName["cached blocks"] = storageUsed();
  byName["Arrow buffers"] = bytes_allocated() - storageAllocated_.load(std::memory_order_relaxed);
  {
    std::lock_guard lock(mutex_);
    for (const MemoryConsumer* consumer : consumers_) byName[consumer->name()] += consumer->held();
  }
  std::vector<std::pair<int64_t, std::string>> holders;
  for (const auto& [name, bytes] : byName) {
    if (bytes > 0) holders.emplace_back(bytes, name);
  }
  std::sort(holders.begin(), holders.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string table;
  for (size_t i = 0; i < std::min(holders.size(), kHoldersShown); ++i) {
    table += (i == 0 ? "" : ", ") + holders[i].second + " " + byteText(holders[i].first);
  }
  if (holders.size() > kHoldersShown) table += " and " + std::to_string(holders.size() - kHoldersShown) + " more";
  return table.empty() ? "nobody" : table;
}

std::string MemoryArbiter::outOfMemory(std::string_view who, int64_t bytes) const {
  return "out of memory: " + std::string(who) + " needs " + byteText(bytes) + " more, " + byteText(limit_ - used()) +
         " of the limit of " + byteText(limit_) +
         " is free and nothing more can be spilled or evicted; held by: " + holdersTable() +
         "; raise ferro.executor.memory (in local mode and in the driver ferro.driver.memory) or use more partitions";
}

}  // namespace ferro
