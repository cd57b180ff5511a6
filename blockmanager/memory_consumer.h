// A named claim on the arbiter by one growing structure (hash table, sort buffer, shuffle writer). What it covers is
// allocated elsewhere: from uncounted() or by std containers, never from the arbiter itself, so nothing counts twice.
// Owned by that structure. A kTask claim is used by one thread at a time, a kStore claim by any.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "ferro/blockmanager/memory_arbiter.h"

namespace ferro {

// kTask: a structure of a running task, held to a fair share. kStore: memory that outlives tasks and that its owner
// gives back as a Reclaimable; it takes only what is free, pushes nobody out and does not count as a task.
enum class MemoryShare { kTask, kStore };

class MemoryConsumer {
 public:
  MemoryConsumer(MemoryArbiter& arbiter, std::string name, MemoryShare share = MemoryShare::kTask);
  ~MemoryConsumer();
  MemoryConsumer(const MemoryConsumer&) = delete;
  MemoryConsumer& operator=(const MemoryConsumer&) = delete;

  // False: the holder must spill. Never blocks on others. A kTask claim grows to limit / (number of claims bigger than
  // the floor); up to the floor, min(1 MB, limit / (8 * claims)), it grows whatever the others hold.
  bool tryGrow(int64_t bytes);

  // For what cannot be spilled (one record): ignores fairness. Throws Error kOutOfMemory that says who holds what.
  void grow(int64_t bytes);

  void shrink(int64_t bytes);
  // Hands a part of this claim to another one: nothing is free in between, and it cannot fail.
  void transferTo(MemoryConsumer& other, int64_t bytes);

  int64_t held() const { return held_.load(std::memory_order_relaxed); }
  const std::string& name() const { return name_; }
  arrow::MemoryPool* uncounted() const { return arbiter_.uncounted(); }

 private:
  bool mayTake(int64_t bytes);
  void changeHeld(int64_t bytes);

  MemoryArbiter& arbiter_;
  const std::string name_;
  const MemoryShare share_;
  std::atomic<int64_t> held_{0};
  bool active_ = false;  // holds more than the floor, so counts when shares are divided
};

}  // namespace ferro
