// Sorting inside of partitions, all of a partition's rows or the first few of them. A whole table is sorted by an
// exchange by ranges and this. Driver threads call these.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/exec/sort_key.h"

namespace ferro {

// Rows that compare equal keep their order.
BatchNodePtr sortBatches(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys);

// The first n rows in order of each partition, in memory for about 2 n rows. Of the whole table: this, exchangeToOne,
// and this again.
BatchNodePtr topRows(const SessionPtr& session, const BatchNodePtr& rows, const std::vector<SortKey>& keys, int64_t n);

}  // namespace ferro
