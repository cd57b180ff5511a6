// What the driver asks of the scheduler: a job, and the handle to wait for it or to cancel it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/scheduler/ids.h"
#include "ferro/scheduler/lineage.h"
#include "ferro/scheduler/task.h"

namespace ferro {

struct JobProperties {
  std::string group;  // what cancelJobGroup names
  std::string description;
  std::string pool;      // of FAIR mode; empty means "default"
  std::string callSite;  // the action and its place: "collect at main.cc:12"
};

struct JobSpec {
  std::shared_ptr<const LineageNode> node;
  std::shared_ptr<const TaskBody> body;  // runs once for each of `partitions`
  std::vector<int> partitions;
  // Called on the scheduler's thread, once for each position in `partitions`, in any order, and never again once the
  // job has ended. What it throws fails the job.
  std::function<void(int index, std::unique_ptr<TaskValue> value)> onResult;
  JobProperties properties;
};

// How a job stands, shared by the scheduler, which ends it, and the threads that wait for that.
class JobState {
 public:
  void end(std::optional<Error> failure);
  void wait();
  bool waitFor(std::chrono::milliseconds limit);

 private:
  void throwIfFailed() const;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::optional<Error> failure_;
};

// Any thread may use one, and copies are the same job. It may outlive the scheduler, whose end ends the job.
class JobHandle {
 public:
  JobHandle(JobId id, std::shared_ptr<JobState> state, std::function<void()> cancel)
      : id_(id), state_(std::move(state)), cancel_(std::move(cancel)) {}

  JobId id() const { return id_; }
  // Blocks until the job has ended; throws ferro::Error if it failed or was cancelled.
  void wait() const { state_->wait(); }
  // The same with a limit: false when the job still runs after it.
  bool waitFor(std::chrono::milliseconds limit) const { return state_->waitFor(limit); }
  void cancel() const { cancel_(); }

 private:
  JobId id_;
  std::shared_ptr<JobState> state_;
  std::function<void()> cancel_;
};

}  // namespace ferro
