#include "ferro/scheduler/job.h"

namespace ferro {

void JobState::end(std::optional<Error> failure) {
  std::lock_guard lock(mutex_);
  if (ended_) return;
  ended_ = true;
  failure_ = std::move(failure);
  changed_.notify_all();
}

void JobState::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ended_; });
  throwIfFailed();
}

bool JobState::waitFor(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, limit, [&] { return ended_; })) return false;
  throwIfFailed();
  return true;
}

// The one who waits gets a text of its own: copies of an exception share theirs, and this one dies on another thread.
void JobState::throwIfFailed() const {
  if (failure_) throw Error(failure_->code(), failure_->what());
}

}  // namespace ferro
