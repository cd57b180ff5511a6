#include "ferro/scheduler/cluster/launch_method.h"

#include <unistd.h>

#include <fstream>
#include <string_view>
#include <utility>

namespace ferro {

std::vector<std::string> argumentsOfThisProcess() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

std::vector<std::string> environmentWithout(const std::function<bool(std::string_view variable)>& isReplaced) {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!isReplaced(*variable)) variables.emplace_back(*variable);
  }
  return variables;
}

LaunchMethod localProcesses() {
  // Read now: later there may be no descriptor left to read them with.
  const auto makeCommand = [arguments = argumentsOfThisProcess()](ExecutorRole role) {
    role.bindHost = role.launch.driver.host;
    role.launcherProcess = static_cast<int>(::getpid());
    ExecutorCommand command{"/proc/self/exe", arguments, role.environment(), role.launch.secret};
    for (std::string& variable : environmentWithout([](auto text) { return text.starts_with("FERRO_EXECUTOR_"); })) {
      command.environment.push_back(std::move(variable));
    }
    return command;
  };
  return {.command = makeCommand, .killSignal = SIGKILL};
}

}  // namespace ferro
