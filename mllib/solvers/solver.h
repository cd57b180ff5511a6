// What all solvers take and give. Plain values.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ferro/mllib/solvers/objective.h"

namespace ferro::ml {

struct SolverOptions {
  int maxIterations = 100;
  double tolerance = 1e-6;
  // Called on the driver's thread with the start (iteration 0) and after each iteration.
  std::function<void(int iteration, double objective)> onIteration{};
};

struct SolverResult {
  Point point;
  std::vector<double> objectiveHistory;  // at the start and after each iteration
  std::string solver;                    // which one it was: "l-bfgs", "owl-qn", ...
  std::string reason;                    // why it ended, in words

  int iterations() const { return static_cast<int>(objectiveHistory.size()) - 1; }
};

}  // namespace ferro::ml
