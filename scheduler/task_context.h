// What a running task knows of itself: its place in the job, its executor, its counters, and whether it was cancelled.
// Lives on the stack of the executor thread that runs the task; only that thread uses it, but for cancel().
#pragma once

#include <atomic>
#include <cstdint>

#include "ferro/scheduler/accumulator.h"
#include "ferro/scheduler/task_metrics.h"

namespace ferro {

class ExecutorEnvironment;

struct TaskIdentity {
  int64_t taskId = 0;  // unique in the application
  int stageId = 0;
  int stageAttempt = 0;
  int partition = 0;
  int attempt = 0;             // 0 for the first try of this partition
  int64_t mapOutputEpoch = 0;  // the driver's when it launched the task: it knew of no later losses
};

class TaskContext {
 public:
  // The task is cancelled by the flag, which all tasks of its set may share, or when `killed` is its id.
  TaskContext(const TaskIdentity& identity, ExecutorEnvironment& environment, const std::atomic<bool>& cancelled,
              const std::atomic<int64_t>* killed = nullptr);
  ~TaskContext();
  TaskContext(const TaskContext&) = delete;
  TaskContext& operator=(const TaskContext&) = delete;

  // The task that this thread is running, or null: what user functions reach it by.
  static TaskContext* get();

  const TaskIdentity& identity() const { return identity_; }
  int stageId() const { return identity_.stageId; }
  int partitionId() const { return identity_.partition; }
  int attemptNumber() const { return identity_.attempt; }
  int64_t taskAttemptId() const { return identity_.taskId; }

  ExecutorEnvironment& environment() { return environment_; }
  TaskMetrics& metrics() { return metrics_; }
  AccumulatorUpdates& accumulators() { return accumulators_; }

  bool cancelled() const {
    return cancelled_.load(std::memory_order_relaxed) ||
           (killed_ != nullptr && killed_->load(std::memory_order_relaxed) == identity_.taskId);
  }
  // Throws Error kCancelled when the task was cancelled; loops over rows call it now and then.
  void throwIfCancelled() const {
    if (cancelled()) throwCancelled();
  }

 private:
  [[noreturn]] void throwCancelled() const;

  TaskIdentity identity_;
  ExecutorEnvironment& environment_;
  const std::atomic<bool>& cancelled_;
  const std::atomic<int64_t>* killed_;
  TaskMetrics metrics_;
  AccumulatorUpdates accumulators_;
  TaskContext* outer_;
};

}  // namespace ferro
