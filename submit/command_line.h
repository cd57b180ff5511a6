// What a call of ferro-submit asks for: its flags, the application, and the application's own arguments. A plain value;
// parsing is a pure function.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ferro/conf/submitted_settings.h"

namespace ferro::submit {

enum class Task { kRun, kKill, kStatus, kExplainConf, kRunDriver, kVersion, kHelp };

struct CommandLine {
  Task task = Task::kRun;
  std::string subject;  // of kKill and kStatus the id, of kExplainConf the key, of kRunDriver the directory
  bool verbose = false;
  std::vector<SubmittedSetting> settings;  // the strongest first: flags of their own, then --conf; the last of each
  std::string application;
  std::vector<std::string> arguments;  // all that follows the application
  std::vector<std::string> warnings;
};

// Without the name of ferro-submit itself. Error kInvalidArgument that says which flag is wrong and what is right.
CommandLine parseCommandLine(std::span<const std::string> arguments);

}  // namespace ferro::submit
