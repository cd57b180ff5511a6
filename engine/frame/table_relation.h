// DataFrames over tables in the driver's memory. Any driver thread.
#pragma once

#include <memory>

#include <arrow/type_fwd.h>

#include "ferro/engine/frame/dataframe.h"

namespace ferro {

// The table's columns as they are, where their types are Spark's; others are cast to the nearest that is.
DataFrame makeDataFrame(const SessionPtr& session, const std::shared_ptr<arrow::Table>& table);

}  // namespace ferro
