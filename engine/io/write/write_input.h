// What a write runs over: the table's own partitions, or fewer of them when they would become many small files. Used by
// driver threads.
#pragma once

#include <cstdint>
#include <optional>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

// At least one partition, so that a table without any leaves its schema. With a size that is known, so few partitions
// that each fills about a file, but no fewer than there are tasks at a time.
BatchNodePtr inputOfWrite(const SessionPtr& session, const BatchNodePtr& rows, std::optional<int64_t> bytes,
                          int64_t targetFileBytes);

}  // namespace ferro
