// Nodes that pass whole batches on or leave some rows out, inside of a stage: limit, union, coalesce, sample. Driver
// threads call these.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

// The first n rows of each partition, without the first `offset` of them.
BatchNodePtr localLimit(const SessionPtr& session, const BatchNodePtr& rows, int64_t n, int64_t offset = 0);

// The partitions of several nodes, one after another. The columns are those of the first, by position; their types are
// the same.
BatchNodePtr unionBatches(const SessionPtr& session, const std::vector<BatchNodePtr>& nodes);

// Fewer partitions without a shuffle, each a run of the node's own.
BatchNodePtr coalesceBatches(const SessionPtr& session, const BatchNodePtr& rows, int numPartitions);

// How rows are drawn. Travels.
struct BatchSample {
  double lower = 0;  // without replacement: rows whose random number is in [lower, upper), the same rows as Spark draws
  double upper = 0;  // with replacement: how often each is drawn on average
  bool withReplacement = false;
  int64_t seed = 0;
};
BatchNodePtr sampleBatches(const SessionPtr& session, const BatchNodePtr& rows, const BatchSample& sample);

}  // namespace ferro
