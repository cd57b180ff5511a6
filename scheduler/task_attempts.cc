#include "ferro/scheduler/task_attempts.h"

#include <algorithm>
#include <utility>

namespace ferro {

void TaskAttempts::launched(int index, Running attempt) {
  nextAttempt_[index] = std::max(nextAttempt(index), attempt.attempt + 1);
  running_[index].push_back(std::move(attempt));
}

bool TaskAttempts::ended(int index, TaskId id, bool succeeded, Clock::TimePoint now) {
  auto attempts = running_.find(index);
  if (attempts == running_.end()) return false;
  auto attempt = std::find_if(attempts->second.begin(), attempts->second.end(),
                              [&](const Running& running) { return running.id == id; });
  if (attempt == attempts->second.end()) return false;
  if (succeeded) durations_.push_back(now - attempt->since);
  attempts->second.erase(attempt);
  if (attempts->second.empty()) running_.erase(attempts);
  if (!succeeded || isDone(index)) return false;
  if (done_.size() <= static_cast<size_t>(index)) done_.resize(static_cast<size_t>(index) + 1);
  done_[static_cast<size_t>(index)] = true;
  return true;
}

void TaskAttempts::reopen(int index) {
  if (isDone(index)) done_[static_cast<size_t>(index)] = false;
}

bool TaskAttempts::isDone(int index) const {
  return static_cast<size_t>(index) < done_.size() && done_[static_cast<size_t>(index)];
}

bool TaskAttempts::runsOn(int index, const std::string& executorId) const {
  const auto running = runningOf(index);
  return std::any_of(running.begin(), running.end(),
                     [&](const Running& attempt) { return attempt.executorId == executorId; });
}

std::vector<TaskAttempts::Running> TaskAttempts::runningOf(int index) const {
  auto found = running_.find(index);
  return found == running_.end() ? std::vector<Running>() : found->second;
}

int TaskAttempts::nextAttempt(int index) const {
  auto found = nextAttempt_.find(index);
  return found == nextAttempt_.end() ? 0 : found->second;
}

std::vector<int> TaskAttempts::slowTasks(const SpeculationOptions& options, int numTasks, Clock::TimePoint now) {
  std::vector<int> slow;
  const auto limit = slowAfter(options, numTasks, durations_);
  if (!limit) return slow;
  for (const auto& [index, attempts] : running_) {
    if (attempts.size() == 1 && !isDone(index) && now - attempts.front().since > *limit) slow.push_back(index);
  }
  std::sort(slow.begin(), slow.end());
  return slow;
}

}  // namespace ferro
