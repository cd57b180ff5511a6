#include "ferro/scheduler/exclusion.h"

namespace ferro {

void SetFailures::add(int index, const std::string& executorId, Clock::TimePoint now) {
  ++byExecutor_[executorId][index];
  last_[index] = now;
}

int SetFailures::ofTask(int index, const std::string& executorId) const {
  auto tasks = byExecutor_.find(executorId);
  if (tasks == byExecutor_.end()) return 0;
  auto count = tasks->second.find(index);
  return count == tasks->second.end() ? 0 : count->second;
}

int SetFailures::failedTasksOn(const std::string& executorId) const {
  auto tasks = byExecutor_.find(executorId);
  return tasks == byExecutor_.end() ? 0 : static_cast<int>(tasks->second.size());
}

std::vector<std::string> SetFailures::executorsOf(int index) const {
  std::vector<std::string> executors;
  for (const auto& [executorId, tasks] : byExecutor_) {
    if (tasks.contains(index)) executors.push_back(executorId);
  }
  return executors;
}

std::optional<Clock::TimePoint> SetFailures::lastOf(int index) const {
  auto found = last_.find(index);
  return found == last_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> ApplicationExclusion::setSucceeded(const SetFailures& failures, Clock::TimePoint now) {
  std::vector<std::string> excluded;
  if (!options_.enabled) return excluded;
  for (const auto& [executorId, tasks] : failures.byExecutor()) {
    auto& times = failures_[executorId];
    std::erase_if(times, [&](Clock::TimePoint time) { return now - time >= options_.timeout; });
    times.insert(times.end(), tasks.size(), now);
    if (static_cast<int>(times.size()) < options_.maxFailedTasksPerExecutorInApplication) continue;
    if (!isExcluded(executorId, now)) excluded.push_back(executorId);
    excludedUntil_[executorId] = now + options_.timeout;
    times.clear();
  }
  return excluded;
}

bool ApplicationExclusion::isExcluded(const std::string& executorId, Clock::TimePoint now) const {
  auto found = excludedUntil_.find(executorId);
  return found != excludedUntil_.end() && now < found->second;
}

std::optional<Clock::TimePoint> ApplicationExclusion::nextReturn(Clock::TimePoint now) const {
  std::optional<Clock::TimePoint> earliest;
  for (const auto& [executorId, until] : excludedUntil_) {
    if (until > now && (!earliest || until < *earliest)) earliest = until;
  }
  return earliest;
}

}  // namespace ferro
