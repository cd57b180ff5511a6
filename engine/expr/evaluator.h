// Bound expressions made ready to run over batches. An evaluator is immutable and may be shared by threads; what a run
// needs comes in through the EvalContext of the task. For .cc files: it parses Arrow headers.
#pragma once

#include <memory>
#include <vector>

#include <arrow/compute/type_fwd.h>
#include <arrow/datum.h>
#include <arrow/type_fwd.h>

#include "ferro/engine/expr/expr.h"
#include "ferro/engine/expr/time_zone.h"

namespace ferro {

// Belongs to one task and its thread.
struct EvalContext {
  arrow::compute::ExecContext* exec = nullptr;  // whose pool the results come from
  int partition = 0;                            // for spark_partition_id, rand and monotonically_increasing_id
  int64_t rowsBefore = 0;                       // rows of the partition in front of the batch
  TimeZonePtr zone = TimeZone::utc();           // the session's
};

class Evaluator {
 public:
  virtual ~Evaluator() = default;
  // One value for each row: an array as long as the batch, or a scalar that stands for all rows. The type is the
  // expression's, but for text, which may also come as a dictionary of it.
  virtual arrow::Datum evaluate(const arrow::RecordBatch& batch, EvalContext& context) const = 0;
};

std::unique_ptr<const Evaluator> compile(const Expr& bound);

// The same with the scalar spread over all rows and the dictionary resolved: an array of exactly the expression's type.
std::shared_ptr<arrow::Array> evaluateColumn(const Evaluator& evaluator, const arrow::RecordBatch& batch,
                                             EvalContext& context);

// The rows for which a boolean expression is true; the batch itself when all are, null when none is.
std::shared_ptr<arrow::RecordBatch> filterBatch(const Evaluator& predicate,
                                                const std::shared_ptr<arrow::RecordBatch>& batch, EvalContext& context);

}  // namespace ferro
