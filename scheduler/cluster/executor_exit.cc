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
  ::signal(SIGINT, SIG_IGN);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signalDescriptor_ = ::signalfd(-1, &signals, SFD_CLOEXEC);
  if (launcherProcess == 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // It may have ended before the line above.
  if (launcherIsGone(launcherProcess, std::chrono::milliseconds(0))) ask(Reason::kDriverGone);
}

ExecutorExit::~ExecutorExit() {
  ::close(signalDescriptor_);
  ::close(askedDescriptor_);
}

bool ExecutorExit::launcherIsGone(int launcherProcess, std::chrono::milliseconds limit) {
  if (launcherProcess == 0) return false;
  if (::getppid() != launcherProcess) return true;
  pollfd wait{static_cast<int>(::syscall(SYS_pidfd_open, launcherProcess, 0)), POLLIN, 0};
  const bool ended = ::poll(&wait, 1, static_cast<int>(limit.count())) > 0;
  ::close(wait.fd);
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

}  // namespace ferro
