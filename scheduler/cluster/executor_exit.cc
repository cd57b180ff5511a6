#include "ferro/scheduler/cluster/executor_exit.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

namespace ferro {

ExecutorExit::ExecutorExit(int launcherProcess) : askedDescriptor_(::eventfd(0, EFD_CLOEXEC)) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signalDescriptor_ = ::signalfd(-1, &signals, SFD_CLOEXEC);
  if (launcherProcess == 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // It may have ended before the line above.
  if (::getppid() != launcherProcess) ask(Reason::kDriverGone);
}

ExecutorExit::~ExecutorExit() {
  ::close(signalDescriptor_);
  ::close(askedDescriptor_);
}

bool ExecutorExit::launcherEnds(int launcherProcess, std::chrono::milliseconds limit) {
  if (launcherProcess == 0) return false;
  const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, launcherProcess, 0));
  // Not our parent any more: the number may be another's by now.
  if (descriptor < 0 || ::getppid() != launcherProcess) {
    if (descriptor >= 0) ::close(descriptor);
    return true;
  }
  pollfd wait{descriptor, POLLIN, 0};
  const bool ended = ::poll(&wait, 1, static_cast<int>(limit.count())) > 0;
  ::close(descriptor);
  return ended;
}

void ExecutorExit::ask(Reason reason) { ::eventfd_write(askedDescriptor_, static_cast<eventfd_t>(reason) + 1); }

ExecutorExit::Reason ExecutorExit::wait() {
  std::array<pollfd, 2> waits{{{askedDescriptor_, POLLIN, 0}, {signalDescriptor_, POLLIN, 0}}};
  while (::poll(waits.data(), waits.size(), -1) <= 0) continue;
  if (waits[1].revents != 0) return Reason::kSignal;
  eventfd_t asked = 0;
  ::eventfd_read(askedDescriptor_, &asked);
  return asked == static_cast<eventfd_t>(Reason::kLeave) + 1 ? Reason::kLeave : Reason::kDriverGone;
}

bool ExecutorExit::comesWithin(std::chrono::milliseconds limit) const {
  std::array<pollfd, 2> waits{{{askedDescriptor_, POLLIN, 0}, {signalDescriptor_, POLLIN, 0}}};
  return ::poll(waits.data(), waits.size(), static_cast<int>(limit.count())) > 0;
}

}  // namespace ferro
