#include "ferro/submit/tool.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "ferro/common/error.h"
#include "ferro/common/system_error.h"

namespace ferro::submit {
namespace {

// As shells say it, of a child that could not become the tool.
constexpr int kCannotRun = 127;
// For a tool that waits for a server that does not answer.
constexpr int kEndLimitMillis = 10'000;

// Who takes signals while the tool runs.
struct Watch {
  ForwardedSignals& signals;
  const std::function<void(const ToolResult& soFar)>& onSignal;
};

struct Pipe {
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throwErrno(errno, "cannot make a pipe");
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void closeWriter() {
    ::close(ends[1]);
    ends[1] = -1;
  }
  std::array<int, 2> ends{-1, -1};
};

// A tool that waits, such as salloc in a queue, does not outlive us: SIGTERM makes it give up.
[[noreturn]] void becomeTool(char** arguments, const Pipe& output, const Pipe& errors, const Pipe& failure, int nothing,
                             pid_t parent, bool isAlone) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (isAlone) ::setpgid(0, 0);
  if (::getppid() != parent) ::_exit(kCannotRun);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(output.ends[1], STDOUT_FILENO);
  ::dup2(errors.ends[1], STDERR_FILENO);
  ::execvp(arguments[0], arguments);
  const char failed = 1;
  [[maybe_unused]] const ssize_t written = ::write(failure.ends[1], &failed, 1);
  ::_exit(kCannotRun);
}

// Whether the child has become the tool: its end of the pipe closes without a byte then.
bool hasBegun(Pipe& failure) {
  failure.closeWriter();
  char failed = 0;
  ssize_t count = -1;
  while ((count = ::read(failure.ends[0], &failed, 1)) < 0 && errno == EINTR) continue;
  return count == 0;
}

pid_t start(std::vector<std::string> command, const Pipe& output, const Pipe& errors, bool isAlone) {
  std::vector<char*> arguments;
  for (std::string& text : command) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  Pipe failure;
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) becomeTool(arguments.data(), output, errors, failure, nothing, parent, isAlone);
  const int error = errno;
  ::close(nothing);
  if (process < 0) throwErrno(error, "cannot run " + command[0]);
  if (hasBegun(failure)) return process;
  ::waitpid(process, nullptr, 0);
  throw Error(ErrorCode::kNotFound, "cannot run " + command[0] + "; is it installed, and in $PATH?");
}

// What the tool says on one of its pipes; closed when all was read.
struct Ear {
  pollfd& wait;
  std::string& text;

  void listen() const {
    if (wait.revents == 0) return;
    std::array<char, 4096> buffer;
    const ssize_t count = ::read(wait.fd, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<size_t>(count));
    else if (count == 0 || errno != EINTR) wait.fd = -1;  // poll leaves those out
  }
};

// Both at once, or a program that fills one pipe would wait for us forever.
void readBoth(const Pipe& output, const Pipe& errors, ToolResult& result, pid_t process, const Watch* watch) {
  const int ofSignals = watch == nullptr ? -1 : watch->signals.descriptor();
  std::array<pollfd, 3> waits{{{output.ends[0], POLLIN, 0}, {errors.ends[0], POLLIN, 0}, {ofSignals, POLLIN, 0}}};
  const std::array<Ear, 2> ears{{{waits[0], result.output}, {waits[1], result.errors}}};
  while (waits[0].fd >= 0 || waits[1].fd >= 0) {
    const bool isToEnd = watch != nullptr && watch->signals.received() != 0;
    const int ready = ::poll(waits.data(), waits.size(), isToEnd ? kEndLimitMillis : -1);
    if (ready < 0 && errno != EINTR) throwErrno(errno, "cannot wait for a tool");
    if (ready == 0) ::kill(process, SIGKILL);
    if (ready <= 0) continue;
    for (const Ear& ear : ears) ear.listen();
    if (watch == nullptr) continue;
    watch->signals.sendOnTo(0);
    if (watch->signals.received() != 0) watch->onSignal(result);
  }
}

void trimEnd(std::string& text) { text.erase(text.find_last_not_of(" \t\r\n") + 1); }

ToolResult run(const std::vector<std::string>& command, const Watch* watch) {
  Pipe output;
  Pipe errors;
  const pid_t process = start(command, output, errors, watch != nullptr);
  output.closeWriter();
  errors.closeWriter();
  ToolResult result;
  readBoth(output, errors, result, process, watch);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  result.exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  trimEnd(result.output);
  trimEnd(result.errors);
  std::replace(result.errors.begin(), result.errors.end(), '\n', '|');
  return result;
}

}  // namespace

ToolResult runTool(const std::vector<std::string>& command) { return run(command, nullptr); }

ToolResult runTool(const std::vector<std::string>& command, ForwardedSignals& signals,
                   const std::function<void(const ToolResult& soFar)>& onSignal) {
  const Watch watch{signals, onSignal};
  return run(command, &watch);
}

}  // namespace ferro::submit
