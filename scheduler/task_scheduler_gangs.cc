// The part of TaskScheduler that launches barrier sets: all their tasks together, or none. A set begins only when
// enough slots are free. From then on it gets every slot, and no other set does, so that two of them never hold half of
// the slots each. A set whose turn it is holds the slots that come free until there are enough: short tasks of later
// sets cannot keep it from starting.
#include <utility>

#include "ferro/scheduler/task_scheduler.h"

namespace ferro {

OfferAnswer TaskScheduler::answerForGang(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick) {
  if (tooFewSlots(queued)) {
    reportTooFewSlots(queued);
    return OfferAnswer::kRefused;
  }
  if (rules_.freeSlots(queued, clock_.now()) < static_cast<int>(queued.pending.size())) return OfferAnswer::kHeld;
  gang_ = &queued;
  queued.hosts.resize(queued.pending.size());
  work_.notify_all();
  toTell_.push_back([this] { tellWorkListener(); });
  return takeForGang(queued, executor, pick) ? OfferAnswer::kTaken : OfferAnswer::kHeld;
}

// Near tasks first, but nobody waits for a nearer slot.
bool TaskScheduler::takeForGang(QueuedTaskSet& queued, const ExecutorInfo& executor, Pick& pick) {
  if (!rules_.mayRunAny(queued, executor.id, clock_.now())) return false;
  auto taken = queued.pending.take(executor, Locality::ANY);
  if (!taken) return false;
  pick = {*taken, false};
  queued.hosts[static_cast<size_t>(pick.task.task.index)] = executor.host;
  if (!queued.pending.empty()) return true;
  gang_ = nullptr;
  work_.notify_all();
  toTell_.push_back([this, set = queued.set, hosts = std::move(queued.hosts)] {
    if (gangListener_) gangListener_(*set, hosts);
    tellWorkListener();
  });
  return true;
}

bool TaskScheduler::tooFewSlots(const QueuedTaskSet& queued) const {
  return static_cast<int>(queued.set->spec().indexes.size()) > rules_.live().totalSlots();
}

void TaskScheduler::reportTooFewSlots(QueuedTaskSet& queued) {
  if (queued.reported || clock_.now() - queued.submitted < options_.barrierSlotWait) return;
  queued.reported = true;
  StuckTasks stuck{queued.set, 0,
                   "a barrier stage runs all its " + std::to_string(queued.set->spec().indexes.size()) +
                       " tasks at once, but all executors together have only " +
                       std::to_string(rules_.live().totalSlots()) +
                       " slots; coalesce the Rdd or use more cores (see ferro.barrier.slots.timeout)",
                   false};
  toTell_.push_back([this, stuck = std::move(stuck)] { tellStuckListener({stuck}); });
}

void TaskScheduler::setGangListener(GangListener listener) { gangListener_ = std::move(listener); }

}  // namespace ferro
