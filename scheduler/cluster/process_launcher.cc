#include "ferro/scheduler/cluster/process_launcher.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/common/log.h"
#include "ferro/common/private_files.h"
#include "ferro/common/process_end.h"
#include "ferro/common/system_error.h"
#include "ferro/scheduler/cluster/executor_role.h"
#include "ferro/scheduler/thread_name.h"

namespace ferro {
namespace {

constexpr size_t kLastOutputBytes = 4'000;
// How long the system may take to end what was killed for good.
constexpr std::chrono::seconds kGoneLimit{5};
// How often a child is looked at that has no descriptor.
constexpr std::chrono::milliseconds kChildPollInterval{100};

int openEventDescriptor() {
  const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) throwErrno(errno, "cannot make an event descriptor to watch executors with");
  return descriptor;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A secret in memory that a child inherits as an open file: nobody reads it in an environment or a directory.
class SecretMemory {
 public:
  // Nothing is made of an empty secret.
  explicit SecretMemory(const std::string& secret) {
    if (secret.empty()) return;
    descriptor_ = ::memfd_create("ferro-secret", MFD_CLOEXEC);
    if (descriptor_ < 0) throwErrno(errno, "cannot make the memory by which an executor gets the secret");
    const ssize_t written = ::pwrite(descriptor_, secret.data(), secret.size(), 0);
    if (written == static_cast<ssize_t>(secret.size())) return;
    const int error = errno;
    ::close(descriptor_);
    throwErrno(error, "cannot write the memory by which an executor gets the secret");
  }
  ~SecretMemory() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  SecretMemory(const SecretMemory&) = delete;
  SecretMemory& operator=(const SecretMemory&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_ = -1;
};

// With nothing to read, its output in a file, no signal blocked, and a process group of its own: a Ctrl-C is for the
// driver, which ends its executors itself.
int spawnExecutor(int output, ExecutorCommand command) {
  const SecretMemory secret(command.secret);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  if (secret.descriptor() >= 0) {
    posix_spawn_file_actions_adddup2(&actions, secret.descriptor(), command.secretDescriptor);
  }
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
  if (error != 0) throwErrno(error, "cannot start an executor by " + command.arguments.front());
  return process;
}

std::string outputName(const std::string& executorId) { return "executor-" + executorId + ".log"; }

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
      wakeDescriptor_(openEventDescriptor()),
      watcher_([this] { watch(); }) {}

ProcessLauncher::~ProcessLauncher() {
  stop(std::chrono::milliseconds(0));
  ::close(wakeDescriptor_);
}

std::string ProcessLauncher::outputPath(const std::string& executorId) const {
  return outputs_.path + "/" + outputName(executorId);
}

void ProcessLauncher::start(const ExecutorLaunch& launch) {
  ExecutorRole role;
  role.launch = launch;
  role.outputPath = outputPath(launch.executorId);
  role.outputIsTemporary = outputs_.temporary;
  std::lock_guard lock(mutex_);
  if (stopping_) return;
  const int output = makePrivateFile(outputs_.path, outputName(launch.executorId));
  int process = -1;
  try {
    process = spawnExecutor(output, method_.command(role));
  } catch (const Error&) {
    ::close(output);
    throw;
  }
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
  ::close(output);
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
      if (!ended_.wait_for(lock, method_.killLimit, allEnded)) {
        logWarn("executors " + namesOfChildren() + " have not ended " + std::to_string(method_.killLimit.count()) +
                " ms after signal " + std::to_string(method_.killSignal) + "; they are killed");
        signalAll(SIGKILL);
      }
      if (!ended_.wait_for(lock, kGoneLimit, allEnded)) {
        logWarn("executors " + namesOfChildren() + " have not ended " + std::to_string(kGoneLimit.count()) +
                " s after SIGKILL; they are left behind");
        for (const auto& [id, child] : children_) {
          if (child.descriptor >= 0) ::close(child.descriptor);
        }
        children_.clear();
      }
    }
  }
  wake();
  if (watcher_.joinable()) watcher_.join();
}

void ProcessLauncher::wake() const { ::eventfd_write(wakeDescriptor_, 1); }

std::string ProcessLauncher::namesOfChildren() const {
  std::string names;
  for (const auto& [id, child] : children_) {
    names += (names.empty() ? "" : ", ") + id + " (process " + std::to_string(child.process) + ")";
  }
  return names;
}

void ProcessLauncher::watch() {
  nameThisThread("ferro-launcher");
  containEach("watching executors", [this] { watchChildren(); });
}

void ProcessLauncher::watchChildren() {
  while (true) {
    std::vector<Child> children;
    {
      std::lock_guard lock(mutex_);
      if (stopping_ && children_.empty()) return;
      for (const auto& [id, child] : children_) children.push_back(child);
    }
    std::vector<pollfd> waits{{wakeDescriptor_, POLLIN, 0}};
    bool mustLook = false;  // poll() passes over negative descriptors
    for (const Child& child : children) {
      waits.push_back({child.descriptor, POLLIN, 0});
      mustLook = mustLook || child.descriptor < 0;
    }
    if (::poll(waits.data(), waits.size(), mustLook ? static_cast<int>(kChildPollInterval.count()) : -1) < 0) {
      mustLook = true;
      ::poll(nullptr, 0, static_cast<int>(kChildPollInterval.count()));
    }
    eventfd_t value = 0;
    if (waits.front().revents != 0) ::eventfd_read(wakeDescriptor_, &value);
    for (size_t i = 0; i < children.size(); ++i) {
      if (waits[i + 1].revents != 0 || mustLook) reap(children[i]);
    }
  }
}

void ProcessLauncher::reap(const Child& child) {
  siginfo_t info{};
  bool isOthers = false;  // a program that ignores SIGCHLD, or waits for any child
  {
    std::lock_guard lock(mutex_);
    if (!children_.contains(child.executorId)) return;
    const int result = ::waitid(P_PID, static_cast<id_t>(child.process), &info, WEXITED | WNOHANG);
    if (result != 0 && errno != ECHILD) return;
    if (result == 0 && info.si_pid == 0) return;
    isOthers = result != 0;
    if (child.descriptor >= 0) ::close(child.descriptor);
  }
  const std::string path = outputPath(child.executorId);
  const std::string how =
      isOthers ? "ended, and another part of this program took its exit code" : describeProcessEnd(info);
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
