// The driver's side of barrier stages: knows which attempts run, lets their tasks meet, and wakes all that wait with an
// error when one of them cannot come any more. Owned by the runtime; any thread may call it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ferro/scheduler/barrier_coordinator.h"
#include "ferro/scheduler/ids.h"

namespace ferro {

class DriverBarriers final : public BarrierCoordinator {
 public:
  // No task waits longer than the limit for the others.
  explicit DriverBarriers(std::chrono::milliseconds limit);
  ~DriverBarriers() override;
  DriverBarriers(const DriverBarriers&) = delete;
  DriverBarriers& operator=(const DriverBarriers&) = delete;

  // What the DAG scheduler tells: an attempt of a barrier stage begins, all its tasks are launched, one of them has
  // ended well, the attempt is over.
  void begin(StageId stage, int attempt, int numTasks);
  void launched(StageId stage, int attempt, std::vector<std::string> hosts);
  void taskEnded(StageId stage, int attempt, int partition);
  void end(StageId stage, int attempt, const std::string& why);

  void sync(BarrierRequest request, OnReply onReply) override;
  void hosts(int stage, int stageAttempt, OnReply onReply) override;

 private:
  using Key = std::pair<int, int>;
  using TimePoint = std::chrono::steady_clock::time_point;
  // Replies are sent without the lock: those who get them may call back.
  using Replies = std::vector<std::pair<OnReply, BarrierReply>>;

  struct Arrived {
    std::string message;
    OnReply onReply;
  };
  struct Gang {
    int numTasks = 0;
    int64_t epoch = 0;
    std::string method;
    std::map<int, Arrived> arrived;  // by partition
    std::set<int> ended;             // partitions whose tasks will not come any more
    TimePoint deadline;              // of those who have arrived
    std::optional<std::string> broken;
    std::optional<std::vector<std::string>> hosts;
    std::vector<OnReply> hostsWanted;
  };

  void arrive(Gang& gang, BarrierRequest& request, OnReply onReply, Replies& replies);
  void breakGang(Gang& gang, const std::string& why, Replies& replies);
  void complete(Gang& gang, Replies& replies);
  void watch();
  static void send(Replies& replies);

  const std::chrono::milliseconds limit_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, Gang> gangs_;
  bool stopped_ = false;
  std::thread watcher_;  // looks at deadlines; started by the first barrier stage
};

}  // namespace ferro
