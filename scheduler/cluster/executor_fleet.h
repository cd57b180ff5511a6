// The executors of an application: which have been started, which have joined, what runs on each, which are lost, and
// what replaces them. One thread owns all of it and hands out tasks; any thread may post to it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "ferro/blockmanager/work_queue.h"
#include "ferro/common/clock.h"
#include "ferro/scheduler/cluster/fleet_event.h"
#include "ferro/scheduler/cluster/fleet_options.h"
#include "ferro/scheduler/cluster/remote_executor.h"
#include "ferro/scheduler/dag_scheduler.h"
#include "ferro/scheduler/executor_allocation.h"
#include "ferro/scheduler/task_scheduler.h"
#include "ferro/shuffle/map_output_tracker.h"

namespace ferro {

// What the fleet works with; all of it outlives the fleet.
struct FleetParts {
  TaskScheduler& tasks;
  DagScheduler& dag;
  MapOutputTracker& outputs;
  AccumulatorRegistry& accumulators;
  const Clock& clock;
  std::function<void(const cluster::Join& join)> onJoined;
  std::function<void(const ExecutorPlace& place)> onLost;
  std::function<bool(const std::string& executorId)> holdsCachedBlocks;
  // Brings a large result from where it waits, and has it removed there; null when it is lost. Called on a thread of
  // its own, because it waits.
  std::function<std::shared_ptr<arrow::Buffer>(const ExecutorPlace& place, int64_t taskId)> fetchResult;
};

class ExecutorFleet {
 public:
  // Null when executors are started by others. The launcher reports to post().
  using MakeLauncher = std::function<std::unique_ptr<ExecutorLauncher>(OnExecutorEnded)>;

  ExecutorFleet(FleetOptions options, const FleetParts& parts, const MakeLauncher& makeLauncher);
  ~ExecutorFleet();
  ExecutorFleet(const ExecutorFleet&) = delete;
  ExecutorFleet& operator=(const ExecutorFleet&) = delete;

  void post(fleet::Event event);
  // The connections of the executors that are there; none once the fleet has stopped.
  std::vector<ConnectionPtr> connections();
  // Sends all executors away and waits for their processes. Tasks that still run count as ended.
  void stop();
  // Whether an executor was lost, so that somebody may want to read what it printed.
  bool lostAny() const { return lostAny_.load(); }

 private:
  struct Member {
    std::unique_ptr<RemoteExecutor> executor;
    int freeSlots = 0;
    std::map<TaskId, LaunchedTask> running;
    Clock::TimePoint lastHeard;
    std::optional<Clock::TimePoint> giveUpAt;  // its connection ended; the reason is awaited until then
    std::string connectionLost;
    std::string output;
    bool isOurs = false;    // started by the launcher, not by somebody else
    bool wasOfUse = false;  // a task has ended well on it
    std::optional<Clock::TimePoint> idleSince;
    bool isDraining = false;  // gets no more tasks, and goes when those that run have ended
  };

  void run();
  // What nobody expected fails the jobs, not the process.
  void guarded(const std::function<void()>& step);
  bool hasEnded() const;
  // While this process was stopped, nobody could be heard: such time counts for no executor.
  void creditOwnStall();
  void takeEvents(std::vector<fleet::Event>& batch);
  void on(fleet::Joined& joined);
  void on(fleet::ConnectionLost& lost);
  void on(fleet::Heard& heard);
  void on(fleet::TaskFinished& finished);
  void on(fleet::ResultFetched& fetched);
  void on(ExecutorEnd& end);
  void on(fleet::WorkWaits&) {}
  void on(fleet::SendToAll& all);
  void on(fleet::ListConnections& list);
  void on(fleet::Stop&);

  // By backlog and idle time, where that is asked for.
  void allocate();
  AllocationState allocationState() const;
  void releaseDrained();

  void startMissing();
  // False when it could not be started now.
  bool startOne();
  void failedStart(const std::string& why);
  void remindOfNobody();
  void giveUpSilent();
  static std::string describe(const Member& member, const std::string& what);
  void lose(const std::string& executorId, const std::string& reason);
  void dispatch();
  void launch(Member& member, LaunchedTask task);
  void fetchResult(Member& member, cluster::TaskEnded ended);
  // Fills in how a task ended; its value may come from elsewhere.
  void finish(Member& member, std::map<TaskId, LaunchedTask>::iterator running, EncodedOutcome encoded,
              std::string_view value);
  void report(Member& member, TaskOutcome outcome);
  // Adds up what the results of a task set take; the failure of the task that passes the limit.
  std::optional<TaskFailure> countResult(const std::shared_ptr<const TaskSet>& set, int64_t bytes);
  TaskOutcome takeRunning(Member& member, std::map<TaskId, LaunchedTask>::iterator running);
  Member* find(const std::string& executorId);

  const FleetOptions options_;
  std::optional<ExecutorAllocation> allocation_;  // set: it decides how many executors there are
  const FleetParts parts_;
  std::atomic<bool> lostAny_{false};

  // The fleet's thread only.
  std::map<std::string, Member> members_;
  std::map<std::string, Clock::TimePoint> starting_;  // when they were started
  int nextExecutor_ = 0;
  int failuresInARow_ = 0;
  std::optional<Error> gaveUp_;
  std::map<std::weak_ptr<const TaskSet>, int64_t, std::owner_less<>> resultBytes_;
  Clock::TimePoint lastTurn_;                   // when the loop last came round
  std::optional<Clock::TimePoint> startAt_;     // when starts that failed are tried again
  Clock::TimePoint remindAt_;                   // when somebody must be told that no executor is there
  std::optional<Clock::TimePoint> leaveUntil_;  // set once everybody was sent away
  std::set<std::string> leaving_;               // started by others, sent away, still connected

  std::mutex mutex_;
  std::condition_variable posted_;
  std::vector<fleet::Event> events_;
  bool ended_ = false;  // nobody takes events any more

  std::unique_ptr<ExecutorLauncher> launcher_;
  WorkQueue results_;
  std::thread thread_;
};

}  // namespace ferro
