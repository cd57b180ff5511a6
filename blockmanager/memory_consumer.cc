#include "ferro/blockmanager/memory_consumer.h"

#include <utility>

#include "ferro/common/error.h"

namespace ferro {

MemoryConsumer::MemoryConsumer(MemoryArbiter& arbiter, std::string name, MemoryShare share)
    : arbiter_(arbiter), name_(std::move(name)), share_(share) {
  if (share_ == MemoryShare::kTask) arbiter_.taskConsumers_.fetch_add(1, std::memory_order_relaxed);
  arbiter_.addConsumer(this);
}

MemoryConsumer::~MemoryConsumer() {
  arbiter_.removeConsumer(this);
  shrink(held());
  if (share_ == MemoryShare::kTask) arbiter_.taskConsumers_.fetch_sub(1, std::memory_order_relaxed);
}

bool MemoryConsumer::tryGrow(int64_t bytes) {
  if (!mayTake(bytes)) return false;
  changeHeld(bytes);
  return true;
}

bool MemoryConsumer::mayTake(int64_t bytes) {
  if (share_ == MemoryShare::kStore) return arbiter_.tryTake(bytes, arbiter_.headroom());
  const int64_t wanted = held() + bytes;
  if (wanted <= arbiter_.consumerFloor()) return arbiter_.takeOrReclaim(bytes, 0, MemoryArbiter::Patience::kNone);
  if (wanted > arbiter_.fairShare(active_)) return false;
  return arbiter_.takeOrReclaim(bytes, arbiter_.headroom(), MemoryArbiter::Patience::kNone);
}

void MemoryConsumer::grow(int64_t bytes) {
  if (!arbiter_.takeOrReclaim(bytes, 0, MemoryArbiter::Patience::kWaitForOthers)) {
    throw Error(ErrorCode::kOutOfMemory, arbiter_.outOfMemory(name_, bytes));
  }
  changeHeld(bytes);
}

void MemoryConsumer::shrink(int64_t bytes) {
  if (bytes > held()) throwInternal("memory claim '" + name_ + "' shrinks by more than it holds");
  changeHeld(-bytes);
  arbiter_.giveBack(bytes);
}

void MemoryConsumer::transferTo(MemoryConsumer& other, int64_t bytes) {
  if (bytes > held()) throwInternal("memory claim '" + name_ + "' hands over more than it holds");
  changeHeld(-bytes);
  other.changeHeld(bytes);
}

void MemoryConsumer::changeHeld(int64_t bytes) {
  const int64_t now = held_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (share_ != MemoryShare::kTask) return;
  const bool active = now > arbiter_.consumerFloor();
  if (active == active_) return;
  active_ = active;
  arbiter_.activeConsumers_.fetch_add(active ? 1 : -1, std::memory_order_relaxed);
}

}  // namespace ferro
