// The steps of a stage as events tell of them. A pure function; any thread may call it.
#pragma once

#include <memory>
#include <vector>

#include "ferro/scheduler/events.h"

namespace ferro {

// The stage's last step and what it stands on up to the next shuffles, the last one first. Of long lineages only the
// nearest steps, because a job of a loop that grows its lineage would otherwise tell all of it again each time.
std::vector<RddInfo> rddsOfStage(const std::shared_ptr<const LineageNode>& last);

}  // namespace ferro
