// What a benchmark must know of its executors and a user need not: that all are there, and how to kill one. For the
// driver's main thread.
#pragma once

#include <signal.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <ferro/ferro.h>

#include "ferro/scheduler/listener_bus.h"

namespace bench {

// Hears on which executors tasks have run.
class ExecutorsAtWork final : public ferro::Listener {
 public:
  void on(const ferro::Event& event) override {
    const auto* end = std::get_if<ferro::TaskEnd>(&event);
    if (end == nullptr) return;
    std::lock_guard lock(mutex_);
    executors_.insert(end->task.executorId);
  }
  size_t count() {
    std::lock_guard lock(mutex_);
    return executors_.size();
  }

 private:
  std::mutex mutex_;
  std::set<std::string> executors_;
};

// Runs small jobs until that many executors have done something.
inline void waitForExecutors(ferro::Session& session, int executors) {
  auto listener = std::make_shared<ExecutorsAtWork>();
  session.addListener(listener);
  while (listener->count() < static_cast<size_t>(executors))
    session.range(0, 100, 1, 4 * executors).foreachPartition([](ferro::Rows<int64_t>& rows) {
      while (rows.next() != nullptr) {
      }
    });
  session.removeListener(listener);
}

inline std::vector<pid_t> executorsHere() {
  std::vector<pid_t> found;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream children(thread.path() / "children");
    for (pid_t process = 0; children >> process;) found.push_back(process);
  }
  return found;
}

// The most memory that any executor has had resident until now, in bytes.
inline int64_t peakOfExecutors() {
  int64_t peak = 0;
  for (const pid_t process : executorsHere()) {
    std::ifstream status("/proc/" + std::to_string(process) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmHWM:")) peak = std::max(peak, int64_t{std::stoll(line.substr(6))} * 1024);
    }
  }
  return peak;
}

inline pid_t someExecutor() {
  const auto executors = executorsHere();
  if (executors.empty()) throw std::logic_error("there is no executor to kill");
  return executors.front();
}

class Killer final : public ferro::Listener {
 public:
  explicit Killer(int tasks) : tasksToGo_(tasks) {}
  void on(const ferro::Event& event) override {
    if (std::holds_alternative<ferro::TaskEnd>(event) && --tasksToGo_ == 0) ::kill(someExecutor(), SIGKILL);
  }

 private:
  int tasksToGo_;
};

// Once so many tasks have ended.
inline void killOneExecutorAfter(ferro::Session& session, int tasks) {
  session.addListener(std::make_shared<Killer>(tasks));
}

}  // namespace bench
