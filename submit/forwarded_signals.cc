#include "ferro/submit/forwarded_signals.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "ferro/common/system_error.h"

namespace ferro::submit {
namespace {

constexpr std::array kForwarded = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

// What nohup says: the terminal may go, the work goes on.
bool isShielded(int signal) {
  struct sigaction now{};
  return signal == SIGHUP && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void await(int descriptor, int limitMillis) {
  pollfd wait{descriptor, POLLIN, 0};
  ::poll(&wait, 1, limitMillis);
}

}  // namespace

ForwardedSignals::ForwardedSignals() {
  sigset_t taken;
  sigemptyset(&taken);
  for (const int signal : kForwarded) {
    if (!isShielded(signal)) sigaddset(&taken, signal);
  }
  sigaddset(&taken, SIGCHLD);
  descriptor_ = ::signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor_ < 0) throwErrno(errno, "cannot take signals as events");
  sigprocmask(SIG_BLOCK, &taken, &before_);
}

ForwardedSignals::~ForwardedSignals() {
  ::close(descriptor_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void ForwardedSignals::wait() const { await(descriptor_, -1); }

void ForwardedSignals::wait(std::chrono::milliseconds limit) const {
  await(descriptor_, static_cast<int>(limit.count()));
}

void ForwardedSignals::sendOnTo(pid_t child) {
  signalfd_siginfo info{};
  while (::read(descriptor_, &info, sizeof(info)) == sizeof(info)) {
    const int signal = static_cast<int>(info.ssi_signo);
    if (signal == SIGCHLD) continue;
    if (received_ == 0) received_ = signal;
    if (child != 0 && info.ssi_code != SI_KERNEL) ::kill(child, signal);
  }
}

}  // namespace ferro::submit
