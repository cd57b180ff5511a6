// By which command an executor's process is brought about: what differs between launchers that start one process here
// for each executor. Made once; the fleet's thread calls it.
#pragma once

#include <chrono>
#include <csignal>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ferro/scheduler/cluster/executor_role.h"

namespace ferro {

class Conf;

struct ExecutorCommand {
  std::string program;                   // found in $PATH when it has no slash
  std::vector<std::string> arguments;    // the program's own name first
  std::vector<std::string> environment;  // NAME=VALUE, and no secret
  std::string secret = {};               // what it reads from the descriptor below; empty for nothing
  int secretDescriptor = kSecretDescriptor;
};

struct LaunchMethod {
  // For a role that has its launch and its output.
  std::function<ExecutorCommand(ExecutorRole role)> command;
  int killSignal = SIGKILL;  // what makes the command end its executor; SIGKILL follows if it takes too long
  std::chrono::milliseconds killLimit{10'000};
  // Why no executor can be started any more, by what a command said at its end; empty when one can.
  std::function<std::string(const std::string& said)> whyNoMore = [](const std::string&) { return std::string(); };
};

// The driver's own executable with its own arguments, as a child of the driver.
LaunchMethod localProcesses();

// Through srun: as a step of the allocation that this process runs in, or as a job of its own where there is none.
LaunchMethod slurmSteps(const Conf& conf);

// This process's command line, and its environment but for the variables that `isReplaced` names.
std::vector<std::string> argumentsOfThisProcess();
std::vector<std::string> environmentWithout(const std::function<bool(std::string_view variable)>& isReplaced);

}  // namespace ferro
