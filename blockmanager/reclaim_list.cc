#include "ferro/blockmanager/reclaim_list.h"

#include <algorithm>
#include <chrono>

namespace ferro {
namespace {

// Long enough for another thread to write a big block to a slow disk; only there so that no wait is without limit.
constexpr std::chrono::seconds kPatience{60};

}  // namespace

void ReclaimList::add(Reclaimable* reclaimable, ReclaimOrder order) {
  std::lock_guard lock(mutex_);
  entries_.push_back(std::make_shared<Entry>(Entry{reclaimable, order}));
}

void ReclaimList::remove(Reclaimable* reclaimable) {
  std::unique_lock lock(mutex_);
  auto found = std::find_if(entries_.begin(), entries_.end(),
                            [&](const auto& entry) { return entry->reclaimable == reclaimable; });
  if (found == entries_.end()) return;
  std::shared_ptr<Entry> entry = *found;
  entries_.erase(found);
  // Without a limit on purpose: whoever calls is about to be destroyed, and reclaim() itself waits for nobody.
  changed_.wait(lock, [&] { return entry->callsInside == 0; });
}

int64_t ReclaimList::reclaim(ReclaimOrder order, int64_t bytes) {
  std::vector<std::shared_ptr<Entry>> entries = enter(order);
  struct Leaving {
    ReclaimList& list;
    const std::vector<std::shared_ptr<Entry>>& entries;
    int64_t freed = 0;
    ~Leaving() { list.leave(entries, freed > 0); }
  } leaving{*this, entries};
  for (const auto& entry : entries) {
    if (leaving.freed >= bytes) break;
    leaving.freed += entry->reclaimable->reclaim(bytes - leaving.freed);
  }
  return leaving.freed;
}

bool ReclaimList::isReclaiming() const {
  std::lock_guard lock(mutex_);
  return std::find(reclaiming_.begin(), reclaiming_.end(), std::this_thread::get_id()) != reclaiming_.end();
}

uint64_t ReclaimList::successes() const {
  std::lock_guard lock(mutex_);
  return successes_;
}

bool ReclaimList::waitForSuccess(uint64_t seen) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return successes_ != seen || !othersAreReclaiming(); });
  return successes_ != seen;
}

std::vector<std::shared_ptr<ReclaimList::Entry>> ReclaimList::enter(ReclaimOrder order) {
  std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Entry>> chosen;
  for (const auto& entry : entries_) {
    if (entry->order != order) continue;
    ++entry->callsInside;
    chosen.push_back(entry);
  }
  reclaiming_.push_back(std::this_thread::get_id());
  return chosen;
}

void ReclaimList::leave(const std::vector<std::shared_ptr<Entry>>& entries, bool freedSomething) {
  std::lock_guard lock(mutex_);
  for (const auto& entry : entries) --entry->callsInside;
  reclaiming_.erase(std::find(reclaiming_.begin(), reclaiming_.end(), std::this_thread::get_id()));
  if (freedSomething) ++successes_;
  changed_.notify_all();
}

bool ReclaimList::othersAreReclaiming() const {
  return std::any_of(reclaiming_.begin(), reclaiming_.end(),
                     [](std::thread::id thread) { return thread != std::this_thread::get_id(); });
}

}  // namespace ferro
