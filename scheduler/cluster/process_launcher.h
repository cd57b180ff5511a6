// Starts a process on this machine for each executor, which is the executor or brings it about elsewhere; what it
// prints goes to a file. A thread of its own waits for their ends.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "ferro/scheduler/cluster/executor_launcher.h"
#include "ferro/scheduler/cluster/launch_method.h"

namespace ferro {

// The private directory that executors' outputs go to, and whether they go with the application.
struct OutputDirectory {
  std::string path;
  bool temporary = true;
};

class ProcessLauncher final : public ExecutorLauncher {
 public:
  // Outputs are files executor-<id>.log.
  ProcessLauncher(LaunchMethod method, OutputDirectory outputs, OnExecutorEnded onEnded);
  ~ProcessLauncher() override;

  void start(const ExecutorLaunch& launch) override;
  void kill(const std::string& executorId) override;
  int numRunning() const override;
  void stop(std::chrono::milliseconds limit) override;
  std::string outputPath(const std::string& executorId) const override;

 private:
  struct Child {
    std::string executorId;
    int process = -1;
    int descriptor = -1;  // readable when it has ended; -1 when the system had none left, then the watcher looks
  };

  void watch();
  // Ends when the children have ended or were given up.
  void watchChildren();
  // Does nothing while the process still runs.
  void reap(const Child& child);
  void wake() const;
  void signalAll(int signal) const;
  // With mutex_ held: "2 (process 71), 3 (process 72)"
  std::string namesOfChildren() const;

  const LaunchMethod method_;
  const OutputDirectory outputs_;
  const OnExecutorEnded onEnded_;
  const int wakeDescriptor_;

  mutable std::mutex mutex_;
  std::map<std::string, Child> children_;
  std::condition_variable ended_;
  bool stopping_ = false;

  std::thread watcher_;
};

}  // namespace ferro
