// Finds keys that cut a node's rows into ranges of about the same size, from a sample that a job draws. For the
// driver's threads.
#pragma once

#include <string>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/sort_key.h"

namespace ferro {

struct RangeBounds {
  std::string batch;      // the bounds as bytes: the key columns, a row for each; empty for none
  int numPartitions = 1;  // one more than there are bounds
};

// Runs one job over all rows, and one more over partitions that hold far more than their share.
RangeBounds sampleRangeBounds(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys,
                              int numPartitions);

}  // namespace ferro
