// What must hold of a pair of rows besides equal keys. Belongs to one task.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <arrow/type_fwd.h>

#include "ferro/engine/expr/expr.h"

namespace ferro {

class TaskContext;

class JoinCondition {
 public:
  JoinCondition(TaskContext& context, const std::vector<ExprPtr>& conditions, int partition);
  ~JoinCondition();

  // For each row whether all conditions are true of it.
  std::vector<uint8_t> holds(const arrow::RecordBatch& pairs);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ferro
