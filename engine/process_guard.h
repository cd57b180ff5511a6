// What a driver process owes its user while a session lives: Ctrl-C cancels the jobs, cleans up and ends with exit code
// 130 (SIGTERM: 143), and an exception that nobody catches ends the program with one line and exit code 1, also after
// the session has ended. Signals that the program handles itself are left to it. One for each session; there is one
// session at a time in a process.
#pragma once

#include <memory>

namespace ferro {

class SessionCore;

class ProcessGuard {
 public:
  // Throws Error kInvalidArgument while another session of this process is active.
  ProcessGuard();
  ~ProcessGuard();
  ProcessGuard(const ProcessGuard&) = delete;
  ProcessGuard& operator=(const ProcessGuard&) = delete;

  // What to stop and clean up when the process must end early.
  void watch(const std::shared_ptr<SessionCore>& session);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ferro
