// The role of an executor as its process finds it in the environment: the driver's address, the secret, and what it may
// use. A plain value; read once, at the start of the process.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ferro/scheduler/cluster/executor_launcher.h"

namespace ferro {

// Where a process that a launcher started finds its secret, unless it is told otherwise.
inline constexpr int kSecretDescriptor = 3;

struct ExecutorRole {
  ExecutorLaunch launch;
  int secretDescriptor = kSecretDescriptor;
  std::string bindHost;     // empty: whichever address the driver is reached from
  int launcherProcess = 0;  // the process whose end is ours; 0 when there is none
  std::string outputPath;
  bool outputIsTemporary = false;  // it goes with the application; the driver sees to that unless it is killed

  // Nothing when this process has no such role. The secret comes from an inherited descriptor, from a file, or from the
  // environment, where it is overwritten: no child inherits it, and nobody reads it in /proc.
  // Error kInvalidConf that names the variable when one makes no sense.
  static std::optional<ExecutorRole> ofThisProcess();

  // The variables that ofThisProcess() reads, as NAME=VALUE. They name the secret's descriptor, not the secret.
  std::vector<std::string> environment() const;
};

}  // namespace ferro
