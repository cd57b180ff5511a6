// Which solver minimises a problem: the one that was named, or the one that its shape calls for. Called on one driver
// thread.
#pragma once

#include <cstdint>
#include <string>

#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

struct Problem {
  CurvedObjective& objective;
  Point start;
  Point l1Penalties{};  // of each coordinate; empty: none
  Point lowerBounds{};  // of each coordinate; empty: none
  Point upperBounds{};
  bool isCurved = false;  // the objective's second derivatives can be had
  int64_t numRows = 0;
  double storedPerRow = 0;  // values that a row stores, on average
};

// name: "l-bfgs" is what Spark does (OWL-QN for L1 penalties, L-BFGS-B for bounds); "newton-cholesky" and
// "preconditioned-l-bfgs" where second derivatives can be had; "auto" picks by shape. The result says which it was.
// Error kInvalidArgument for a solver that cannot solve the problem.
SolverResult solve(Problem problem, const std::string& name, const SolverOptions& options);

// What "auto" stands for.
std::string solverFor(const Problem& problem);

}  // namespace ferro::ml
