// The application as a child of ferro-submit: signals go on to it, its end is ours, and ours is its. For the main
// thread of a process that has no other.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "ferro/common/error.h"
#include "ferro/submit/forwarded_signals.h"

namespace ferro::submit {

struct ApplicationCommand {
  std::string program;
  std::vector<std::string> arguments;                          // without the program's own name
  std::vector<std::pair<std::string, std::string>> variables;  // set in its environment, besides ours
  bool supervise = false;                                      // start it again when it fails
  // Between a failure and the next start, doubled up to the most for one that fails at once.
  std::chrono::milliseconds firstRestartWait{1'000};
  std::chrono::milliseconds mostRestartWait{60'000};
};

// What was named as the application is not there, or is no program: a mistake that has an exit code of its own.
class NoProgram : public Error {
 public:
  using Error::Error;
};

// The file to run: one with a slash as it is, others in the working directory, then in $PATH. NoProgram with kNotFound,
// kInvalidArgument for a directory, or kPermissionDenied.
std::string findProgram(const std::string& name);

// Its exit code, or 128 and the number of the signal that killed it, or that came before it was started. Error when it
// cannot be started.
int runApplication(const ApplicationCommand& command, ForwardedSignals& signals);

}  // namespace ferro::submit
