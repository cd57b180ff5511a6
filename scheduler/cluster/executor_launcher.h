// Where executors come from: whatever can start the program somewhere with a role in its environment. Small on purpose,
// so that a resource manager is one class. Called by the fleet's thread only; what it reports, it reports from any.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "ferro/net/host_port.h"

namespace ferro {

// What a new executor must be told.
struct ExecutorLaunch {
  std::string executorId;
  HostPort driver;
  std::string secret;  // goes by environment or file, never by argv
  bool authenticate = true;
  bool tls = false;
  int cores = 1;
  int64_t memory = 0;
};

// How an executor that was started has ended.
struct ExecutorEnd {
  std::string executorId;
  std::string how;          // "was killed by signal 9 (SIGKILL)"
  std::string lastOutput;   // the end of what it printed, if anybody kept it
  std::string outputPath;   // where the rest is
  std::string noMore = {};  // why no other could be started either; empty when one could
};

class ExecutorLauncher {
 public:
  virtual ~ExecutorLauncher() = default;

  // Returns at once; the executor joins by itself. Throws Error when it cannot be started at all.
  virtual void start(const ExecutorLaunch& launch) = 0;
  // Ends it at once, if it still runs.
  virtual void kill(const std::string& executorId) = 0;
  // Processes that have not ended yet.
  virtual int numRunning() const = 0;
  // Waits until all have ended, kills those that take longer than the limit. Nothing is reported after it returned.
  virtual void stop(std::chrono::milliseconds limit) = 0;
  // Where its output is kept, or empty.
  virtual std::string outputPath(const std::string& executorId) const = 0;
};

using OnExecutorEnded = std::function<void(ExecutorEnd)>;

}  // namespace ferro
