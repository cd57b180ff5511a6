#include "ferro/scheduler/dag_scheduler.h"

#include <future>
#include <utility>
#include <vector>

#include "ferro/common/contain.h"
#include "ferro/scheduler/task_failure.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {

namespace {

void check(const JobSpec& spec) {
  if (TaskContext::get() != nullptr) {
    throw Error(ErrorCode::kInvalidArgument,
                "an action was called inside a task; call it in the driver and hand its result to the function");
  }
  if (spec.node == nullptr || spec.body == nullptr || !spec.onResult)
    throwInternal("a job without node, body or onResult");
  for (int partition : spec.partitions) {
    if (partition >= 0 && partition < spec.node->numPartitions()) continue;
    throw Error(ErrorCode::kInvalidArgument, "there is no partition " + std::to_string(partition) + " of " +
                                                 spec.node->name() + ", which has " +
                                                 std::to_string(spec.node->numPartitions()));
  }
}

// What nobody expected fails all jobs, not the process.
template <class Step>
void guarded(DagLoop& loop, Step&& step) {
  try {
    step();
  } catch (...) {
    const TaskFailure cause = describeCurrentException();
    contain("failing all jobs", [&] { loop.failAll(cause); });
  }
}

}  // namespace

DagScheduler::DagScheduler(const SchedulerOptions& options, const DagParts& parts)
    : tasks_(parts.tasks), loop_(options, parts), thread_([this] { run(); }) {
  tasks_.setStuckListener([queue = queue_](StuckTasks stuck) { queue->post(std::move(stuck)); });
  if (parts.barriers == nullptr) return;
  tasks_.setGangListener([barriers = parts.barriers](const TaskSet& set, const std::vector<std::string>& hosts) {
    std::vector<std::string> byPartition(hosts.size());
    for (size_t index = 0; index < hosts.size(); ++index) {
      byPartition[static_cast<size_t>(set.partitionOf(static_cast<int>(index)))] = hosts[index];
    }
    barriers->launched(set.spec().stage, set.spec().stageAttempt, std::move(byPartition));
  });
}

DagScheduler::~DagScheduler() { stop(); }

JobHandle DagScheduler::submit(JobSpec spec) {
  check(spec);
  const JobId id{nextJob_++};
  auto state = std::make_shared<JobState>();
  if (!queue_->post(SubmitJob{id, std::move(spec), state})) {
    state->end(Error(ErrorCode::kCancelled, id.text() + " was cancelled: the session has stopped"));
  }
  return JobHandle(id, std::move(state), [queue = queue_, id] { queue->post(CancelJob{id}); });
}

void DagScheduler::cancelJob(JobId job) { queue_->post(CancelJob{job}); }

void DagScheduler::cancelJobGroup(const std::string& group) { queue_->post(CancelJobGroup{group}); }

void DagScheduler::cancelAllJobs() { queue_->post(CancelAllJobs{"all jobs were"}); }

void DagScheduler::taskEnded(TaskOutcome outcome) { queue_->post(std::move(outcome)); }

void DagScheduler::executorLost(const std::string& executorId, const std::string& reason) {
  queue_->post(LostExecutor{executorId, reason});
}

void DagScheduler::failAllJobs(const Error& error) { queue_->post(FailAllJobs{error}); }

void DagScheduler::stop() {
  queue_->post(CancelAllJobs{"the session stopped"});
  queue_->close();
  std::lock_guard lock(stopMutex_);
  if (thread_.joinable()) thread_.join();
}

void DagScheduler::assertIdle(std::chrono::milliseconds limit) {
  if (!tasks_.waitUntilIdle(limit)) throwInternal(std::to_string(tasks_.numRunning()) + " tasks still run");
  CountState count;
  auto answer = count.answer.get_future();
  if (!queue_->post(std::move(count))) return;
  if (answer.wait_for(limit) != std::future_status::ready) throwInternal("the scheduler's loop does not answer");
  const DagCounts counts = answer.get();
  if (counts != DagCounts{} || tasks_.numTaskSets() != 0) {
    throwInternal("the scheduler still holds " + std::to_string(counts.jobs) + " jobs, " +
                  std::to_string(counts.stages) + " stages, " + std::to_string(tasks_.numTaskSets()) + " task sets");
  }
}

void DagScheduler::run() {
  nameThisThread("ferro-dag");
  std::vector<DagEvent> batch;
  while (queue_->takeAll(batch)) {
    for (DagEvent& event : batch) guarded(loop_, [&] { loop_.handle(event); });
    guarded(loop_, [this] { loop_.settle(); });
    batch.clear();
    contain("telling the ends of jobs", [this] { loop_.signalEnded(); });
  }
}

}  // namespace ferro
