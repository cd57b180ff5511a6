#include "ferro/scheduler/crash_report.h"

#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <span>
#include <string_view>

#include "ferro/common/stack_trace.h"
#include "ferro/scheduler/task_context.h"

namespace ferro {
namespace {

constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr size_t kStackBytes = 256 << 10;
constexpr size_t kMaxFrames = 64;
// Enough for the user's functions; what follows is Ferro's own.
constexpr size_t kShownFrames = 10;
// How long the child that looks up names may take.
constexpr unsigned kNamesLimitSeconds = 15;

std::atomic_flag isReporting = ATOMIC_FLAG_INIT;

// A line in fixed memory: a signal handler may not allocate any.
class SafeLine {
 public:
  SafeLine& operator<<(std::string_view text) {
    for (const char character : text) {
      if (length_ < text_.size()) text_[length_++] = character;
    }
    return *this;
  }
  SafeLine& operator<<(int64_t number) {
    if (number < 0) *this << "-";
    return digits(number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number), 10);
  }
  SafeLine& address(const void* pointer) {
    *this << "0x";
    return digits(reinterpret_cast<uintptr_t>(pointer), 16);
  }
  void print() {
    if (::write(STDERR_FILENO, text_.data(), length_) < 0) return;
  }

 private:
  SafeLine& digits(uint64_t number, uint64_t base) {
    std::array<char, 24> reversed{};
    size_t count = 0;
    do {
      reversed[count++] = "0123456789abcdef"[number % base];
      number /= base;
    } while (number > 0);
    while (count > 0) *this << std::string_view(&reversed[--count], 1);
    return *this;
  }

  std::array<char, 512> text_{};
  size_t length_ = 0;
};

std::string_view meaningOf(int signal, const siginfo_t& info) {
  if (signal == SIGFPE && info.si_code == FPE_INTDIV) return "SIGFPE, an integer divided by zero";
  if (signal == SIGFPE) return "SIGFPE, arithmetic that has no result";
  if (signal == SIGSEGV) return "SIGSEGV, an access to memory that is not there";
  if (signal == SIGBUS) return "SIGBUS, an access to memory or a mapped file that is not there";
  if (signal == SIGILL) return "SIGILL, an instruction that this processor does not know";
  return "SIGABRT, the program ended itself";
}

const void* stoppedAt(const void* context) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(registers.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(registers.pc);
#else
  (void)registers;
  return nullptr;
#endif
}

void printCause(int signal, const siginfo_t& info) {
  SafeLine line;
  // The progress bar may stand on this line.
  if (::isatty(STDERR_FILENO) != 0) line << "\r\033[K";
  line << "error: the program crashed with " << meaningOf(signal, info);
  if ((signal == SIGSEGV || signal == SIGBUS) && info.si_code > 0) line << " (", line.address(info.si_addr) << ")";
  if (const TaskContext* task = TaskContext::get()) {
    const TaskIdentity& identity = task->identity();
    line << ", in stage " << int64_t{identity.stageId} << ", task " << identity.taskId << ", partition "
         << int64_t{identity.partition} << ", attempt " << int64_t{identity.attempt};
  } else {
    line << ", outside of any task";
  }
  line << ":\n";
  line.print();
}

// Names need memory and files, which a crashed process may not touch: a copy of it does that, for a limited time.
void printStack(std::span<void* const> frames) {
  const pid_t child = ::_Fork();
  if (child == 0) {
    for (const int signal : kSignals) ::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::alarm(kNamesLimitSeconds);
    printFrames(STDERR_FILENO, frames);
    ::_exit(0);
  }
  int status = -1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (status != 0) ::backtrace_symbols_fd(frames.data(), static_cast<int>(frames.size()), STDERR_FILENO);
}

class SignalStack {
 public:
  SignalStack() {
    stack_t before{};
    if (::sigaltstack(nullptr, &before) != 0 || (before.ss_flags & SS_DISABLE) == 0) return;  // it has one
    memory_ = std::make_unique<char[]>(kStackBytes);
    stack_t stack{};
    stack.ss_sp = memory_.get();
    stack.ss_size = kStackBytes;
    if (::sigaltstack(&stack, nullptr) != 0) memory_.reset();
  }
  ~SignalStack() {
    if (memory_ == nullptr) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<char[]> memory_;
};

void onCrash(int signal, siginfo_t* info, void* context) {
  // Another thread reports, and ends the process when it is done.
  while (isReporting.test_and_set()) ::pause();
  printCause(signal, *info);
  std::array<void*, kMaxFrames> frames{};
  const auto count = static_cast<size_t>(::backtrace(frames.data(), static_cast<int>(frames.size())));
  size_t first = 0;
  while (first < count && frames[first] != stoppedAt(context)) ++first;
  if (first == count) first = 0;
  printStack(std::span<void* const>(frames).subspan(first, std::min(count - first, kShownFrames)));
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  sigset_t again;
  sigemptyset(&again);
  sigaddset(&again, signal);
  ::pthread_sigmask(SIG_UNBLOCK, &again, nullptr);
}

}  // namespace

struct CrashReports::State {
  std::array<struct sigaction, kSignals.size()> before{};
  std::array<bool, kSignals.size()> taken{};
};

CrashReports::CrashReports() : state_(std::make_unique<State>()) {
  useSignalStack();
  // Its first call loads a library, which a handler may not.
  std::array<void*, 1> frame{};
  ::backtrace(frame.data(), 1);
  struct sigaction action{};
  action.sa_sigaction = &onCrash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (size_t i = 0; i < kSignals.size(); ++i) {
    struct sigaction& before = state_->before[i];
    sigaction(kSignals[i], nullptr, &before);
    state_->taken[i] = before.sa_handler == SIG_DFL && (before.sa_flags & SA_SIGINFO) == 0;
    if (state_->taken[i]) sigaction(kSignals[i], &action, nullptr);
  }
}

CrashReports::~CrashReports() {
  for (size_t i = 0; i < kSignals.size(); ++i) {
    if (state_->taken[i]) sigaction(kSignals[i], &state_->before[i], nullptr);
  }
}

void useSignalStack() { static thread_local const SignalStack stack; }

}  // namespace ferro
