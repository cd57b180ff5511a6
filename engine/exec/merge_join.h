// Joins two sides that are sorted by their keys. They are walked through together, in windows of keys: the rows of one
// side that fall into a window become a small hash table, and those of the other are looked up in it. So a join of any
// size takes the memory of a window, which holds some thousands of rows, or all rows of one key where those are more.
// Driver threads call this.
#pragma once

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/join.h"

namespace ferro {

// Partition by partition: both sides are spread by their keys in the same way, and their rows sorted by them ascending,
// nulls first. There is at least one key.
BatchNodePtr mergeJoin(const SessionPtr& session, const BatchNodePtr& left, const BatchNodePtr& right,
                       const JoinSpec& spec);

}  // namespace ferro
