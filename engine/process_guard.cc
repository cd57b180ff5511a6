#include "ferro/engine/process_guard.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "ferro/common/error.h"
#include "ferro/engine/session_core.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};

// A signal handler and a terminate handler are reached by the process, not by an object: hence these. The value written
// to the descriptor is the signal's number; closing time is kStopWatching.
constexpr uint64_t kStopWatching = 1000;
std::atomic<int> signalDescriptor{-1};
std::atomic<bool> sessionActive{false};
std::mutex watchedMutex;
std::weak_ptr<SessionCore> watchedSession;

void onSignal(int signal) {
  auto value = static_cast<uint64_t>(signal);
  if (::write(signalDescriptor.load(), &value, sizeof(value)) < 0) _exit(128 + signal);
}

std::shared_ptr<SessionCore> watched() {
  std::lock_guard lock(watchedMutex);
  return watchedSession.lock();
}

void printError(const std::string& message) { std::fprintf(stderr, "error: %s\n", message.c_str()); }

// Stops the session from a thread that is none of its own.
void stopWatched() {
  if (auto session = watched()) session->stop();
}

[[noreturn]] void onTerminate() {
  std::string message = "the program ended without an exception that Ferro knows of";
  if (auto exception = std::current_exception()) {
    try {
      std::rethrow_exception(exception);
    } catch (const std::exception& caught) {
      message = caught.what();
    } catch (...) {
      message = "an exception that is not a std::exception was not caught";
    }
  }
  printError(message);
  if (TaskContext::get() == nullptr) stopWatched();
  _exit(1);
}

}  // namespace

struct ProcessGuard::State {
  std::array<struct sigaction, kSignals.size()> before{};
  std::array<bool, kSignals.size()> taken{};
  std::terminate_handler terminateBefore = nullptr;
  std::thread watcher;

  void takeSignals() {
    struct sigaction action {};
    action.sa_handler = &onSignal;
    for (size_t i = 0; i < kSignals.size(); ++i) {
      sigaction(kSignals[i], nullptr, &before[i]);
      taken[i] = before[i].sa_handler == SIG_DFL && (before[i].sa_flags & SA_SIGINFO) == 0;
      if (taken[i]) sigaction(kSignals[i], &action, nullptr);
    }
  }

  void giveSignalsBack() {
    for (size_t i = 0; i < kSignals.size(); ++i) {
      if (taken[i]) sigaction(kSignals[i], &before[i], nullptr);
    }
  }
};

namespace {

// Waits for a signal or for the end of the session.
void watchForSignals(int descriptor) {
  uint64_t value = 0;
  while (::read(descriptor, &value, sizeof(value)) < 0 && errno == EINTR) continue;
  if (value == kStopWatching) return;
  stopWatched();
  _exit(128 + static_cast<int>(value));
}

}  // namespace

ProcessGuard::ProcessGuard() : state_(std::make_unique<State>()) {
  if (sessionActive.exchange(true)) {
    throw Error(ErrorCode::kInvalidArgument, "this process has an active session already; stop it before making another");
  }
  signalDescriptor = ::eventfd(0, EFD_CLOEXEC);
  state_->watcher = std::thread(&watchForSignals, signalDescriptor.load());
  state_->takeSignals();
  state_->terminateBefore = std::set_terminate(&onTerminate);
}

ProcessGuard::~ProcessGuard() {
  std::set_terminate(state_->terminateBefore);
  state_->giveSignalsBack();
  ::eventfd_write(signalDescriptor.load(), kStopWatching);
  state_->watcher.join();
  ::close(signalDescriptor.exchange(-1));
  sessionActive = false;
}

void ProcessGuard::watch(const std::shared_ptr<SessionCore>& session) {
  std::lock_guard lock(watchedMutex);
  watchedSession = session;
}

}  // namespace ferro
