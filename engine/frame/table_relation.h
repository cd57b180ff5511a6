// DataFrames over tables in the driver's memory. Any driver thread.
#pragma once

#include <memory>
#include <string>

#include <arrow/type_fwd.h>

#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/frame/dataframe.h"

namespace ferro {

// The table's columns as they are, where their types are Spark's; others are cast to the nearest that is.
DataFrame makeDataFrame(const SessionPtr& session, const std::shared_ptr<arrow::Table>& table);
// What a node gives, whose columns have Spark's types already; `name` is what explain() calls it.
DataFrame frameOfNode(const SessionPtr& session, const BatchNodePtr& node, const std::string& name);

}  // namespace ferro
