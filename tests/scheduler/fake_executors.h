// Several executors on one TaskScheduler without threads: tests poll for them, and end tasks when they like.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fake_lineage.h"
#include "ferro/common/clock.h"
#include "ferro/scheduler/task_scheduler.h"
#include "ferro_test.h"

namespace ferro {

class FakeExecutor final : public Executor {
 public:
  explicit FakeExecutor(ExecutorInfo executor) : info_(std::move(executor)) {}
  const ExecutorInfo& info() const override { return info_; }
  void cancel(const TaskSet&) override { ++cancelled; }
  void kill(TaskId task) override { killed.push_back(task); }
  void forget(const TaskSet&) override {}
  void removeShuffle(int) override {}
  void removeMapOutput(int, int) override {}

  int cancelled = 0;
  std::vector<TaskId> killed;

 private:
  ExecutorInfo info_;
};

class FakeExecutors {
 public:
  explicit FakeExecutors(const SchedulerOptions& options = {}) : scheduler(options, bus, &clock) {}

  FakeExecutor& add(const std::string& id, const std::string& host = "host", int cores = 1) {
    auto executor = std::make_unique<FakeExecutor>(ExecutorInfo{id, host, cores});
    FakeExecutor& added = *executor;
    executors[id] = std::move(executor);
    scheduler.addExecutor(added);
    return added;
  }
  void remove(const std::string& id) { scheduler.removeExecutor(*executors.at(id), "gone"); }

  TaskSetSpec spec(int stage, int numTasks) {
    TaskSetSpec made;
    made.stage = {stage};
    made.job = {stage};
    for (int index = 0; index < numTasks; ++index) made.indexes.push_back(index);
    return made;
  }
  std::shared_ptr<TaskSet> submit(TaskSetSpec spec) {
    auto set = std::make_shared<TaskSet>(std::move(spec));
    scheduler.submit(set);
    return set;
  }
  std::shared_ptr<TaskSet> submit(int stage, std::vector<TaskPreference> preferences) {
    TaskSetSpec made = spec(stage, static_cast<int>(preferences.size()));
    made.preferences = std::move(preferences);
    return submit(std::move(made));
  }

  std::optional<LaunchedTask> poll(const std::string& id) { return scheduler.pollTask(executors.at(id)->info()); }
  // "index LOCALITY", or "nothing".
  std::string polled(const std::string& id) {
    auto task = poll(id);
    return task ? std::to_string(task->index) + " " + localityName(task->locality) : "nothing";
  }
  void end(const LaunchedTask& task, bool succeeded = true) { scheduler.taskEnded(task, succeeded); }

  void advance(std::chrono::milliseconds by) { clock.advance(by); }
  // How long until a poll that gave nothing should be repeated.
  std::optional<std::chrono::milliseconds> untilWake() {
    auto wake = scheduler.nextWake();
    if (!wake) return std::nullopt;
    return std::chrono::duration_cast<std::chrono::milliseconds>(*wake - clock.now());
  }

  ListenerBus bus;
  ManualClock clock;
  std::map<std::string, std::unique_ptr<FakeExecutor>> executors;
  TaskScheduler scheduler;
};

inline TaskPreference onExecutor(const std::string& executor, const std::string& host) { return {{executor}, {host}}; }
inline TaskPreference onHost(const std::string& host) { return {{}, {host}}; }

}  // namespace ferro
