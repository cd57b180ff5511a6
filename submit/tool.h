// Runs another program to its end and keeps what it says: tar, sbatch, squeue. Found in $PATH. For the main thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ferro/submit/forwarded_signals.h"

namespace ferro::submit {

struct ToolResult {
  int exitCode = 0;    // 128 and the signal for one that was killed
  std::string output;  // without the last line end
  std::string errors;  // in one line
};

// The first of the command is the program. Error kNotFound when there is no such program.
ToolResult runTool(const std::vector<std::string>& command);

// The same for one that may take long. Signals that come meanwhile do not reach it, nor those of the terminal:
// `onSignal` is told of the first, and again when the tool has said more, with what it has said until then. One that
// has not ended some seconds after that is killed.
ToolResult runTool(const std::vector<std::string>& command, ForwardedSignals& signals,
                   const std::function<void(const ToolResult& soFar)>& onSignal);

}  // namespace ferro::submit
