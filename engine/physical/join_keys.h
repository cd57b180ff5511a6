// Takes a join's condition apart: which parts say that a value of one side equals one of the other, and what is left.
// Pure functions; any thread.
#pragma once

#include <vector>

#include "ferro/engine/plan/plan.h"

namespace ferro {

// Columns by which both sides can be hashed, pair by pair.
struct JoinKeys {
  Attributes left;
  Attributes right;
  std::vector<ExprPtr> leftComputed{};  // aliases for those keys that are no columns of the side
  std::vector<ExprPtr> rightComputed{};
  ExprPtr rest{};  // null for none
};

struct JoinSides {
  Attributes left;
  Attributes right;
  // The columns of a side, and the keys computed of them.
  std::vector<ExprPtr> leftList(const JoinKeys& keys) const;
  std::vector<ExprPtr> rightList(const JoinKeys& keys) const;
};

JoinKeys findJoinKeys(const ExprPtr& condition, const JoinSides& sides);

// The columns that a join of these gives.
Attributes joinOutput(const Attributes& left, const Attributes& right, JoinType type);

}  // namespace ferro
