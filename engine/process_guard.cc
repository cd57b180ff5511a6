#include "ferro/engine/process_guard.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "ferro/common/contain.h"
#include "ferro/common/error.h"
#include "ferro/engine/session_core.h"
#include "ferro/scheduler/crash_report.h"

namespace ferro {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};

// How long cancelled tasks have to end before the process ends without them.
constexpr std::chrono::seconds kPatience{5};

// What is stopped and removed when the process must end early.
struct Watched {
  std::weak_ptr<SessionCore> session;
  std::vector<std::string> directories;
};

// A signal handler and a terminate handler are reached by the process, not by an object: hence these.
std::atomic<int> wakeDescriptor{-1};
std::atomic<int> firstSignal{0};
std::atomic<bool> sessionActive{false};
std::mutex watchedMutex;
Watched watchedSession;

void onSignal(int signal) {
  int none = 0;
  firstSignal.compare_exchange_strong(none, signal);
  const uint64_t one = 1;
  if (::write(wakeDescriptor.load(), &one, sizeof(one)) < 0) _exit(128 + signal);
}

Watched watched() {
  std::lock_guard lock(watchedMutex);
  return watchedSession;
}

void printError(const std::string& message) { std::fprintf(stderr, "error: %s\n", message.c_str()); }

// Stops the session, on a thread that is none of its own and need not come back, and removes its files: a process that
// ends without unwinding its stack has nobody else to do it.
// False when the session did not stop in time.
bool cleanUp() {
  bool isStopped = true;
  const Watched what = watched();
  if (auto session = what.session.lock()) {
    std::promise<void> promise;
    auto stopped = promise.get_future();
    std::thread([session = std::move(session), promise = std::move(promise)]() mutable {
      contain("the end of the session", [&] { session->stop(); });
      promise.set_value();
    }).detach();
    isStopped = stopped.wait_for(kPatience) == std::future_status::ready;
  }
  std::error_code ignored;  // what is left, the next start sweeps
  for (const auto& directory : what.directories) std::filesystem::remove_all(directory, ignored);
  return isStopped;
}

[[noreturn]] void onTerminate() {
  // A signal has cancelled the job that this thread waited for: the watcher ends the process, and has its time for it.
  if (const int signal = firstSignal.load(); signal != 0) {
    std::this_thread::sleep_for(2 * kPatience);
    _exit(128 + signal);
  }
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
  contain("the end of the program", &cleanUp);
  _exit(1);
}

}  // namespace

struct ProcessGuard::State {
  CrashReports crashes;
  std::array<struct sigaction, kSignals.size()> before{};
  std::array<bool, kSignals.size()> taken{};
  std::thread watcher;

  void takeSignals() {
    struct sigaction action{};
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
  const int signal = firstSignal.load();
  if (signal == 0) return;
  bool isStopped = false;
  contain("the end of the program", [&] { isStopped = cleanUp(); });
  // The progress bar of a session that did not stop still stands there.
  if (!isStopped && ::isatty(STDERR_FILENO) != 0) std::fputs("\r\033[K", stderr);
  std::fprintf(stderr, "%s: the running jobs were cancelled and temporary files removed%s\n",
               signal == SIGINT ? "interrupted (Ctrl-C)" : "ended by SIGTERM",
               isStopped ? "" : "; some tasks did not end within 5 s and were left");
  _exit(128 + signal);
}

}  // namespace

ProcessGuard::ProcessGuard() : state_(std::make_unique<State>()) {
  if (sessionActive.exchange(true)) {
    throw Error(ErrorCode::kInvalidArgument,
                "this process has an active session already; stop it before making another");
  }
  wakeDescriptor = ::eventfd(0, EFD_CLOEXEC);
  state_->watcher = std::thread(&watchForSignals, wakeDescriptor.load());
  state_->takeSignals();
  std::set_terminate(&onTerminate);
}

// The terminate handler stays: an error that escapes after the session has ended, such as that of a job on a stopped
// session, ends the program with one line too.
ProcessGuard::~ProcessGuard() {
  state_->giveSignalsBack();
  ::eventfd_write(wakeDescriptor.load(), 1);
  state_->watcher.join();
  ::close(wakeDescriptor.exchange(-1));
  sessionActive = false;
}

void ProcessGuard::watch(const std::shared_ptr<SessionCore>& session) {
  std::lock_guard lock(watchedMutex);
  watchedSession = {session, session->services()->environment.localDirs().directories()};
}

}  // namespace ferro
