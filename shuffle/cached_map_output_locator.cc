#include "ferro/shuffle/cached_map_output_locator.h"

#include <algorithm>
#include <utility>

#include "ferro/shuffle/map_output_locations.h"

namespace ferro {

CachedMapOutputLocator::CachedMapOutputLocator(Fetch fetch) : fetch_(std::move(fetch)) {}

std::shared_ptr<const MapOutputLocations> CachedMapOutputLocator::locate(int shuffleId, int64_t minEpoch) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (auto table = cached(shuffleId, minEpoch)) return table;
    const auto pending = questions_.find(shuffleId);
    const bool isMine = pending == questions_.end();
    const auto question = isMine ? std::make_shared<Question>() : pending->second;
    if (isMine) {
      questions_.emplace(shuffleId, question);
      ask(shuffleId, lock);
    } else {
      answered_.wait(lock, [&] { return question->answered; });
    }
    if (question->error) throw Error(*question->error);
    if (question->table->epoch() >= minEpoch) return question->table;
    // A question of somebody else may have been asked before the loss that this caller knows of; its own was not.
    if (isMine) {
      throwInternal("the driver's table of shuffle " + std::to_string(shuffleId) + " is of epoch " +
                    std::to_string(question->table->epoch()) + ", older than the task's " + std::to_string(minEpoch));
    }
  }
}

CachedMapOutputLocator::Table CachedMapOutputLocator::cached(int shuffleId, int64_t minEpoch) const {
  const auto table = tables_.find(shuffleId);
  return table != tables_.end() && table->second->epoch() >= minEpoch ? table->second : nullptr;
}

// Unlocked while the driver is asked. A table with holes is not kept: that the holes are filled changes no epoch.
void CachedMapOutputLocator::ask(int shuffleId, std::unique_lock<std::mutex>& lock) {
  Table table;
  std::optional<Error> error;
  lock.unlock();
  try {
    table = std::make_shared<const MapOutputLocations>(MapOutputLocations::decode(fetch_(shuffleId)));
  } catch (const Error& failure) {
    error = failure;
  } catch (const std::exception& failure) {
    error = Error(ErrorCode::kInternal, failure.what());
  }
  lock.lock();
  const auto question = questions_.extract(shuffleId);
  if (table != nullptr && table->isComplete() && table->epoch() >= newestEpoch_) tables_[shuffleId] = table;
  question.mapped()->answered = true;
  question.mapped()->table = std::move(table);
  question.mapped()->error = std::move(error);
  answered_.notify_all();
}

void CachedMapOutputLocator::noteEpoch(int64_t epoch) {
  std::lock_guard lock(mutex_);
  if (epoch <= newestEpoch_) return;
  newestEpoch_ = epoch;
  std::erase_if(tables_, [&](const auto& entry) { return entry.second->epoch() < epoch; });
}

void CachedMapOutputLocator::forget(int shuffleId) {
  std::lock_guard lock(mutex_);
  tables_.erase(shuffleId);
}

}  // namespace ferro
