// What somebody sends to ferro-submit and means for the application: taken as events from the object's making on, so
// that none of them ends ferro-submit before it has cleaned up; not SIGHUP under nohup. Children get the mask that was
// there before. One object, for the main thread of a process that has no other.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>

namespace ferro::submit {

class ForwardedSignals {
 public:
  ForwardedSignals();
  ~ForwardedSignals();
  ForwardedSignals(const ForwardedSignals&) = delete;
  ForwardedSignals& operator=(const ForwardedSignals&) = delete;

  // Readable when a signal has come, SIGCHLD too.
  int descriptor() const { return descriptor_; }
  // Waits until a signal comes, of a child's end too, or the time is over.
  void wait(std::chrono::milliseconds limit) const;
  void wait() const;
  // Takes those that have come and sends them on, unless the terminal has done so already: it reaches all processes of
  // its foreground. Nobody to send them to: 0.
  void sendOnTo(pid_t child);

  // The first that was taken; 0 while there was none.
  int received() const { return received_; }
  const sigset_t& maskBefore() const { return before_; }

 private:
  sigset_t before_;
  int descriptor_ = -1;
  int received_ = 0;
};

}  // namespace ferro::submit
