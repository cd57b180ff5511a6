// What a process prints when a function crashes it (SIGSEGV, SIGBUS, SIGFPE, SIGILL, abort): the signal, the task that
// ran on that thread, and the frames of the stack. Then it dies of the signal as it would have. Signals that the
// program or a sanitizer handles already are left to them. One CrashReports at a time in a process.
#pragma once

#include <memory>

namespace ferro {

class CrashReports {
 public:
  CrashReports();
  ~CrashReports();
  CrashReports(const CrashReports&) = delete;
  CrashReports& operator=(const CrashReports&) = delete;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Gives this thread a stack on which its signal handlers run, so that a recursion without end is reported too.
void useSignalStack();

}  // namespace ferro
