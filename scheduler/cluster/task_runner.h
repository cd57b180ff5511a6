// The task threads of an executor process: each runs one of the tasks that the driver sent, and reports how it ended.
// Owned by the executor process; any thread may call it.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "ferro/scheduler/cluster/messages.h"
#include "ferro/scheduler/decoded_bodies.h"

namespace ferro {

class TaskRunner {
 public:
  // Called on the task's thread. It answers for its own errors; what it throws is only logged.
  using OnEnded = std::function<void(int64_t taskId, TaskOutcome outcome)>;

  TaskRunner(int slots, const TaskBodyCodec& codec, ExecutorEnvironment& environment, OnEnded onEnded);
  // stop()
  ~TaskRunner();
  TaskRunner(const TaskRunner&) = delete;
  TaskRunner& operator=(const TaskRunner&) = delete;

  // Throws Error kMalformedData for a piece that does not follow the one before it.
  void addBody(const cluster::TaskBodyPiece& piece, std::string_view bytes);
  // A task of a set whose body came before.
  void launch(const cluster::LaunchTask& task);
  void cancel(const cluster::TaskSetName& set);
  void kill(int64_t taskId);
  void forget(const cluster::TaskSetName& set);

  // Cancels everything and waits for the threads; false when some did not end within the limit and still run.
  bool stop(std::chrono::milliseconds limit);

 private:
  struct RunningTask {
    cluster::LaunchTask launch;
    std::atomic<bool> cancelled{false};
  };
  using RunningTaskPtr = std::shared_ptr<RunningTask>;

  void runTasks(int thread);
  RunningTaskPtr take();
  TaskOutcome run(const RunningTask& task);
  std::shared_ptr<const std::string> bytesOf(const cluster::TaskSetName& set);
  void dropBytes(const cluster::TaskSetName& set);

  ExecutorEnvironment& environment_;
  const OnEnded onEnded_;
  DecodedBodies bodies_;

  std::mutex mutex_;
  std::condition_variable work_;
  std::condition_variable left_;
  std::deque<RunningTaskPtr> waiting_;
  std::map<int64_t, RunningTaskPtr> tasks_;                             // those that wait and those that run
  std::map<cluster::TaskSetName, std::shared_ptr<std::string>> bytes_;  // of bodies that are not decoded yet, or null
  bool stopping_ = false;
  int threadsLeft_ = 0;

  std::vector<std::thread> threads_;
};

}  // namespace ferro
