// What an application cost, stage by stage: a listener that adds up while it runs, and the plain figures that it ends
// with. Events come on the bus's thread; the figures may be asked for by any.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "ferro/scheduler/listener_bus.h"

namespace ferro {

struct StageFigures {
  StageId id;
  std::string name;
  int numAttempts = 0;
  int numFailed = 0;               // tasks that failed; those that were cancelled do not count
  int64_t millis = 0;              // from submission to end, of all attempts
  std::vector<int64_t> taskNanos;  // of tasks that ended well
  int64_t runNanos = 0;            // their sum
  int64_t inputBytes = 0;
  int64_t shuffleBytesRead = 0;
  int64_t shuffleBytesWritten = 0;
  int64_t fetchWaitNanos = 0;
  int64_t diskBytesSpilled = 0;
  int64_t peakTaskMemory = 0;    // the most that one task claimed
  bool groupsWholeKeys = false;  // groupByKey or the like, which combines nothing before the shuffle
};

struct RunFigures {
  std::string id;
  std::string name;
  int64_t millis = 0;
  int numJobs = 0;
  int numFailedJobs = 0;
  int mostCores = 0;  // that were there at one time
  int numLostExecutors = 0;
  int64_t mostCachedBytes = 0;       // that lay in memory at one time
  std::vector<StageFigures> stages;  // by id
};

class RunSummary final : public Listener {
 public:
  void on(const Event& event) override;
  RunFigures figures() const;

 private:
  void add(const ApplicationStart& event);
  void add(const ApplicationEnd& event);
  void add(const ExecutorAdded& event);
  void add(const ExecutorRemoved& event);
  void add(const JobStart&) { ++run_.numJobs; }
  void add(const JobEnd& event);
  void add(const StageSubmitted& event);
  void add(const StageCompleted& event);
  void add(const TaskEnd& event);
  void add(const BlockUpdated& event);
  void forgetBlocksOf(const std::string& executorId);
  template <class Other>
  void add(const Other&) {}

  mutable std::mutex mutex_;
  RunFigures run_;
  int64_t started_ = 0;
  std::map<std::string, int> cores_;  // by executor
  int coresNow_ = 0;
  std::map<StageId, StageFigures> stages_;
  std::map<StageId, int64_t> submitted_;
  std::map<std::pair<std::string, std::string>, int64_t> cached_;  // bytes by executor and block; none is 0
  int64_t cachedNow_ = 0;
};

}  // namespace ferro
