// The role of an executor as its process finds it in the environment: the driver's address, the secret, and what it may
// use. A plain value; read once, at the start of the process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ferro/scheduler/cluster/executor_launcher.h"

namespace ferro {

struct ExecutorRole {
  ExecutorLaunch launch;
  std::string bindHost;     // empty: whichever address the driver is reached from
  int launcherProcess = 0;  // the process whose end is ours; 0 when there is none
  std::string outputPath;
  bool outputIsTemporary = false;  // it goes with the application; the driver sees to that unless it is killed

  // Nothing when this process has no such role. Takes the secret out of the environment, so that no child inherits it.
  // Error kInvalidConf that names the variable when one makes no sense.
  static std::optional<ExecutorRole> ofThisProcess();

  // The variables that ofThisProcess() reads, as NAME=VALUE.
  std::vector<std::string> environment() const;
};

}  // namespace ferro
