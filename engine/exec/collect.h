// Actions on nodes of batches: their rows in the driver's hands, some of them, or how many there are. For the driver's
// threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"

namespace ferro {

// All rows in the order of the partitions, each column as the node's schema says it. More bytes than
// ferro.driver.maxResultSize are an Error kOutOfMemory.
std::shared_ptr<arrow::Table> collectTable(const SessionPtr& session, const BatchNodePtr& node,
                                           const std::string& action = "collect");
// The first n rows. Looks at one partition first, then at four times as many each time, until there are enough.
std::shared_ptr<arrow::Table> takeTable(const SessionPtr& session, const BatchNodePtr& node, int64_t n,
                                        const std::string& action = "take");
// The last n rows, in their order. Looks at the last partition first, then at four times as many each time.
std::shared_ptr<arrow::Table> tailTable(const SessionPtr& session, const BatchNodePtr& node, int64_t n,
                                        const std::string& action = "tail");
int64_t countRows(const SessionPtr& session, const BatchNodePtr& node, const std::string& action = "count");

}  // namespace ferro
