#include "ferro/submit/application_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "ferro/common/log.h"
#include "ferro/common/system_error.h"
#include "ferro/common/text.h"

namespace ferro::submit {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// One that has run for this long did not fail at once.
constexpr std::chrono::seconds kRanForAWhile{5};

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<std::string> environmentWith(const std::vector<std::pair<std::string, std::string>>& variables) {
  std::vector<std::string> all;
  for (const auto& [name, value] : variables) all.push_back(std::string(name).append("=").append(value));
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const auto isReplaced = [&](const auto& other) { return text.starts_with(other.first + "="); };
    if (std::none_of(variables.begin(), variables.end(), isReplaced)) all.emplace_back(text);
  }
  return all;
}

// The child's side of fork: only calls that are safe there, and no return.
[[noreturn]] void becomeApplication(const std::string& program, char** arguments, char** environment,
                                    const ForwardedSignals& signals, pid_t parent, int failurePipe) {
  // Nobody would clean up after an application whose ferro-submit was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(143);
  sigprocmask(SIG_SETMASK, &signals.maskBefore(), nullptr);
  ::execve(program.c_str(), arguments, environment);
  const int error = errno;
  const ssize_t written = ::write(failurePipe, &error, sizeof(error));
  ::_exit(written == sizeof(error) ? 126 : 125);
}

pid_t start(const ApplicationCommand& command, const ForwardedSignals& signals) {
  std::vector<std::string> arguments{command.program};
  arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = environmentWith(command.variables);
  const std::vector<char*> argumentPointers = pointersTo(arguments);
  const std::vector<char*> environmentPointers = pointersTo(environment);
  std::array<int, 2> failure{};
  if (::pipe2(failure.data(), O_CLOEXEC) != 0) throwErrno(errno, "cannot make a pipe");
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    becomeApplication(command.program, const_cast<char**>(argumentPointers.data()),
                      const_cast<char**>(environmentPointers.data()), signals, parent, failure[1]);
  }
  const int forkError = errno;
  ::close(failure[1]);
  int error = child < 0 ? forkError : 0;
  // Ends without a byte once the application runs.
  while (child > 0 && ::read(failure[0], &error, sizeof(error)) < 0 && errno == EINTR) continue;
  ::close(failure[0]);
  if (error == 0) return child;
  if (child > 0) ::waitpid(child, nullptr, 0);
  throwErrno(error, "cannot run " + command.program);
}

int waitFor(pid_t child, ForwardedSignals& signals) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    signals.wait();
    signals.sendOnTo(child);
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Ends at once when a signal comes.
void pauseBeforeRestart(milliseconds wait, ForwardedSignals& signals) {
  const Clock::time_point until = Clock::now() + wait;
  for (milliseconds left = wait; left.count() > 0 && signals.received() == 0;) {
    signals.wait(left);
    signals.sendOnTo(0);
    left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
  }
}

std::vector<std::string> candidatesFor(const std::string& name) {
  if (name.find('/') != std::string::npos) return {name};
  std::vector<std::string> candidates{"./" + name};
  const char* path = std::getenv("PATH");
  for (const auto directory : split(path == nullptr ? "" : path, ':')) {
    if (!directory.empty()) candidates.push_back(std::string(directory) + "/" + name);
  }
  return candidates;
}

NoProgram whyNoProgram(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    return {ErrorCode::kInvalidArgument, "the application " + path + " is no program but a directory"};
  }
  return {ErrorCode::kPermissionDenied,
          "the application " + path + " is no program: it cannot be executed; see chmod +x"};
}

}  // namespace

std::string findProgram(const std::string& name) {
  std::optional<NoProgram> problem;
  for (const std::string& candidate : candidatesFor(name)) {
    std::error_code error;
    if (!std::filesystem::exists(candidate, error)) continue;
    if (std::filesystem::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0) {
      return std::filesystem::absolute(candidate).lexically_normal().string();
    }
    if (!problem) problem = whyNoProgram(candidate);
  }
  throw problem.value_or(NoProgram(ErrorCode::kNotFound, "the application " + name + " does not exist"));
}

int runApplication(const ApplicationCommand& command, ForwardedSignals& signals) {
  milliseconds wait = command.firstRestartWait;
  signals.sendOnTo(0);
  if (signals.received() != 0) return 128 + signals.received();
  while (true) {
    const Clock::time_point began = Clock::now();
    const int exitCode = waitFor(start(command, signals), signals);
    if (!command.supervise || exitCode == 0 || signals.received() != 0) return exitCode;
    if (Clock::now() - began > kRanForAWhile) wait = command.firstRestartWait;
    logWarn("the driver ended with exit code " + std::to_string(exitCode) + "; it is started again in " +
            std::to_string(wait.count()) + " ms");
    pauseBeforeRestart(wait, signals);
    if (signals.received() != 0) return exitCode;
    wait = std::min(2 * wait, command.mostRestartWait);
  }
}

}  // namespace ferro::submit
