#include "ferro/scheduler/pending_tasks.h"

#include <algorithm>
#include <utility>

namespace ferro {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

void PendingTasks::add(PendingTask task, std::vector<std::string> failedOn) {
  ++count_;
  if (!placed()) {
    plain_.push_back(task);
    return;
  }
  if (!failedOn.empty()) failedOn_[task.index] = std::move(failedOn);
  attempts_.resize(preferences_->size(), -1);
  attempts_[static_cast<size_t>(task.index)] = task.attempt;
  file(task.index);
}

void PendingTasks::clear() {
  count_ = 0;
  plain_.clear();
  std::fill(attempts_.begin(), attempts_.end(), -1);
  byExecutor_.clear();
  byHost_.clear();
  noPreference_.clear();
  all_.clear();
}

void PendingTasks::sortFor(UsablePlaces places) {
  if (!placed()) return;
  places_ = std::move(places);
  byExecutor_.clear();
  byHost_.clear();
  noPreference_.clear();
  const List waiting = std::exchange(all_, {});
  std::vector<bool> filed(attempts_.size());
  for (int index : waiting) {
    if (!isPending(index) || filed[static_cast<size_t>(index)]) continue;
    filed[static_cast<size_t>(index)] = true;
    file(index);
  }
}

void PendingTasks::file(int index) {
  const TaskPreference& preference = (*preferences_)[static_cast<size_t>(index)];
  const auto failed = failedOn_.find(index);
  bool cares = false;
  for (const std::string& executor : preference.executors) {
    if (!places_.executors.contains(executor)) continue;
    if (failed != failedOn_.end() && contains(failed->second, executor)) continue;
    byExecutor_[executor].push_back(index);
    cares = true;
  }
  for (const std::string& host : preference.hosts) {
    if (!places_.hosts.contains(host) || failed != failedOn_.end()) continue;
    byHost_[host].push_back(index);
    cares = true;
  }
  if (!cares) noPreference_.push_back(index);
  all_.push_back(index);
}

std::optional<PendingTasks::Pick> PendingTasks::take(const ExecutorInfo& executor, Locality limit,
                                                     const MayRun& mayRun) {
  if (!placed()) return takePlain(mayRun);
  if (auto list = byExecutor_.find(executor.id); list != byExecutor_.end()) {
    if (auto pick = takeFrom(list->second, Locality::PROCESS_LOCAL, mayRun)) return pick;
  }
  if (auto list = byHost_.find(executor.host); limit >= Locality::NODE_LOCAL && list != byHost_.end()) {
    if (auto pick = takeFrom(list->second, Locality::NODE_LOCAL, mayRun)) return pick;
  }
  if (auto pick = takeFrom(noPreference_, Locality::NO_PREF, mayRun)) return pick;
  if (limit < Locality::ANY) return std::nullopt;
  return takeFrom(all_, Locality::ANY, mayRun);
}

std::optional<PendingTasks::Pick> PendingTasks::takePlain(const MayRun& mayRun) {
  auto task = plain_.begin();
  if (mayRun)
    task = std::find_if(task, plain_.end(), [&](const PendingTask& candidate) { return mayRun(candidate.index); });
  if (task == plain_.end()) return std::nullopt;
  Pick pick{*task, Locality::NO_PREF};
  plain_.erase(task);
  --count_;
  return pick;
}

std::optional<PendingTasks::Pick> PendingTasks::takeFrom(List& list, Locality locality, const MayRun& mayRun) {
  dropTaken(list);
  for (auto position = list.begin(); position != list.end(); ++position) {
    const int index = *position;
    if (!isPending(index) || (mayRun && !mayRun(index))) continue;
    list.erase(position);
    --count_;
    return Pick{{index, std::exchange(attempts_[static_cast<size_t>(index)], -1)}, locality};
  }
  return std::nullopt;
}

LocalityWait::Waiting PendingTasks::waiting() { return {hasTask(byExecutor_), hasTask(byHost_)}; }

bool PendingTasks::hasTask(Lists& lists) {
  for (auto entry = lists.begin(); entry != lists.end();) {
    dropTaken(entry->second);
    if (!entry->second.empty()) return true;
    entry = lists.erase(entry);
  }
  return false;
}

void PendingTasks::dropTaken(List& list) {
  while (!list.empty() && !isPending(list.front())) list.pop_front();
}

Locality PendingTasks::localityOf(int index, const ExecutorInfo& executor) const {
  if (!placed()) return Locality::NO_PREF;
  const TaskPreference& preference = (*preferences_)[static_cast<size_t>(index)];
  if (contains(preference.executors, executor.id)) return Locality::PROCESS_LOCAL;
  if (contains(preference.hosts, executor.host)) return Locality::NODE_LOCAL;
  return preference.empty() ? Locality::NO_PREF : Locality::ANY;
}

std::vector<int> PendingTasks::indexes() const {
  std::vector<int> waiting;
  for (const PendingTask& task : plain_) waiting.push_back(task.index);
  for (size_t index = 0; index < attempts_.size(); ++index) {
    if (attempts_[index] >= 0) waiting.push_back(static_cast<int>(index));
  }
  return waiting;
}

}  // namespace ferro
