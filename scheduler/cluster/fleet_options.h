// The part of the settings that decides how many executors there are and when one is given up. A plain value.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "ferro/scheduler/cluster/executor_launcher.h"
#include "ferro/scheduler/executor_allocation.h"

namespace ferro {

class Conf;

struct FleetOptions {
  int executors = 0;      // that should be there; 0 when others start them
  ExecutorLaunch launch;  // what each is told, but for its id
  int taskCpus = 1;
  std::chrono::milliseconds heartbeatTimeout{12'000};  // silence after which an executor is given up
  std::chrono::milliseconds joinTimeout{60'000};       // from its start until it has joined
  int maxFailures = 3;                                 // executors in a row that died before they had ended a task
  std::optional<AllocationOptions> allocation;         // set: the number of executors follows the work
  std::chrono::milliseconds remindAfter{30'000};       // while stages wait and nobody is there
  std::string howToStart;                              // where others start executors: what to tell them
  int64_t maxResultBytes = 0;                          // of one task set; 0 means no limit

  // Everything but the launch's address and secret.
  static FleetOptions fromConf(const Conf& conf);
};

}  // namespace ferro
