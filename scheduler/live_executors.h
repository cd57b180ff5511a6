// The executors that the TaskScheduler knows: who is there, with how many slots, and how many of them are taken. Not
// thread-safe: it belongs to the TaskScheduler, which guards it.
#pragma once

#include <map>
#include <string>

#include "ferro/scheduler/executor.h"

namespace ferro {

struct LiveExecutor {
  ExecutorInfo info;
  int slots = 1;
  int running = 0;
  bool alive = true;

  int freeSlots() const { return alive && slots > running ? slots - running : 0; }
};

class LiveExecutors {
 public:
  void add(const ExecutorInfo& info, int slots);
  // It is remembered as gone, so that a late request of its gets nothing.
  void remove(const std::string& id);

  // Executors that were never added may take tasks too; nothing is counted for them.
  bool mayTake(const std::string& id) const;
  void launched(const std::string& id);
  void ended(const std::string& id);

  bool isAlive(const std::string& id) const;
  bool hasHost(const std::string& host) const;  // an executor that is there runs on it
  int numAlive() const { return numAlive_; }
  int totalSlots() const;
  bool hasFreeSlot() const;
  const std::map<std::string, LiveExecutor>& all() const { return executors_; }  // those that are gone included

 private:
  std::map<std::string, LiveExecutor> executors_;
  int numAlive_ = 0;
};

}  // namespace ferro
