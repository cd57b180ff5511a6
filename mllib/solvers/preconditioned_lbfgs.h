// L-BFGS in coordinates in which the objective is about equally curved everywhere: those of a Cholesky factor of the
// Hessian of a few rows at the start. Features that go together or differ in scale cost no more passes than others. For
// smooth objectives of up to some thousand coordinates. Used by one driver thread.
#pragma once

#include "ferro/mllib/solvers/solver.h"

namespace ferro::ml {

// share: about what part of all rows the Hessian is made of.
SolverResult minimizeByPreconditionedLbfgs(CurvedObjective& objective, Point start, double share,
                                           const SolverOptions& options);

}  // namespace ferro::ml
