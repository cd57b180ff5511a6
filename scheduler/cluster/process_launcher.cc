#include "ferro/scheduler/cluster/process_launcher.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "ferro/common/process_end.h"
#include "ferro/common/system_error.h"
#include "ferro/scheduler/cluster/executor_role.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {
namespace {

constexpr size_t kLastOutputBytes = 2'000;
// How long a command may take to end its executor.
constexpr std::chrono::seconds kKillLimit{10};

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// With nothing to read, its output in a file, no signal blocked, and a process group of its own: a Ctrl-C is for the
// driver, which ends its executors itself.
int spawnExecutor(const std::string& outputPath, ExecutorCommand command) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, outputPath.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int error = ::posix_spawnp(&process, command.program.c_str(), &actions, &attributes,
                                   pointersTo(command.arguments).data(), pointersTo(command.environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throwErrno(error,
               "cannot start an executor by " + command.arguments.front() + ", with its output to " + outputPath);
  return process;
}

// The end of a file in one line, for an error message.
std::string lastOutputOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return "";
  const auto size = static_cast<size_t>(file.tellg());
  file.seekg(static_cast<std::streamoff>(size - std::min(size, kLastOutputBytes)));
  std::ostringstream text;
  text << file.rdbuf();
  std::string last = text.str();
  last.erase(last.find_last_not_of(" \t\r\n") + 1);
  std::replace(last.begin(), last.end(), '\n', '|');
  return last;
}

}  // namespace

ProcessLauncher::ProcessLauncher(LaunchMethod method, OutputDirectory outputs, OnExecutorEnded onEnded)
    : method_(std::move(method)),
      outputs_(std::move(outputs)),
      onEnded_(std::move(onEnded)),
      wakeDescriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      watcher_([this] { watch(); }) {}

ProcessLauncher::~ProcessLauncher() {
  stop(std::chrono::milliseconds(0));
  ::close(wakeDescriptor_);
}

std::string ProcessLauncher::outputPath(const std::string& executorId) const {
  return outputs_.path + "/executor-" + executorId + ".log";
}

void ProcessLauncher::start(const ExecutorLaunch& launch) {
  std::error_code error;
  std::filesystem::create_directories(outputs_.path, error);
  ExecutorRole role;
  role.launch = launch;
  role.outputPath = outputPath(launch.executorId);
  role.outputIsTemporary = outputs_.temporary;
  std::lock_guard lock(mutex_);
  if (stopping_) return;
  const int process = spawnExecutor(role.outputPath, method_.command(role));
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  children_[launch.executorId] = {launch.executorId, process, descriptor};
  wake();
}

void ProcessLauncher::kill(const std::string& executorId) {
  std::lock_guard lock(mutex_);
  const auto child = children_.find(executorId);
  // Not reaped yet, so that the number is still its own.
  if (child != children_.end()) ::kill(child->second.process, method_.killSignal);
}

void ProcessLauncher::signalAll(int signal) const {
  for (const auto& [id, child] : children_) ::kill(child.process, signal);
}

int ProcessLauncher::numRunning() const {
  std::lock_guard lock(mutex_);
  return static_cast<int>(children_.size());
}

void ProcessLauncher::stop(std::chrono::milliseconds limit) {
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    const auto allEnded = [&] { return children_.empty(); };
    if (!ended_.wait_for(lock, limit, allEnded)) {
      signalAll(method_.killSignal);
      if (!ended_.wait_for(lock, kKillLimit, allEnded)) signalAll(SIGKILL);
      ended_.wait(lock, allEnded);
    }
  }
  wake();
  if (watcher_.joinable()) watcher_.join();
}

void ProcessLauncher::wake() const { ::eventfd_write(wakeDescriptor_, 1); }

void ProcessLauncher::watch() {
  nameThisThread("ferro-launcher");
  while (true) {
    std::vector<Child> children;
    {
      std::lock_guard lock(mutex_);
      if (stopping_ && children_.empty()) return;
      for (const auto& [id, child] : children_) children.push_back(child);
    }
    std::vector<pollfd> waits{{wakeDescriptor_, POLLIN, 0}};
    for (const Child& child : children) waits.push_back({child.descriptor, POLLIN, 0});
    if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) return;
    eventfd_t value = 0;
    if (waits.front().revents != 0) ::eventfd_read(wakeDescriptor_, &value);
    for (size_t i = 0; i < children.size(); ++i) {
      if (waits[i + 1].revents != 0) reap(children[i]);
    }
  }
}

void ProcessLauncher::reap(const Child& child) {
  siginfo_t info{};
  {
    std::lock_guard lock(mutex_);
    if (::waitid(P_PID, static_cast<id_t>(child.process), &info, WEXITED) != 0) return;
    ::close(child.descriptor);
  }
  const std::string path = outputPath(child.executorId);
  const std::string how = describeProcessEnd(info);
  ExecutorEnd end{child.executorId, how.empty() ? "ended with exit code 0" : how, lastOutputOf(path), path};
  end.noMore = method_.whyNoMore(end.lastOutput);
  {
    std::lock_guard lock(mutex_);
    children_.erase(child.executorId);
    ended_.notify_all();
  }
  onEnded_(std::move(end));
}

}  // namespace ferro
