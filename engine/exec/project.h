// Columns computed from columns, and rows chosen by a condition. Driver threads call these.
#pragma once

#include <memory>
#include <vector>

#include "ferro/engine/driver.h"
#include "ferro/engine/exec/batch_node.h"
#include "ferro/engine/expr/expr.h"

namespace ferro {

// One column for each expression, which is bound to the rows' schema; `schema` names them and has their types.
BatchNodePtr projectBatches(const SessionPtr& session, const BatchNodePtr& rows, std::vector<ExprPtr> expressions,
                            std::shared_ptr<arrow::Schema> schema);

// The rows for which the condition is true.
BatchNodePtr filterBatches(const SessionPtr& session, const BatchNodePtr& rows, ExprPtr condition);

}  // namespace ferro
