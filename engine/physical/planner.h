// From a logical plan to physical steps: which joins are sent to everybody, where rows are exchanged, how limits and
// orders are met. A pure function of the plan, the settings and the number of cores.
#pragma once

#include "ferro/engine/driver.h"
#include "ferro/engine/physical/physical_plan.h"
#include "ferro/engine/plan/plan.h"

namespace ferro {

struct PlannerOptions {
  int cores = 1;
  std::optional<int> shufflePartitions{};  // what the user asked for
  int64_t broadcastBytes = 10 << 20;       // the largest table that is sent to every executor; negative: none
  bool preferSortMerge = false;            // for joins of two large sides
  static PlannerOptions of(const SessionCore& session);
};

PhysicalPlanPtr planPhysical(const PlanPtr& plan, const PlannerOptions& options);

}  // namespace ferro
