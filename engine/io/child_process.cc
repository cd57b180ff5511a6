#include "ferro/engine/io/child_process.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "ferro/common/process_end.h"
#include "ferro/common/system_error.h"

namespace ferro {
namespace {

struct Pipe {
  PipeEnd reading;
  PipeEnd writing;
};

Pipe makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throwErrno(errno, "cannot make a pipe to a command");
  return {PipeEnd(ends[0]), PipeEnd(ends[1])};
}

void neverBlock(const PipeEnd& end) { ::fcntl(end.get(), F_SETFL, ::fcntl(end.get(), F_GETFL) | O_NONBLOCK); }

// Keeps SIGPIPE from this thread while it writes; one that came is taken away, one that was there before is left.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    wasPending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec now{0, 0};
    const int error = errno;
    while (!wasPending_ && sigtimedwait(&signal_, nullptr, &now) == -1 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t signal_;
  sigset_t before_;
  bool wasPending_;
};

// How a child is started: in a process group of its own, with no signal blocked or ignored, and with three pipes.
class SpawnSettings {
 public:
  SpawnSettings(const PipeEnd& input, const PipeEnd& output, const PipeEnd& complaints) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, complaints.get(), STDERR_FILENO);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~SpawnSettings() {
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

PipeEnd& PipeEnd::operator=(PipeEnd&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void PipeEnd::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

std::optional<size_t> PipeEnd::read(char* to, size_t capacity) {
  const ssize_t bytes = ::read(descriptor_, to, capacity);
  if (bytes >= 0) return static_cast<size_t>(bytes);
  if (errno == EAGAIN || errno == EINTR) return std::nullopt;
  throwErrno(errno, "cannot read from a command");
}

std::optional<size_t> PipeEnd::write(std::string_view bytes) {
  const WithoutSigpipe guard;
  const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
  if (written >= 0) return static_cast<size_t>(written);
  if (errno == EAGAIN || errno == EINTR) return std::nullopt;
  if (errno == EPIPE) return 0;
  throwErrno(errno, "cannot write to a command");
}

ChildProcess::ChildProcess(const std::vector<std::string>& command) { start(command); }

void ChildProcess::start(const std::vector<std::string>& command) {
  Pipe input = makePipe();
  Pipe output = makePipe();
  Pipe complaints = makePipe();
  const SpawnSettings settings(input.reading, output.writing, complaints.writing);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int error =
      ::posix_spawnp(&process_, words.front(), &settings.actions, &settings.attributes, words.data(), environ);
  if (error != 0) {
    process_ = -1;
    throwErrno(error,
               "pipe: cannot run command '" + command.front() + "'; give its path, or a name that PATH leads to");
  }
  end_ = PipeEnd(static_cast<int>(::syscall(SYS_pidfd_open, process_, 0)));
  input_ = std::move(input.writing);
  output_ = std::move(output.reading);
  complaints_ = std::move(complaints.reading);
  for (const PipeEnd* end : {&input_, &output_, &complaints_}) neverBlock(*end);
}

ChildProcess::~ChildProcess() {
  if (process_ < 0) return;
  ::kill(-process_, SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED) != 0 && errno == EINTR) {
  }
}

bool ChildProcess::hasEnded() {
  if (process_ < 0) return true;
  const auto process = static_cast<id_t>(process_);
  siginfo_t info{};
  if (::waitid(P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
  // What it left running in its group goes before its number may be given to another.
  ::kill(-process_, SIGKILL);
  ::waitid(P_PID, process, &info, WEXITED);
  process_ = -1;
  failure_ = describeProcessEnd(info);
  return true;
}

}  // namespace ferro
