// How a program under test tells its test where it is, and waits until it may go on: by FIFOs in a scratch directory
// that the test made and keeps open. Any thread of any process of the program may call these.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

#include <ferro/scheduler/task_context.h>

namespace gate {

inline int openFifo(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) throw std::runtime_error("the test has made no " + path);
  return descriptor;
}

// "<place> <partition> <process> <task attempt>" in one write, so that lines do not mix; the driver is partition -1.
inline void announce(const std::string& scratch, const std::string& place) {
  const ferro::TaskContext* task = ferro::TaskContext::get();
  const std::string line = place + " " + std::to_string(task == nullptr ? -1 : task->partitionId()) + " " +
                           std::to_string(::getpid()) + " " +
                           std::to_string(task == nullptr ? 0 : task->attemptNumber()) + "\n";
  const int descriptor = openFifo(scratch + "/announce", O_WRONLY);
  const ssize_t written = ::write(descriptor, line.data(), line.size());
  ::close(descriptor);
  if (written != static_cast<ssize_t>(line.size())) throw std::runtime_error("the test does not listen");
}

// Announces the place and waits there until the test opens it.
inline void pass(const std::string& scratch, const std::string& place) {
  announce(scratch, place);
  const int descriptor = openFifo(scratch + "/" + place, O_RDONLY);
  char byte = 0;
  const ssize_t got = ::read(descriptor, &byte, 1);
  ::close(descriptor);
  if (got != 1) throw std::runtime_error("the test has left " + place);
}

}  // namespace gate
