// The driver's side of checkpoints: they are asked for, and made in a job of their own after the next job that the node
// takes part in, as in Spark.
#pragma once

#include "ferro/engine/driver.h"

namespace ferro::detail {

// Makes those checkpoints that were asked for on nodes of this lineage. Cheap when there are none.
void makePendingCheckpoints(SessionCore& session, const Node& node);

}  // namespace ferro::detail
