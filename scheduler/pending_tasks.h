// The tasks of one set that wait for a slot, sorted by where they would like to run. Not thread-safe: it belongs to the
// TaskScheduler, which guards it.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ferro/scheduler/executor.h"
#include "ferro/scheduler/locality.h"
#include "ferro/scheduler/locality_wait.h"

namespace ferro {

struct PendingTask {
  int index = 0;
  int attempt = 0;
};

// Where tasks can run at present; a preference for another place is not waited for.
struct UsablePlaces {
  std::unordered_set<std::string> executors;
  std::unordered_set<std::string> hosts;
};

class PendingTasks {
 public:
  // Preferences are by index, or empty when no task has one; they outlive this.
  explicit PendingTasks(const std::vector<TaskPreference>& preferences) : preferences_(&preferences) {}

  struct Pick {
    PendingTask task;
    Locality locality = Locality::NO_PREF;
  };
  using MayRun = std::function<bool(int index)>;

  bool placed() const { return !preferences_->empty(); }  // some task may have a preference
  bool empty() const { return count_ == 0; }
  size_t size() const { return count_; }

  // A task that has failed on some executors is not filed for them, nor for hosts.
  void add(PendingTask task, std::vector<std::string> failedOn = {});
  void clear();
  // Sorts what waits anew, after executors have come or gone.
  void sortFor(UsablePlaces places);

  // Takes out the task that suits the executor best, none that is farther from its data than the limit. Tasks that do
  // not care are always near enough. With a filter, tasks that it refuses stay.
  std::optional<Pick> take(const ExecutorInfo& executor, Locality limit, const MayRun& mayRun = nullptr);

  LocalityWait::Waiting waiting();
  bool waitsFor(const std::string& executorId) { return byExecutor_.contains(executorId); }
  bool waitsForHost(const std::string& host) { return byHost_.contains(host); }
  // How near an executor is to what a task would like.
  Locality localityOf(int index, const ExecutorInfo& executor) const;
  // The indexes that wait, in no order.
  std::vector<int> indexes() const;

 private:
  using List = std::deque<int>;
  using Lists = std::unordered_map<std::string, List>;

  void file(int index);
  bool isPending(int index) const { return attempts_[static_cast<size_t>(index)] >= 0; }
  std::optional<Pick> takePlain(const MayRun& mayRun);
  std::optional<Pick> takeFrom(List& list, Locality locality, const MayRun& mayRun);
  bool hasTask(Lists& lists);
  void dropTaken(List& list);

  const std::vector<TaskPreference>* preferences_;
  size_t count_ = 0;
  std::deque<PendingTask> plain_;  // everything, when no task has a preference

  // With preferences: the attempt of each index that waits, or -1; and lists of indexes, in which those that were taken
  // by way of another list remain until they are met.
  std::vector<int> attempts_;
  std::unordered_map<int, std::vector<std::string>> failedOn_;  // by index
  UsablePlaces places_;
  Lists byExecutor_;
  Lists byHost_;
  List noPreference_;
  List all_;
};

}  // namespace ferro
