// The part of the settings that the scheduler uses. A plain value.
#pragma once

#include <chrono>
#include <vector>

#include "ferro/scheduler/exclusion.h"
#include "ferro/scheduler/pool_settings.h"
#include "ferro/scheduler/speculation.h"

namespace ferro {

class Conf;

struct SchedulerOptions {
  int maxFailures = 1;             // of one task, before its job fails
  int maxConsecutiveAttempts = 4;  // of one stage that loses its input again and again
  int taskCpus = 1;
  SchedulingMode mode = SchedulingMode::kFifo;
  std::vector<PoolSettings> pools;  // from the allocation file
  std::chrono::milliseconds localityWait{3000};
  SpeculationOptions speculation{};
  ExclusionOptions exclusion{};
  std::chrono::milliseconds barrierSlotWait{30'000};  // for as many slots as a barrier stage has tasks
  std::chrono::milliseconds barrierSyncLimit{3'600'000};
  bool serialize = false;  // local tasks go through bytes, as they would to another process
  bool showProgress = true;

  // Reads the allocation file too.
  static SchedulerOptions fromConf(const Conf& conf);
};

}  // namespace ferro
