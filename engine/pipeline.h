// Opens a partition of a lineage: builds the chain of iterators from the stage's sources, its caches and its
// checkpoints up to the node asked for, with a loop rather than by recursion, so that no lineage is too long.
#pragma once

#include <memory>

#include "ferro/engine/iterator.h"

namespace ferro {

class Node;
class TaskContext;

// The iterators may refer to the lineage and the context, and must not outlive them.
std::unique_ptr<UntypedIterator> openPartition(TaskContext& context, const std::shared_ptr<const Node>& node,
                                               int partition);

}  // namespace ferro
