// Turns jobs into stages and stages into task sets. One thread decides everything; whatever any thread asks or reports
// goes through its queue, so that its state needs no locks. Owned by the session; any thread may call it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "ferro/scheduler/dag_event.h"
#include "ferro/scheduler/dag_loop.h"
#include "ferro/scheduler/event_queue.h"

namespace ferro {

class DagScheduler final : public TaskOutcomeSink {
 public:
  DagScheduler(const SchedulerOptions& options, const DagParts& parts);
  ~DagScheduler() override;
  DagScheduler(const DagScheduler&) = delete;
  DagScheduler& operator=(const DagScheduler&) = delete;

  // Returns at once. Throws only for a job that makes no sense; what goes wrong later is thrown by JobHandle::wait().
  JobHandle submit(JobSpec spec);

  void cancelJob(JobId job);
  void cancelJobGroup(const std::string& group);
  void cancelAllJobs();

  void taskEnded(TaskOutcome outcome) override;
  // The map outputs that only this executor had are gone.
  void executorLost(const std::string& executorId, const std::string& reason);
  // There is nobody to run tasks, now or later.
  void failAllJobs(const Error& error);

  // Cancels all jobs and ends the thread. Jobs submitted later are cancelled at once.
  void stop();

  // What is left when no job is active would be a leak: throws kInternal that names it. Waits for running tasks, which
  // may outlive their cancelled job, no longer than the limit.
  void assertIdle(std::chrono::milliseconds limit);

 private:
  using Queue = EventQueue<DagEvent>;

  void run();

  TaskScheduler& tasks_;
  std::shared_ptr<Queue> queue_ =
      std::make_shared<Queue>();  // shared with job handles, which may outlive the scheduler
  std::atomic<int> nextJob_{0};
  DagLoop loop_;  // only the thread below touches it

  std::mutex stopMutex_;
  std::thread thread_;
};

}  // namespace ferro
