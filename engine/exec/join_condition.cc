#include "ferro/engine/exec/join_condition.h"

#include <arrow/compute/exec.h>

#include "ferro/engine/exec/columns.h"
#include "ferro/engine/expr/evaluator.h"
#include "ferro/engine/session_zone.h"
#include "ferro/engine/task_resources.h"

namespace ferro {

struct JoinCondition::State {
  State(TaskContext& context, int partition) : exec(uncountedPool(context)) {
    eval = {&exec, partition, 0, sessionZone(context)};
  }

  arrow::compute::ExecContext exec;
  EvalContext eval;
  std::vector<std::unique_ptr<const Evaluator>> evaluators;
};

JoinCondition::JoinCondition(TaskContext& context, const std::vector<ExprPtr>& conditions, int partition)
    : state_(std::make_unique<State>(context, partition)) {
  for (const ExprPtr& condition : conditions) state_->evaluators.push_back(compile(*condition));
}

JoinCondition::~JoinCondition() = default;

std::vector<uint8_t> JoinCondition::holds(const arrow::RecordBatch& pairs) {
  std::vector<uint8_t> holds(static_cast<size_t>(pairs.num_rows()), 1);
  for (const auto& evaluator : state_->evaluators) {
    const auto column = evaluateColumn(*evaluator, pairs, state_->eval);
    const ColumnCursor truth(*column->data());
    for (size_t i = 0; i < holds.size(); ++i) {
      const auto row = static_cast<int64_t>(i);
      holds[i] &= static_cast<uint8_t>(truth.isValid(row) && truth.boolAt(row));
    }
  }
  return holds;
}

}  // namespace ferro
