// When and why an executor process ends: told by the driver, by a signal, or by the loss of the driver. Made before any
// other thread of the process, which inherit the blocked signals; any thread may ask for the end.
#pragma once

#include <chrono>

namespace ferro {

class ExecutorExit {
 public:
  // Takes SIGTERM and SIGINT over. With a launcher, its end counts as SIGTERM.
  explicit ExecutorExit(int launcherProcess);
  ~ExecutorExit();
  ExecutorExit(const ExecutorExit&) = delete;
  ExecutorExit& operator=(const ExecutorExit&) = delete;

  enum class Reason { kLeave, kDriverGone, kSignal };
  void ask(Reason reason);
  // Whether the process that started this one has ended, or does so within the limit: the connections of a process
  // that dies are closed before its children are told.
  static bool launcherEnds(int launcherProcess, std::chrono::milliseconds limit);
  // Blocks until somebody asked or a signal came.
  Reason wait();
  // Whether that happens within the limit; wait() tells what.
  bool comesWithin(std::chrono::milliseconds limit) const;

 private:
  int askedDescriptor_;
  int signalDescriptor_;
};

}  // namespace ferro
