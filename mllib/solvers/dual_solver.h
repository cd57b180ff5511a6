// Minimises a penalised logistic loss through its dual, round by round, and ends with L-BFGS from where that led. It
// pays where the penalty is strong for the length of the rows; elsewhere L-BFGS, whose features are standardised, needs
// fewer passes, which is why "auto" does not pick it. Used by one driver thread.
#pragma once

#include <cstdint>
#include <vector>

#include "ferro/mllib/losses/scaled_objective.h"
#include "ferro/mllib/solvers/dual_pass.h"
#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

struct DualProblem {
  ScaledObjective& objective;  // of one class
  DualSource& source;
  const std::vector<double>& penalties;  // of each feature: above 0 but for constant ones
  double weightSum = 0;
  bool fitIntercept = true;
  Point start;
  uint64_t seed = 0;
};

SolverResult minimizeByDual(DualProblem problem, const SolverOptions& options);

}  // namespace ferro::ml
